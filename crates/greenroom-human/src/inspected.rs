//! What the inspector and `MCP_DEBUG` see of the calls that this process's client makes.

use greenroom_dialog::inspector::Direction;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::line::Line;

/// A call came.
pub(super) fn call(call: &Call<'_>, line: &Line, name: &str, arguments: &Map<String, Value>) {
    let message = json!({
        "jsonrpc": "2.0", "id": call.rpc_id, "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    });
    line.record(Direction::Incoming, &message, call.client);
}

/// A call is answered with this data.
pub(super) fn reply(call: &Call<'_>, line: &Line, data: &Value) {
    let message = json!({"jsonrpc": "2.0", "id": call.rpc_id, "result": data});
    line.record(Direction::Outgoing, &message, call.client);
}

/// A call failed. Where there is no way to the human yet, nobody looks.
pub fn failure(call: &Call<'_>, error: &Value) {
    let Some(line) = call.humans.open_line() else {
        return;
    };
    let message = json!({"jsonrpc": "2.0", "id": call.rpc_id, "error": error});
    line.record(Direction::Outgoing, &message, call.client);
}
