//! What a workbench knows of a session that another process plays, and what it wants to know.

use super::wire::{Question, Seated, ToPlayer};
use crate::workbench::driving::{DriveWish, Frame, Pace, Seat, Visitor};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::watch;

/// One session, as it is told by its process.
#[derive(Debug)]
pub(super) struct Mirror {
    pub(super) seat: watch::Sender<Seat>,
    pub(super) newest: watch::Sender<Option<Arc<Frame>>>,
    pub(super) moves: watch::Sender<u64>,
    /// Whether its process was asked to tell of it.
    is_followed: bool,
    /// Who watches, by number.
    paces: BTreeMap<u64, Pace>,
    /// Who looks on, by number.
    here: BTreeMap<u64, Visitor>,
}

impl Mirror {
    /// Begins with what the list of sessions tells.
    pub(super) fn new(seated: &Seated) -> Self {
        let seat = Seat {
            agent: seated.agent.clone(),
            holder: seated.holder.clone(),
            ..Seat::default()
        };
        Self {
            seat: watch::Sender::new(seat),
            newest: watch::Sender::default(),
            moves: watch::Sender::default(),
            is_followed: false,
            paces: BTreeMap::new(),
            here: BTreeMap::new(),
        }
    }

    /// Somebody watches at this pace; what the process is to be told.
    pub(super) fn watch(&mut self, session_id: &str, number: u64, pace: Pace) -> Option<ToPlayer> {
        let before = self.pace();
        self.paces.insert(number, pace);
        self.paced(session_id, before)
    }

    pub(super) fn unwatch(&mut self, session_id: &str, number: u64) -> Option<ToPlayer> {
        let before = self.pace();
        self.paces.remove(&number);
        self.paced(session_id, before)
    }

    fn paced(&self, session_id: &str, before: Option<Pace>) -> Option<ToPlayer> {
        let pace = self.pace();
        (pace != before).then(|| ToPlayer::Frames {
            session_id: session_id.to_owned(),
            pace,
        })
    }

    /// The fastest that somebody wants.
    fn pace(&self) -> Option<Pace> {
        self.paces.values().min().copied()
    }

    pub(super) fn look(&mut self, session_id: &str, number: u64, visitor: Visitor) -> ToPlayer {
        self.here.insert(number, visitor.clone());
        looks(session_id, visitor, true)
    }

    pub(super) fn look_away(&mut self, session_id: &str, number: u64) -> Option<ToPlayer> {
        let visitor = self.here.remove(&number)?;
        Some(looks(session_id, visitor, false))
    }

    /// Somebody wants to know what happens there.
    pub(super) fn follow(&mut self, session_id: &str) -> Option<ToPlayer> {
        let is_new = !std::mem::replace(&mut self.is_followed, true);
        is_new.then(|| follows(session_id, true))
    }

    /// Nobody wants to know any more.
    pub(super) fn unfollow_if_unwanted(&mut self, session_id: &str) -> Option<ToPlayer> {
        let is_wanted = self.seat.receiver_count() > 0 || self.moves.receiver_count() > 0;
        if is_wanted || !std::mem::replace(&mut self.is_followed, false) {
            return None;
        }
        Some(follows(session_id, false))
    }

    /// All that is wanted, for a process that was reached again.
    pub(super) fn wishes(&self, session_id: &str) -> Vec<ToPlayer> {
        let mut wishes = Vec::new();
        if self.is_followed {
            wishes.push(follows(session_id, true));
        }
        wishes.extend(self.paced(session_id, None));
        let here = self.here.values().cloned();
        wishes.extend(here.map(|visitor| looks(session_id, visitor, true)));
        // The process took the page of whoever drives for gone.
        let seat = self.seat.borrow();
        let holds = |visitor: &&Visitor| {
            let holder = seat.holder.as_ref();
            holder.is_some_and(|holder| holder.page == visitor.page)
        };
        if let Some(visitor) = self.here.values().find(holds) {
            wishes.push(ToPlayer::Ask {
                number: 0,
                question: Question::Drive {
                    session_id: session_id.to_owned(),
                    visitor: visitor.clone(),
                    wish: DriveWish::Keep {
                        was: visitor.page.clone(),
                    },
                },
            });
        }
        wishes
    }
}

fn follows(session_id: &str, on: bool) -> ToPlayer {
    let session_id = session_id.to_owned();
    ToPlayer::Follow { session_id, on }
}

fn looks(session_id: &str, visitor: Visitor, on: bool) -> ToPlayer {
    ToPlayer::Look {
        session_id: session_id.to_owned(),
        visitor,
        on,
    }
}
