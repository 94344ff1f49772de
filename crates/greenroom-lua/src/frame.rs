//! The variable protocol on the wire: one text frame holds one batch of messages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version that both sides speak.
pub const PROTOCOL: u32 = 1;

/// A frame from a page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PageFrame {
    /// Counts the frames of one page load, across connections.
    pub seq: u64,
    /// The highest frame of the server that the page has handled.
    #[serde(default)]
    pub ack: u64,
    /// Whether a human waits for the effect.
    #[serde(default, rename = "userEvent")]
    pub user_event: bool,
    /// Read one by one, so that a bad message harms only itself.
    #[serde(default)]
    pub messages: Vec<Value>,
}

/// A message of a page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum PageMessage {
    /// The first message of a connection.
    Hello {
        protocol: u32,
        page: String,
        tab: String,
        #[serde(default)]
        path: String,
    },
    /// A new variable below `parent`.
    Create {
        id: u64,
        parent: u64,
        path: String,
        #[serde(default)]
        properties: Map<String, Value>,
        #[serde(default = "yes")]
        watch: bool,
    },
    /// A write, or the call of an action.
    Update {
        id: u64,
        /// Absent leaves the value; `null` is a value.
        #[serde(default, deserialize_with = "present")]
        value: Option<Value>,
        #[serde(default)]
        properties: Option<Map<String, Value>>,
        /// What the human saw when it was done.
        #[serde(default)]
        shown: Option<Shown>,
    },
    /// Asks for full updates.
    Get { ids: Vec<u64> },
    /// Makes a variable active and sends everything again.
    Watch { id: u64 },
    /// Stops computing a variable and those below it.
    Unwatch { id: u64 },
    /// Removes variables with all below them.
    Destroy { ids: Vec<u64> },
    /// Tells whether the human sees the page.
    Visible { visible: bool },
}

/// An object as a page showed it. The rows of a list move while a click is under way; by this the
/// click reaches the row that the human saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Shown {
    /// The variable that had the object.
    pub id: u64,
    /// The number of the object.
    pub obj: i64,
}

/// A frame to a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ServerFrame {
    /// Counts the frames of one connection.
    pub seq: u64,
    /// The highest frame of the page that is handled completely.
    pub ack: u64,
    pub messages: Vec<ServerMessage>,
}

/// A message to a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        protocol: u32,
        session: String,
        server: String,
        connection: String,
        handled: Option<u64>,
    },
    /// New, changed and removed (`null`) view definitions.
    Viewdefs {
        defs: BTreeMap<String, Option<SentViewdef>>,
    },
    /// A value or properties that changed. With neither, the page must `get`.
    Update {
        id: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        properties: Option<Map<String, Value>>,
    },
    /// The server removed variables.
    Destroy { ids: Vec<u64> },
    /// A fault of a variable, or of the connection. `code: null` clears the mark.
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        code: Option<SocketCode>,
        message: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        traceback: Option<String>,
    },
    /// Words for the human.
    Notice { kind: NoticeKind, text: String },
}

/// A view definition as a page gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SentViewdef {
    pub version: u64,
    pub html: String,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    Busy,
    Idle,
    Attention,
    Ended,
    Stopping,
    Reloaded,
    /// The project's style sheet changed.
    Style,
}

/// The codes of errors on the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SocketCode {
    PathSyntax,
    PathNil,
    Access,
    LuaError,
    LuaTimeout,
    LuaMemory,
    UnknownVariable,
    IdInUse,
    NoType,
    /// What the human saw is no longer there: nothing was done.
    Gone,
    Limit,
    BadMessage,
}

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseCode {
    SessionEnded = 4000,
    Stopping = 4001,
    Limit = 4003,
    UnknownSession = 4004,
    ProtocolFault = 4400,
}

fn yes() -> bool {
    true
}

/// Tells `null` from an absent member.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn messages_have_the_wire_form_of_the_protocol() {
        let frame = ServerFrame {
            seq: 1,
            ack: 1,
            messages: vec![
                ServerMessage::Update {
                    id: 5,
                    value: None,
                    properties: None,
                },
                ServerMessage::Error {
                    id: Some(2),
                    code: Some(SocketCode::PathSyntax),
                    message: "x".to_owned(),
                    traceback: None,
                },
                ServerMessage::Notice {
                    kind: NoticeKind::Busy,
                    text: "…".to_owned(),
                },
            ],
        };
        assert_eq!(
            serde_json::to_value(&frame).unwrap(),
            json!({"seq": 1, "ack": 1, "messages": [
                {"type": "update", "id": 5},
                {"type": "error", "id": 2, "code": "PATH_SYNTAX", "message": "x"},
                {"type": "notice", "kind": "busy", "text": "…"},
            ]})
        );
    }

    #[test]
    fn null_is_a_value_and_absent_is_none() {
        let read = |value: Value| serde_json::from_value::<PageMessage>(value).unwrap();
        let update = |value| PageMessage::Update {
            id: 9,
            value,
            properties: None,
            shown: None,
        };
        assert_eq!(
            read(json!({"type": "update", "id": 9, "value": null})),
            update(Some(Value::Null))
        );
        assert_eq!(read(json!({"type": "update", "id": 9})), update(None));
    }
}
