//! What a workbench knows of one process that plays, and what it has asked of it.

use super::mirror::Mirror;
use super::wire::{Answer, FromPlayer, Question, Seated, ToPlayer};
use crate::workbench::courses::OutOfReach;
use crate::workbench::driving::FrameHeader;
use greenroom_stdx::IgnorePoison as _;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::sync::{mpsc, oneshot, watch};

/// What may wait to be sent.
const WAITING: usize = 512;
/// Questions without an answer.
const QUESTIONS: usize = 1024;

/// What is known of it.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) state: Mutex<State>,
    pub(super) reach: watch::Sender<Reach>,
    /// Told when the list of its sessions is another.
    pub(super) changed: watch::Sender<u64>,
}

/// Whether a process can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// It is tried for the first time.
    Trying,
    Reached,
    Not(OutOfReach),
}

#[derive(Debug, Default)]
pub(super) struct State {
    /// What is sent, while there is a connection.
    pub(super) line: Option<mpsc::Sender<ToPlayer>>,
    pub(super) seated: BTreeMap<String, Seated>,
    pub(super) mirrors: BTreeMap<String, Mirror>,
    pub(super) answers: BTreeMap<u64, oneshot::Sender<Answer>>,
    /// Counts questions and those who watch.
    pub(super) count: u64,
}

impl State {
    pub(super) fn next_number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// The mirror of a session that is open there.
    pub(super) fn mirror(&mut self, session_id: &str) -> Option<&mut Mirror> {
        let seated = self.seated.get(session_id)?;
        let mirror = self.mirrors.entry(session_id.to_owned());
        Some(mirror.or_insert_with(|| Mirror::new(seated)))
    }

    /// Without a connection it is told when there is one again. Whether it is on its way.
    pub(super) fn send(&self, message: Option<ToPlayer>) -> bool {
        let (Some(message), Some(line)) = (message, &self.line) else {
            return false;
        };
        line.try_send(message).is_ok()
    }

    pub(super) fn ask(&mut self, question: Question) -> Option<(u64, oneshot::Receiver<Answer>)> {
        if self.answers.len() >= QUESTIONS {
            return None;
        }
        let number = self.next_number();
        if !self.send(Some(ToPlayer::Ask { number, question })) {
            return None;
        }
        let (answered, answer) = oneshot::channel();
        self.answers.insert(number, answered);
        Some((number, answer))
    }
}

impl Known {
    pub(super) fn followed<T>(&self, session_id: &str, of: impl Fn(&Mirror) -> T) -> Option<T> {
        let mut state = self.state.lock().ignore_poison();
        let mirror = state.mirror(session_id)?;
        let followed = of(mirror);
        let wish = mirror.follow(session_id);
        state.send(wish);
        Some(followed)
    }

    /// There is a connection: what is wanted is asked for.
    pub(super) fn connected(&self) -> mpsc::Receiver<ToPlayer> {
        let (line, messages) = mpsc::channel(WAITING);
        let mut state = self.state.lock().ignore_poison();
        state.line = Some(line);
        for (session_id, mirror) in &state.mirrors {
            for wish in mirror.wishes(session_id) {
                state.send(Some(wish));
            }
        }
        messages
    }

    /// The connection is lost: nobody waits for an answer any more.
    pub(super) fn lost(&self, why: OutOfReach) {
        let mut state = self.state.lock().ignore_poison();
        state.line = None;
        state.answers.clear();
        drop(state);
        self.reached(Reach::Not(why));
    }

    pub(super) fn reached(&self, reach: Reach) {
        let is_new = self.reach.send_if_modified(|now| {
            let is_new = *now != reach;
            *now = reach;
            is_new
        });
        if is_new {
            self.changed.send_modify(|count| *count += 1);
        }
    }

    pub(super) fn take(&self, message: FromPlayer) {
        let mut state = self.state.lock().ignore_poison();
        match message {
            FromPlayer::Sessions { sessions } => {
                let named = sessions
                    .into_iter()
                    .map(|one| (one.session_id.clone(), one));
                state.seated = named.collect();
                let State {
                    seated, mirrors, ..
                } = &mut *state;
                // Who watches one that is over is told by the end of its mirror.
                mirrors.retain(|id, _| seated.contains_key(id));
                drop(state);
                self.reached(Reach::Reached);
                self.changed.send_modify(|count| *count += 1);
            }
            FromPlayer::Seat { session_id, seat } => {
                let Some(mirror) = state.mirrors.get_mut(&session_id) else {
                    return;
                };
                mirror.seat.send_replace(*seat);
                let unwanted = mirror.unfollow_if_unwanted(&session_id);
                state.send(unwanted);
            }
            FromPlayer::Moved { session_id } => {
                let Some(mirror) = state.mirrors.get_mut(&session_id) else {
                    return;
                };
                mirror.moves.send_modify(|count| *count += 1);
                let unwanted = mirror.unfollow_if_unwanted(&session_id);
                state.send(unwanted);
            }
            FromPlayer::Answer { number, answer } => {
                if let Some(answered) = state.answers.remove(&number) {
                    // Whoever asked may not wait any more.
                    let _not_wanted = answered.send(answer);
                }
            }
        }
    }

    pub(super) fn take_frame(&self, bytes: &[u8]) {
        let Some((session_id, frame)) = FrameHeader::read(bytes) else {
            return;
        };
        let state = self.state.lock().ignore_poison();
        if let Some(mirror) = state.mirrors.get(&session_id) {
            mirror.newest.send_replace(Some(Arc::new(frame)));
        }
    }
}
