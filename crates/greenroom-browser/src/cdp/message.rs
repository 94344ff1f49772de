//! The shape of CDP messages, as far as the router looks into them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Flat-mode session: one attached target.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SessionId(pub(crate) Arc<str>);

/// Something that happened in the browser.
#[derive(Debug)]
pub(crate) struct Event {
    /// None: said by the browser itself.
    pub(crate) session: Option<SessionId>,
    pub(crate) method: String,
    pub(crate) params: Value,
    /// Bytes that were cut out of it before it was read.
    pub(crate) cut: u64,
    /// Bytes that it had before.
    pub(crate) size: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Command<'a> {
    pub(crate) id: u64,
    pub(crate) method: &'a str,
    pub(crate) params: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) session_id: Option<&'a SessionId>,
}

/// What the browser sends: an answer if `id` is there, else an event.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Incoming {
    pub(crate) id: Option<u64>,
    pub(crate) method: Option<String>,
    #[serde(default)]
    pub(crate) params: Value,
    pub(crate) session_id: Option<SessionId>,
    #[serde(default)]
    pub(crate) result: Value,
    pub(crate) error: Option<Refusal>,
}

/// The session of a message of a console, found without reading the message.
pub(crate) fn session_of_console(text: &[u8]) -> Option<SessionId> {
    const BEGINNINGS: [&[u8]; 2] = [
        b"{\"method\":\"Runtime.consoleAPICalled\"",
        b"{\"method\":\"Runtime.exceptionThrown\"",
    ];
    if !BEGINNINGS.iter().any(|begins| text.starts_with(begins)) {
        return None;
    }
    let text = text.strip_suffix(b"\"}")?;
    let quote = text.iter().rposition(|byte| *byte == b'"')?;
    let (before, session) = text.split_at(quote);
    before.ends_with(b"\"sessionId\":").then_some(())?;
    Some(SessionId(std::str::from_utf8(&session[1..]).ok()?.into()))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Refusal {
    #[serde(default)]
    pub(crate) code: i64,
    #[serde(default)]
    pub(crate) message: String,
}
