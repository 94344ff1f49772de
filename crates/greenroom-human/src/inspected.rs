//! What the inspector and `MCP_DEBUG` see of the calls that this process's client makes.

use greenroom_dialog::inspector::Direction;
use serde_json::{Map, Value, json};

use super::line::Line;
use crate::ToolError;
use crate::cx::Cx;

/// A call came.
pub(super) fn call(cx: &Cx, line: &Line, name: &str, arguments: &Map<String, Value>) {
    let message = json!({
        "jsonrpc": "2.0", "id": id(cx), "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    });
    line.record(Direction::Incoming, &message, cx.client());
}

/// A call is answered with this data.
pub(super) fn reply(cx: &Cx, line: &Line, data: &Value) {
    let message = json!({"jsonrpc": "2.0", "id": id(cx), "result": data});
    line.record(Direction::Outgoing, &message, cx.client());
}

/// A call failed. Where there is no way to the human yet, nobody looks.
pub(super) fn failure(cx: &Cx, error: &ToolError) {
    let Some(line) = cx.humans().open_line() else {
        return;
    };
    let message = json!({
        "jsonrpc": "2.0", "id": id(cx),
        "error": {
            "code": error.code.rpc_code(), "message": error.wire_message(),
            "data": error.wire_data(),
        },
    });
    line.record(Direction::Outgoing, &message, cx.client());
}

fn id(cx: &Cx) -> Value {
    let id = cx.rpc_id().and_then(|id| serde_json::from_str(id).ok());
    id.unwrap_or_default()
}
