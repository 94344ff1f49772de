//! The frames of the endpoint, read and written.

use greenroom_dialog::{DialogError, State};
use serde_json::{Value, json};

/// What a frame turned out to be.
#[derive(Debug)]
pub(super) enum Frame {
    Request {
        id: Value,
        method: String,
        params: Value,
        message: Value,
    },
    /// No request; the reply says why.
    Wrong { reply: Value, message: Value },
}

/// Reads a frame.
pub(super) fn read(bytes: &[u8]) -> Frame {
    let Ok(message) = serde_json::from_slice::<Value>(bytes) else {
        return Frame::Wrong {
            reply: error(&Value::Null, -32700, "Parse error"),
            message: json!({"unparsable": String::from_utf8_lossy(bytes)}),
        };
    };
    let id = message.get("id").cloned().unwrap_or_default();
    let has_id = id.is_string() || id.is_number();
    let is_request = message["jsonrpc"] == "2.0" && has_id;
    match message.get("method").and_then(Value::as_str) {
        Some(method) if is_request => Frame::Request {
            method: method.to_owned(),
            params: message.get("params").cloned().unwrap_or_else(|| json!({})),
            id,
            message,
        },
        _ => {
            let id = if has_id { id } else { Value::Null };
            Frame::Wrong {
                reply: error(&id, -32600, "Invalid Request"),
                message,
            }
        }
    }
}

pub(super) fn result(id: &Value, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

pub(super) fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

pub(super) fn refused(id: &Value, error: &DialogError) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": error.ws_error()})
}

pub(super) fn state_change(id: &Value, dialog_id: &str, state: State, at: u64) -> Value {
    json!({
        "jsonrpc": "2.0", "method": "dialog-state-change",
        "params": {"id": id, "dialog_id": dialog_id, "state": state, "timestamp": at},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_request_is_answered_with_its_error() {
        for (frame, code, id) in [
            ("{", -32700, json!(null)),
            ("hello", -32700, json!(null)),
            ("[]", -32600, json!(null)),
            (
                r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
                -32600,
                json!(null),
            ),
            (r#"{"jsonrpc":"2.0","method":"ping"}"#, -32600, json!(null)),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                -32600,
                json!(null),
            ),
            (
                r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
                -32600,
                json!(1),
            ),
            (
                r#"{"jsonrpc":"2.0","id":"a","method":5}"#,
                -32600,
                json!("a"),
            ),
            (
                r#"{"jsonrpc":"2.0","id":"a","result":5}"#,
                -32600,
                json!("a"),
            ),
        ] {
            let Frame::Wrong { reply, .. } = read(frame.as_bytes()) else {
                panic!("{frame} passed")
            };
            assert_eq!(reply["error"]["code"], code, "{frame}");
            assert_eq!(reply["id"], id, "{frame}");
        }
    }
}
