//! The side that looks: one process that plays, and what is asked of it.

use super::connection::keep_connected;
use super::known::{Known, Reach};
use super::wire::{Answer, Question, Seated, ToPlayer};
use super::{Announcement, PROTOCOL};
use crate::task::AbortOnDrop;
use crate::workbench::courses::OutOfReach;
use crate::workbench::driving::{Frames, LookingOn, Pace, Seat, Visitor};
use greenroom_stdx::IgnorePoison as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;

/// A process that plays. It is left alone when this is dropped.
#[derive(Debug)]
pub(super) struct Neighbor {
    known: Arc<Known>,
    _connection: Option<AbortOnDrop>,
}

impl Neighbor {
    /// Gets to know a process by what it announces.
    pub(super) fn meet(announced: &[u8], changed: &watch::Sender<u64>) -> Self {
        let announcement = serde_json::from_slice::<Announcement>(announced).ok();
        let understood = announcement.filter(|it| it.protocol == PROTOCOL);
        let reach = match understood {
            Some(_) => Reach::Trying,
            None => Reach::Not(OutOfReach::OtherVersion),
        };
        let known = Arc::new(Known {
            state: Mutex::default(),
            reach: watch::Sender::new(reach),
            changed: changed.clone(),
        });
        let connection = understood.map(|announcement| {
            let known = Arc::clone(&known);
            AbortOnDrop::new(async move { keep_connected(&known, &announcement).await })
        });
        Self {
            known,
            _connection: connection,
        }
    }

    /// Whether it can be reached, now and whenever it changes.
    pub(super) fn reach(&self) -> watch::Receiver<Reach> {
        self.known.reach.subscribe()
    }

    /// Who is at a session of it.
    pub(super) fn seated(&self, session_id: &str) -> Option<Seated> {
        let state = self.known.state.lock().ignore_poison();
        state.seated.get(session_id).cloned()
    }

    pub(super) fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>> {
        self.known
            .followed(session_id, |mirror| mirror.seat.subscribe())
    }

    pub(super) fn moves(&self, session_id: &str) -> Option<watch::Receiver<u64>> {
        self.known
            .followed(session_id, |mirror| mirror.moves.subscribe())
    }

    pub(super) fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames> {
        let mut state = self.known.state.lock().ignore_poison();
        let number = state.next_number();
        let mirror = state.mirror(session_id)?;
        let newest = mirror.newest.subscribe();
        let wish = mirror.watch(session_id, number, pace);
        state.send(wish);
        Some(Frames {
            newest,
            watcher: Box::new(self.there(session_id, number)),
        })
    }

    pub(super) fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn> {
        let mut state = self.known.state.lock().ignore_poison();
        let number = state.next_number();
        let mirror = state.mirror(session_id)?;
        let wish = mirror.look(session_id, number, visitor.clone());
        state.send(Some(wish));
        Some(Box::new(self.there(session_id, number)))
    }

    fn there(&self, session_id: &str, number: u64) -> There {
        There {
            known: Arc::clone(&self.known),
            session_id: session_id.to_owned(),
            number,
        }
    }

    pub(super) fn page_left(&self, page: &str) {
        let page = page.to_owned();
        let state = self.known.state.lock().ignore_poison();
        state.send(Some(ToPlayer::PageLeft { page }));
    }

    /// Asks something. It is on its way when this returns; the future waits for the answer, and
    /// gives nothing if none came.
    pub(super) fn ask(
        &self,
        question: Question,
        patience: Duration,
    ) -> impl Future<Output = Option<Answer>> + Send + use<> {
        let known = Arc::clone(&self.known);
        let asked = known.state.lock().ignore_poison().ask(question);
        async move {
            let (number, answer) = asked?;
            let Ok(answer) = tokio::time::timeout(patience, answer).await else {
                known.state.lock().ignore_poison().answers.remove(&number);
                return None;
            };
            // An error says that the connection is lost.
            answer.ok()
        }
    }
}

impl Drop for Neighbor {
    fn drop(&mut self) {
        // Who still watches is told by the end of the mirrors.
        let mut state = self.known.state.lock().ignore_poison();
        state.mirrors.clear();
        state.answers.clear();
        state.line = None;
    }
}

/// Somebody who watches or looks on, until this is dropped.
struct There {
    known: Arc<Known>,
    session_id: String,
    number: u64,
}

impl Drop for There {
    fn drop(&mut self) {
        let mut state = self.known.state.lock().ignore_poison();
        let Some(mirror) = state.mirrors.get_mut(&self.session_id) else {
            return;
        };
        let watched = mirror.unwatch(&self.session_id, self.number);
        let looked = mirror.look_away(&self.session_id, self.number);
        state.send(watched);
        state.send(looked);
    }
}
