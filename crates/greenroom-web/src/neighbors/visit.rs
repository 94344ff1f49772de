//! One workbench that is connected to a process that plays.

use super::reachable::Played;
use super::telling::{tell_moves, tell_seat, tell_sessions};
use super::wire::{Answer, FromPlayer, Question, ToPlayer};
use crate::task::AbortOnDrop;
use crate::workbench::courses::NotDone;
use crate::workbench::driving::{LookingOn, Pace, Visitor, send_frames};
use crate::workbench::outbox::{self, Outbox, Overflow};
use axum::extract::ws::{Message, WebSocket};
use futures::StreamExt as _;
use greenroom_human::pulse::{Gone, Pulse};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::task::JoinSet;

/// Pages of one workbench.
const PAGES: usize = 64;
/// Pages of one workbench that look on, each at its sessions.
const LOOKS: usize = 256;
/// Questions that may wait for acts.
const QUESTIONS: usize = 64;
/// Characters of a person's name, and of the name of a page.
const LONGEST_NAME: usize = 64;

/// Serves a workbench until it is gone.
pub(super) async fn receive(played: Arc<dyn Played>, socket: WebSocket) {
    let (outbox, mut incoming) = outbox::split(socket);
    let (told, to) = (Arc::clone(&played), outbox.clone());
    let _sessions = sending(async move { tell_sessions(&*told, &to).await });
    let mut visit = Visit {
        played: Arc::clone(&played),
        outbox,
        frames: BTreeMap::new(),
        followed: BTreeMap::new(),
        looking: Vec::new(),
        pages: BTreeSet::new(),
        questions: JoinSet::new(),
    };
    let mut pulse = Pulse::start();
    loop {
        let done = tokio::select! {
            message = incoming.next() => {
                pulse.heard();
                match message {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(message) => visit.take(message).await,
                        // Both sides agreed on the protocol, so this is none of ours.
                        Err(_) => break,
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break,
                }
            }
            beat = pulse.beat() => match beat {
                Ok(()) => visit.outbox.ping(),
                Err(Gone) => break,
            },
        };
        if done.is_err() {
            break;
        }
    }
    // Whoever drove from there is gone, and may come back over another workbench.
    for page in &visit.pages {
        played.page_left(page);
    }
}

struct Visit {
    played: Arc<dyn Played>,
    outbox: Outbox,
    frames: BTreeMap<String, AbortOnDrop>,
    followed: BTreeMap<String, [AbortOnDrop; 2]>,
    looking: Vec<(String, Visitor, LookingOn)>,
    /// Those that looked or drove.
    pages: BTreeSet<String>,
    questions: JoinSet<()>,
}

impl Visit {
    async fn take(&mut self, message: ToPlayer) -> Result<(), Overflow> {
        match message {
            ToPlayer::Frames { session_id, pace } => self.film(session_id, pace),
            ToPlayer::Follow { session_id, on } => self.follow(session_id, on),
            ToPlayer::Look {
                session_id,
                visitor,
                on,
            } => self.look(session_id, visitor, on),
            ToPlayer::PageLeft { page } => {
                if self.pages.remove(&page) {
                    self.played.page_left(&page);
                }
            }
            ToPlayer::Ask { number, question } => return self.answer(number, question).await,
        }
        Ok(())
    }

    fn film(&mut self, session_id: String, pace: Option<Pace>) {
        let Some(pace) = pace else {
            self.frames.remove(&session_id);
            return;
        };
        // Only open sessions have frames, so there are never more of these than sessions.
        if let Some(frames) = self.played.frames(&session_id, pace) {
            let (outbox, id) = (self.outbox.clone(), session_id.clone());
            let task = sending(async move { send_frames(&outbox, &id, frames, pace).await });
            self.frames.insert(session_id, task);
        }
    }

    fn follow(&mut self, session_id: String, on: bool) {
        let seat = self.played.seat(&session_id);
        let (true, Some(seat)) = (on, seat) else {
            self.followed.remove(&session_id);
            return;
        };
        let (outbox, id) = (self.outbox.clone(), session_id.clone());
        let of_seat = sending(async move { tell_seat(&outbox, &id, seat).await });
        let (played, outbox) = (Arc::clone(&self.played), self.outbox.clone());
        let id = session_id.clone();
        let of_moves = sending(async move { tell_moves(&*played, &outbox, &id).await });
        self.followed.insert(session_id, [of_seat, of_moves]);
    }

    fn look(&mut self, session_id: String, visitor: Visitor, on: bool) {
        if !on {
            let is_it =
                |(id, one, _): &(String, Visitor, LookingOn)| *id == session_id && *one == visitor;
            if let Some(place) = self.looking.iter().position(is_it) {
                drop(self.looking.remove(place));
            }
            return;
        }
        if self.looking.len() < LOOKS
            && self.know(&visitor.page, &visitor.name)
            && let Some(looking) = self.played.look_on(&session_id, &visitor)
        {
            self.looking.push((session_id, visitor, looking));
        }
    }

    /// Whether a page and its person are ones that can be.
    fn know(&mut self, page: &str, name: &str) -> bool {
        let is_short = |text: &str| !text.is_empty() && text.chars().count() <= LONGEST_NAME;
        if !is_short(page) || !is_short(name) {
            return false;
        }
        if !self.pages.contains(page) && self.pages.len() < PAGES {
            self.pages.insert(page.to_owned());
        }
        self.pages.contains(page)
    }

    async fn answer(&mut self, number: u64, question: Question) -> Result<(), Overflow> {
        // Both are done at once, and one after the other.
        let done = match question {
            Question::Drive {
                session_id,
                visitor,
                wish,
            } => {
                if self.know(&visitor.page, &visitor.name) {
                    self.played.drive(&session_id, &visitor, wish).await
                } else {
                    Err(refusal("no such page"))
                }
            }
            Question::Input {
                session_id,
                page,
                input,
            } => match input.fault() {
                // A page of another workbench has its own way here.
                None if !self.pages.contains(&page) => Err(refusal("take over first")),
                None => self.played.input(&session_id, &page, input).await,
                Some(fault) => Err(refusal(fault)),
            },
            Question::Acts { session_id, since } => {
                return self.wait_for_acts(number, session_id, since);
            }
        };
        let answer = done.map_or_else(Answer::from, |()| Answer::Done);
        send(&self.outbox, &FromPlayer::Answer { number, answer })
    }

    fn wait_for_acts(
        &mut self,
        number: u64,
        session_id: String,
        since: Option<u64>,
    ) -> Result<(), Overflow> {
        while self.questions.try_join_next().is_some() {}
        if self.questions.len() >= QUESTIONS {
            let answer = refusal("too many pages look on at once").into();
            return send(&self.outbox, &FromPlayer::Answer { number, answer });
        }
        let (played, outbox) = (Arc::clone(&self.played), self.outbox.clone());
        self.questions.spawn(async move {
            let answer = match played.acts(&session_id, since).await {
                Ok((newest, acts)) => Answer::Acts { newest, acts },
                Err(why) => why.into(),
            };
            // An overflow ends the connection; the workbench comes back and asks again.
            let _overflow = send(&outbox, &FromPlayer::Answer { number, answer });
        });
        Ok(())
    }
}

fn refusal(message: &str) -> NotDone {
    NotDone {
        message: message.to_owned(),
        hint: String::new(),
    }
}

fn send(outbox: &Outbox, message: &FromPlayer) -> Result<(), Overflow> {
    outbox.send(&json!(message))
}

fn sending(work: impl Future<Output = Result<(), Overflow>> + Send + 'static) -> AbortOnDrop {
    AbortOnDrop::new(async move {
        // An overflow ends the connection; the workbench comes back and asks again.
        let _overflow = work.await;
    })
}
