//! One line of input: a message for rmcp, or the error that answers it.
//!
//! rmcp says nothing to a broken line and misleads on wrong shapes, so these are settled here.

use greenroom_tools::{ErrorCode, ToolError};
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, ClientRequest, JsonRpcMessage};
use serde_json::{Map, Value, json};

use super::stdio::LONGEST_LINE;

/// The methods that are served; anything else is MCP_METHOD_NOT_FOUND.
const METHODS: &[&str] = &[
    "initialize",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "server/discover",
    "tools/call",
    "tools/list",
];

/// What a line turned out to be.
#[derive(Debug)]
pub(crate) enum Message {
    /// A request or notification of the right shape.
    Good(Box<ClientJsonRpcMessage>),
    /// The JSON-RPC error to answer with.
    Refused(Value),
    /// Nothing to answer; the reason goes to the log.
    Ignored(String),
}

/// Reads a line.
pub(crate) fn read(line: &[u8]) -> Message {
    if line.iter().all(u8::is_ascii_whitespace) {
        return Message::Ignored("empty line".to_owned());
    }
    match serde_json::from_slice(line) {
        Ok(Value::Object(members)) => read_object(members),
        Ok(Value::Array(_)) => refuse(&Value::Null, &not_a_request("batches are not accepted")),
        Ok(_) => refuse(&Value::Null, &not_a_request("a message is an object")),
        Err(error) => {
            let error = ToolError::new(ErrorCode::ParseError, format!("line is not JSON: {error}"));
            refuse(&Value::Null, &error)
        }
    }
}

/// The answer to a line over the limit.
pub(super) fn too_long() -> Value {
    let error = not_a_request("the line is too long").detail("limit_bytes", LONGEST_LINE);
    error_response(&Value::Null, &error)
}

/// The answer to a request whose id belongs to a request that is still running.
pub(super) fn id_in_use(id: &Value) -> Value {
    error_response(
        id,
        &not_a_request(format!(
            "id {id} belongs to a request that is still running"
        )),
    )
}

fn read_object(members: Map<String, Value>) -> Message {
    let id = members.get("id").cloned();
    // An answer can only carry an id that a request can have.
    let answer_id = id.clone().filter(is_request_id).unwrap_or(Value::Null);
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return refuse(&answer_id, &not_a_request("`jsonrpc` is not \"2.0\""));
    }
    let Some(method) = members.get("method") else {
        let is_response = members.contains_key("result") || members.contains_key("error");
        return if is_response {
            read_response(members)
        } else {
            refuse(&answer_id, &not_a_request("there is no `method`"))
        };
    };
    let Some(method) = method.as_str().map(str::to_owned) else {
        return refuse(&answer_id, &not_a_request("`method` is not a string"));
    };
    if members
        .get("params")
        .is_some_and(|params| !params.is_object() && !params.is_null())
    {
        return refuse(&answer_id, &not_a_request("`params` is not an object"));
    }
    match id {
        None => read_notification(&method, members),
        Some(id) if is_request_id(&id) => read_request(&id, &method, members),
        Some(_) => refuse(
            &Value::Null,
            &not_a_request("`id` is neither string nor integer"),
        ),
    }
}

fn read_request(id: &Value, method: &str, mut members: Map<String, Value>) -> Message {
    if !METHODS.contains(&method) {
        let message = format!("no method is called `{method}`");
        let error = ToolError::new(ErrorCode::MethodNotFound, message).detail("methods", METHODS);
        return refuse(id, &error);
    }
    if members.get("params").is_some_and(Value::is_null) {
        members.remove("params");
    }
    if method == "tools/call"
        && let Err(error) = check_tool_call(members.get("params"))
    {
        return refuse(id, &error);
    }
    match serde_json::from_value::<ClientJsonRpcMessage>(Value::Object(members)) {
        // rmcp takes a known method with unfit parameters for a method of the server's own.
        Ok(JsonRpcMessage::Request(request))
            if !matches!(request.request, ClientRequest::CustomRequest(_)) =>
        {
            Message::Good(Box::new(JsonRpcMessage::Request(request)))
        }
        _ => {
            let message = format!("the parameters do not fit `{method}`");
            let error = ToolError::new(ErrorCode::InvalidParams, message)
                .hint("See the Model Context Protocol for this method.");
            refuse(id, &error)
        }
    }
}

/// An answer to a request of ours; rmcp knows which ones it sent.
fn read_response(members: Map<String, Value>) -> Message {
    match serde_json::from_value::<ClientJsonRpcMessage>(Value::Object(members)) {
        Ok(message @ (JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_))) => {
            Message::Good(Box::new(message))
        }
        _ => Message::Ignored("response to no request of ours".to_owned()),
    }
}

fn read_notification(method: &str, members: Map<String, Value>) -> Message {
    match serde_json::from_value::<ClientJsonRpcMessage>(Value::Object(members)) {
        Ok(JsonRpcMessage::Notification(notification))
            if !matches!(
                notification.notification,
                ClientNotification::CustomNotification(_)
            ) =>
        {
            Message::Good(Box::new(JsonRpcMessage::Notification(notification)))
        }
        _ => Message::Ignored(format!("notification `{method}`")),
    }
}

/// A member of the parameters, the type it must have, and the test for it.
type MemberRule = (&'static str, &'static str, fn(&Value) -> bool);

/// The shape of `tools/call`; the tool's own parameters are checked by the dispatcher.
fn check_tool_call(params: Option<&Value>) -> Result<(), ToolError> {
    let rules: [MemberRule; 3] = [
        ("name", "string", Value::is_string),
        ("arguments", "object", |value| {
            value.is_object() || value.is_null()
        }),
        ("_meta", "object", |value| {
            value.is_object() || value.is_null()
        }),
    ];
    let mut faults = Vec::new();
    for (member, expected, is_right) in rules {
        let received = match params.and_then(|params| params.get(member)) {
            None if member == "name" => "nothing".to_owned(),
            Some(value) if !is_right(value) => value.to_string().chars().take(80).collect(),
            _ => continue,
        };
        faults.push(json!({"path": member, "expected": expected, "received": received}));
    }
    if faults.is_empty() {
        return Ok(());
    }
    let message = "tools/call takes {name: string, arguments: object}";
    Err(ToolError::new(ErrorCode::InvalidParams, message)
        .hint("A right call: {\"name\":\"scorm_echo\",\"arguments\":{}}")
        .detail("faults", faults))
}

/// Strings, and the integers that rmcp can carry.
fn is_request_id(id: &Value) -> bool {
    id.is_string() || id.is_i64()
}

fn not_a_request(message: impl Into<String>) -> ToolError {
    ToolError::new(ErrorCode::InvalidRequest, message)
}

fn refuse(id: &Value, error: &ToolError) -> Message {
    Message::Refused(error_response(id, error))
}

fn error_response(id: &Value, error: &ToolError) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "error": {
            "code": error.code.rpc_code(),
            "message": error.wire_message(),
            "data": error.wire_data(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lines_get_the_code_that_says_what_is_wrong() {
        for (line, code, id) in [
            ("{\"jsonrpc\":", -32700, json!(null)),
            ("hello", -32700, json!(null)),
            ("\u{0}", -32700, json!(null)),
            ("[]", -32600, json!(null)),
            (
                r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
                -32600,
                json!(null),
            ),
            ("5", -32600, json!(null)),
            ("{}", -32600, json!(null)),
            (r#"{"id":1,"method":"ping"}"#, -32600, json!(1)),
            (
                r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
                -32600,
                json!("a"),
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                -32600,
                json!(null),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
                -32600,
                json!(null),
            ),
            (
                r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
                -32600,
                json!(null),
            ),
            (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, json!(1)),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
                -32600,
                json!(1),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"scorm_echo"}"#,
                -32601,
                json!(1),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
                -32602,
                json!(1),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
                -32602,
                json!(1),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}"#,
                -32602,
                json!(1),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":[]}}"#,
                -32602,
                json!(1),
            ),
        ] {
            let Message::Refused(answer) = read(line.as_bytes()) else {
                panic!("{line} passed")
            };
            assert_eq!(answer["error"]["code"], code, "{line}");
            assert_eq!(answer["id"], id, "{line}");
            let message = answer["error"]["message"].as_str().unwrap();
            let error_code = answer["error"]["data"]["error_code"].as_str().unwrap();
            assert!(message.starts_with(error_code), "{line}: {message}");
        }
    }

    #[test]
    fn good_lines_pass_and_strange_notifications_are_ignored() {
        for line in [
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"x","method":"tools/list","params":null}"#,
            r#"{"jsonrpc":"2.0","id":-3,"method":"tools/call","params":{"name":"scorm_echo"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        ] {
            assert!(matches!(read(line.as_bytes()), Message::Good(_)), "{line}");
        }
        for line in [
            "  ",
            r#"{"jsonrpc":"2.0","method":"notifications/strange"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}"#,
            r#"{"jsonrpc":"2.0","id":[],"result":{}}"#,
        ] {
            assert!(
                matches!(read(line.as_bytes()), Message::Ignored(_)),
                "{line}"
            );
        }
    }
}
