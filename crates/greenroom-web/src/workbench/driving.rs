//! Watching what an agent plays, and taking it from its hands.
//!
//! Frames of the agent's page go out, input of a person comes in. Neither is part of the journal:
//! a frame is worth something only until the next one, and what input does is told as an act.

mod input;
mod sending;

pub use input::{KeyMove, MouseButton, MouseMove, PersonInput};
pub(crate) use sending::send_frames;

use super::courses::{NoCourses, NotDone};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::sync::Arc;
use tokio::sync::watch;

/// What plays in the browsers of agents, for people who look on or lend a hand.
pub trait Driving: Debug + Send + Sync {
    /// The page of a session, live for as long as this is kept; nothing if no such session is open.
    fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames>;

    /// Who drives a session; changes are told.
    fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>>;

    /// A page looks at a session, until the answer is dropped.
    fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn>;

    /// What was done to the page after act number `since`, once there is something; the newest
    /// number so far without `since`.
    fn acts<'a>(
        &'a self,
        session_id: &'a str,
        since: Option<u64>,
    ) -> BoxFuture<'a, Result<(u64, Vec<ActLine>), NotDone>>;

    /// A person pauses the agent, takes over, or gives back.
    fn drive<'a>(
        &'a self,
        session_id: &'a str,
        visitor: &'a Visitor,
        wish: DriveWish,
    ) -> BoxFuture<'a, Result<(), NotDone>>;

    /// What the person who drives did. It is on its way when this returns, so that inputs keep their
    /// order; the future tells what became of it.
    fn input(
        &self,
        session_id: &str,
        page: &str,
        input: PersonInput,
    ) -> BoxFuture<'static, Result<(), NotDone>>;

    /// The connection of a page is over.
    fn page_left(&self, page: &str);
}

/// How often frames are wanted while something moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Somebody follows what happens.
    Live,
    /// A small picture among others.
    Calm,
}

/// The frames of a session's page: the newest one, whenever there is another.
pub struct Frames {
    pub newest: watch::Receiver<Option<Arc<Frame>>>,
    /// The browser draws frames while somebody keeps this.
    pub watcher: Box<dyn Send + Sync>,
}

impl Debug for Frames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frames").finish_non_exhaustive()
    }
}

/// Ends when it is dropped.
pub type LookingOn = Box<dyn Send + Sync>;

/// One frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub number: u64,
    pub jpeg: Vec<u8>,
    /// Of the page's window, in CSS pixels.
    pub width: f64,
    pub height: f64,
}

/// Stands before the picture in the message of a frame.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FrameHeader {
    pub session_id: String,
    pub number: u64,
    /// Of the page's window, in CSS pixels.
    pub width: f64,
    pub height: f64,
}

impl FrameHeader {
    /// The message of a frame: the length of this as four bytes, this as JSON, a JPEG file.
    ///
    /// Frames are binary messages of the page's own socket. Fetched by number they would need a
    /// second way in with a token of its own, and come a round trip later; as text they would be a
    /// third larger. The socket is let in once, keeps order, and says when a frame has gone, so
    /// that a slow page gets fewer frames.
    pub fn message(session_id: &str, frame: &Frame) -> Vec<u8> {
        let header = Self {
            session_id: session_id.to_owned(),
            number: frame.number,
            width: frame.width,
            height: frame.height,
        };
        let header = serde_json::json!(header).to_string();
        let length = u32::try_from(header.len()).unwrap_or_default();
        [&length.to_be_bytes()[..], header.as_bytes(), &frame.jpeg].concat()
    }

    /// The session and the frame of such a message; nothing if it is none.
    pub(crate) fn read(message: &[u8]) -> Option<(String, Frame)> {
        let (length, rest) = message.split_first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let (header, jpeg) = rest.split_at_checked(length)?;
        let header: Self = serde_json::from_slice(header).ok()?;
        let frame = Frame {
            number: header.number,
            jpeg: jpeg.to_vec(),
            width: header.width,
            height: header.height,
        };
        Some((header.session_id, frame))
    }
}

/// Who is at a session, and who drives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Seat {
    /// The program that calls tools on it; absent before the first call.
    pub agent: Option<String>,
    /// The tool that acts now.
    pub acting: Option<String>,
    /// Tools that wait for a person to give back, in their order.
    pub waiting: Vec<WaitingTool>,
    /// The person who drives or has paused the agent; without one the agent drives.
    pub holder: Option<Holder>,
    /// How the last hold of a person ended.
    pub ended: Option<Ended>,
    /// The pages that look on.
    pub here: Vec<Visitor>,
}

/// A tool that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WaitingTool {
    pub tool: String,
    /// Then it answers that the session is busy.
    pub until: u64,
}

/// A person who keeps the agent from acting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Holder {
    /// The connection of their page.
    pub page: String,
    pub name: String,
    pub hold: Hold,
    pub since: u64,
    /// Their page is gone, and may come back for a moment.
    pub is_away: bool,
}

/// What a person keeps the agent from acting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// Nobody acts.
    Paused,
    /// The person acts.
    Drives,
}

/// How a hold ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ended {
    pub name: String,
    pub cause: EndCause,
    pub at: u64,
}

/// Why a hold ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndCause {
    GaveBack,
    /// The page was closed or lost.
    PageGone,
    /// The person did nothing for too long.
    Idle,
    /// Another person took over.
    TakenOver,
    /// The course or its session was closed.
    Closed,
}

/// A page that looks at a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Visitor {
    /// Its connection.
    pub page: String,
    pub name: String,
}

/// What a person wants of the wheel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "wish", rename_all = "snake_case")]
pub enum DriveWish {
    Pause,
    TakeOver,
    GiveBack,
    /// The page came back over another connection and goes on as before.
    Keep {
        was: String,
    },
}

/// Something that was done to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ActLine {
    /// Its number in the session's stream.
    pub number: u64,
    pub at: u64,
    pub by: ActBy,
    /// Name of the person; of agents the seat tells.
    pub name: Option<String>,
    /// Like `dom:click`.
    pub kind: String,
    /// What it was done to, in words.
    pub on: Option<String>,
    pub place: Option<Place>,
}

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ActBy {
    Agent,
    Person,
}

/// A place in the frame, as shares of its width and height.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Place {
    pub x: f64,
    pub y: f64,
}

impl Driving for NoCourses {
    fn frames(&self, _: &str, _: Pace) -> Option<Frames> {
        None
    }

    fn seat(&self, _: &str) -> Option<watch::Receiver<Seat>> {
        None
    }

    fn look_on(&self, _: &str, _: &Visitor) -> Option<LookingOn> {
        None
    }

    fn acts<'a>(
        &'a self,
        _: &'a str,
        _: Option<u64>,
    ) -> BoxFuture<'a, Result<(u64, Vec<ActLine>), NotDone>> {
        Self::refusal()
    }

    fn drive<'a>(
        &'a self,
        _: &'a str,
        _: &'a Visitor,
        _: DriveWish,
    ) -> BoxFuture<'a, Result<(), NotDone>> {
        Self::refusal()
    }

    fn input(&self, _: &str, _: &str, _: PersonInput) -> BoxFuture<'static, Result<(), NotDone>> {
        Self::refusal()
    }

    fn page_left(&self, _: &str) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_frame_follows_its_header() {
        let frame = Frame {
            number: 7,
            jpeg: vec![0xFF, 0xD8],
            width: 1024.0,
            height: 768.0,
        };
        let message = FrameHeader::message("s", &frame);
        let length = u32::from_be_bytes(message[..4].try_into().unwrap()) as usize;
        let header: serde_json::Value = serde_json::from_slice(&message[4..4 + length]).unwrap();
        let wanted = json!({"session_id": "s", "number": 7, "width": 1024.0, "height": 768.0});
        assert_eq!(header, wanted);
        assert_eq!(message[4 + length..], frame.jpeg);
        assert_eq!(FrameHeader::read(&message), Some(("s".to_owned(), frame)));
        for broken in [&message[..3], &message[..40], &[0xFF; 9], b"\0\0\0\x02{}"] {
            assert_eq!(FrameHeader::read(broken), None);
        }
    }
}
