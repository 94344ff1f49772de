//! What goes over the socket between two processes. Frames are binary, as pages get them.

use crate::workbench::courses::{Driver, NotDone};
use crate::workbench::driving::{ActLine, DriveWish, Holder, Pace, PersonInput, Seat, Visitor};
use serde::{Deserialize, Serialize};

/// From the process of a workbench to the one that plays.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ToPlayer {
    /// Frames of a session at this pace from now on; without one no more.
    Frames {
        session_id: String,
        pace: Option<Pace>,
    },
    /// Who drives a session, and that its course did something.
    Follow { session_id: String, on: bool },
    /// A page looks at a session, or no longer.
    Look {
        session_id: String,
        visitor: Visitor,
        on: bool,
    },
    /// The connection of a page is over.
    PageLeft { page: String },
    /// Gets an answer with the same number.
    Ask { number: u64, question: Question },
}

/// What is answered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(super) enum Question {
    Drive {
        session_id: String,
        visitor: Visitor,
        wish: DriveWish,
    },
    Input {
        session_id: String,
        page: String,
        input: PersonInput,
    },
    Acts {
        session_id: String,
        since: Option<u64>,
    },
}

/// From the process that plays.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum FromPlayer {
    /// All that are open, now and whenever something of it changes.
    Sessions {
        sessions: Vec<Seated>,
    },
    Seat {
        session_id: String,
        seat: Box<Seat>,
    },
    /// The course did something, which its journal tells.
    Moved {
        session_id: String,
    },
    Answer {
        number: u64,
        answer: Answer,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub(super) enum Answer {
    Done,
    Acts { newest: u64, acts: Vec<ActLine> },
    Refused { message: String, hint: String },
}

impl From<NotDone> for Answer {
    fn from(why: NotDone) -> Self {
        let NotDone { message, hint } = why;
        Self::Refused { message, hint }
    }
}

/// Who is at an open session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seated {
    pub session_id: String,
    pub driver: Driver,
    pub agent: Option<String>,
    pub holder: Option<Holder>,
}
