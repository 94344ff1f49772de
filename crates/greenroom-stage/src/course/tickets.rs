//! Events that the server makes, for tools and at the launch.
//!
//! The page carries such an event out and says by its number when that was, so its place among
//! the content's own events is known. What it holds is never taken from the page.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use greenroom_stdx::now_ms;
use scorm_session::{Answer, Effect, Event, EventKind};

/// Numbers stay exact in JavaScript.
const RANDOM_BITS: u32 = 53;

/// The events that were made so far and are not over.
#[derive(Debug, Default)]
pub(super) struct Tickets {
    issued: u64,
    open: BTreeMap<u64, Event>,
    /// What the replica answered to those that have happened.
    happened: BTreeMap<u64, Option<Answer>>,
}

/// Where an event of the server stands.
#[derive(Debug)]
pub(super) enum Standing {
    /// The page has not said that it happened.
    Open(Event),
    /// It is in the journal; an API call has an answer.
    Happened(Option<Answer>),
}

impl Tickets {
    /// Makes an event; `cut` names arguments that were too long to be kept.
    pub(super) fn issue(&mut self, kind: EventKind, cut: Vec<usize>) -> (u64, Event) {
        self.issued += 1;
        let random = RandomState::new().build_hasher().finish() >> (u64::BITS - RANDOM_BITS);
        let mut event = Event::new(now_ms(), random, kind);
        event.cut = cut;
        self.open.insert(self.issued, event.clone());
        (self.issued, event)
    }

    /// The event of this number, which happens now; none if there is no such event.
    pub(super) fn redeem(&mut self, ticket: u64) -> Option<Event> {
        self.open.remove(&ticket)
    }

    /// The page has not said that it happened.
    pub(super) fn is_open(&self, ticket: u64) -> bool {
        self.open.contains_key(&ticket)
    }

    /// It has happened, with these effects.
    pub(super) fn happened(&mut self, ticket: u64, effects: &[Effect]) {
        self.happened.insert(ticket, answer_in(effects));
    }

    /// Where it stands; it is forgotten with this.
    pub(super) fn conclude(&mut self, ticket: u64) -> Option<Standing> {
        let happened = self.happened.remove(&ticket).map(Standing::Happened);
        happened.or_else(|| self.open.remove(&ticket).map(Standing::Open))
    }
}

/// The answer to an API call among its effects.
pub(super) fn answer_in(effects: &[Effect]) -> Option<Answer> {
    effects.iter().find_map(|effect| match effect {
        Effect::Answered(answer) => Some(answer.clone()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_happens_once_and_under_its_own_number() {
        let mut tickets = Tickets::default();
        let (first, event) = tickets.issue(EventKind::TrackingReset, Vec::new());
        let (second, _) = tickets.issue(EventKind::CloseRequested, Vec::new());
        assert_eq!(tickets.redeem(first), Some(event));
        assert_eq!(tickets.redeem(first), None, "twice");
        assert_eq!(tickets.redeem(second + 1), None, "never made");
        tickets.happened(first, &[]);
        assert!(matches!(
            tickets.conclude(first),
            Some(Standing::Happened(None))
        ));
        assert!(matches!(tickets.conclude(second), Some(Standing::Open(_))));
        assert!(tickets.conclude(first).is_none());
    }
}
