//! Recording: what was done in a session becomes a rehearsal that does it again.
//!
//! The source is the session's stream of events. An act on the page is an event with the act itself
//! in its payload (`act`, as rehearsals write it); calls, changes of the data model, navigation,
//! opening and closing are events already. [`record`] is a pure function of them, so whoever plays
//! a course without tools only has to tell its acts (`page::told`).

mod file;
mod moving;
mod noise;
mod parts;
mod people;
mod scribe;
mod source;
#[cfg(test)]
mod tests;
mod told_by_page;

use greenroom_store::SessionEvent;
use scorm_session::rehearsal::format::{Rehearsal, TrackingWanted, ViewportSize};
use serde::Serialize;

pub use self::file::{NotWritten, write};
pub use self::people::{RecordingStands, recording_stands};
pub use self::source::{record_person, record_session};

/// What is known beside the events.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Name of the rehearsal.
    pub id: String,
    /// The course, as the rehearsal names it.
    pub course: Option<String>,
    /// Size of the window, if it is not the usual one.
    pub viewport: Option<ViewportSize>,
    /// Tracking of the whole course as it stands now; what the last close told, when absent.
    pub root: Option<TrackingWanted>,
    /// Acts before this event are left out; 0 takes all.
    pub from_seq: u64,
}

/// A recording.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Plays what was done, and states what came of it.
    pub rehearsal: Rehearsal,
    /// What the rehearsal does not hold, oldest first.
    pub left_out: Vec<LeftOut>,
}

impl Recorded {
    /// How many things the rehearsal states.
    pub fn statements(&self) -> usize {
        self.rehearsal.statements()
    }
}

/// Something that was done or seen and is not in the rehearsal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct LeftOut {
    /// Its event
    pub seq: u64,
    pub what: String,
    pub why: String,
}

/// Makes a rehearsal of the events of a session, oldest first.
pub fn record(events: &[SessionEvent], about: About) -> Recorded {
    let mut scribe = scribe::Scribe::new(about);
    for event in events {
        scribe.take_in(event);
    }
    scribe.finish()
}
