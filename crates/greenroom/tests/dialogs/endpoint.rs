//! The WebSocket endpoint: exact frames for programs that ask.

use greenroom_testkit::{HumanPage, WsProgram};
use serde_json::{Value, json};

use super::{bind, server, with_page};

#[test]
fn the_first_frame_greets_and_requests_are_answered() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let mut program = WsProgram::connect(&bench, "");
    assert_eq!(
        (&program.greeting["type"], &program.greeting["status"]),
        (&json!("connection"), &json!("connected"))
    );
    assert!(
        program.greeting["connectionId"]
            .as_str()
            .unwrap()
            .starts_with("conn_")
    );
    assert!(program.greeting.get("jsonrpc").is_none());
    program.send(json!({"jsonrpc": "2.0", "id": "test-1", "method": "ping"}));
    assert_eq!(
        program.reply(json!("test-1")),
        json!({"jsonrpc": "2.0", "id": "test-1", "result": {}})
    );
    program.send_bytes(br#"{"jsonrpc":"2.0","id":"bytes","method":"ping"}"#);
    assert_eq!(program.reply(json!("bytes"))["result"], json!({}));
    program.send(json!({"jsonrpc": "2.0", "id": 1, "method": "mcp-status"}));
    let status = program.reply(json!(1))["result"].clone();
    let keys: Vec<&String> = status.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["activeDialogs", "connected", "uptime"]);
    assert_eq!(status["connected"], true);
    program.send(json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}));
    assert_eq!(
        program.reply(json!(2))["result"]["tools"]
            .as_array()
            .unwrap()
            .len(),
        6
    );
    program.send(json!({"jsonrpc": "2.0", "id": 3, "method": "dialog-response"}));
    assert_eq!(
        program.reply(json!(3))["error"],
        json!({"code": -32601, "message": "Method not found"})
    );
    program.send_text("{nonsense");
    assert_eq!(
        program.reply(Value::Null),
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error"}})
    );
    program.send_text("[]");
    assert_eq!(program.reply(Value::Null)["error"]["code"], -32600);
}

#[test]
fn a_call_is_answered_when_the_human_has_acted() {
    let (_client, mut page) = with_page(&[]);
    let mut program = WsProgram::connect(&page.bench, "client=deploy");
    program.call(json!("req_abc123"), "planner", json!({
        "decision_context": "Order?", "options": [{"label": "Start with API", "value": "api_first"}]}));
    let request = page.question();
    assert_eq!(request["asker"], "deploy");
    program.call(json!("req_abc123"), "confirm", json!({"question": "?"}));
    assert_eq!(
        program.reply(json!("req_abc123"))["error"]["message"],
        "Invalid Request",
        "the id is in flight"
    );
    page.answer(&request, json!({"choice": "api_first", "thinkingMode": "deep", "additionalContext": "x", "intent": "plan"}));
    let reply = program.reply(json!("req_abc123"));
    let result = reply["result"].as_object().unwrap();
    let mut keys: Vec<&str> = result.keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "additionalContext",
            "attachments",
            "choice",
            "thinkingMode",
            "timestamp"
        ]
    );
    assert!(result["timestamp"].as_str().unwrap().ends_with('Z'));

    program.call(json!(5), "confirm", json!({"question": "?"}));
    page.answer_next(json!({"cancelled": true}));
    let error = program.reply(json!(5))["error"].clone();
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!(-32603), &json!("User cancelled the dialog"))
    );
    assert_eq!(error["data"]["cancelled"], true);
    assert!(
        error["data"]["timestamp"].is_string() && error["data"].as_object().unwrap().len() == 2
    );
}

#[test]
fn wrong_calls_are_refused_with_their_text() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let mut program = WsProgram::connect(&bench, "");
    for (tool, arguments, code, text) in [
        ("shell", json!({}), -32602, "Invalid tool name"),
        (
            "planner",
            json!({"options": []}),
            -32602,
            "Invalid decision_context",
        ),
        (
            "planner",
            json!({"decision_context": "?", "options": {}}),
            -32602,
            "Options must be an array",
        ),
        (
            "confirm",
            json!({"question": "?", "x": 1}),
            -32602,
            "Unknown parameter x",
        ),
        (
            "confirm",
            json!({"question": "?", "dialog_id": "d_1"}),
            -32602,
            "Unknown dialog",
        ),
    ] {
        program.call(json!(tool), tool, arguments);
        let error = program.reply(json!(tool))["error"].clone();
        assert_eq!(
            (&error["code"], &error["message"]),
            (&json!(code), &json!(text))
        );
    }
}

#[test]
fn events_details_and_equal_ids() {
    let (_client, mut page) = with_page(&[]);
    let mut plain = WsProgram::connect(&page.bench, "client=a");
    let mut full = WsProgram::connect(&page.bench, "client=b&events=1&profile=full");
    plain.call(json!(1), "text_input", json!({"question": "plain"}));
    let first = page.question();
    full.call(json!(1), "text_input", json!({"question": "full"}));
    let second = page.question();
    page.answer(&second, json!({"text": "for b"}));
    page.answer(&first, json!({"text": "for a"}));
    let states: Vec<Value> = (0..4)
        .map(|_| full.notification()["params"]["state"].clone())
        .collect();
    assert_eq!(states, ["PENDING", "ACTIVE", "RESPONDING", "COMPLETED"]);
    let reply = full.reply(json!(1));
    assert_eq!(reply["result"]["text"], "for b");
    assert_eq!(
        reply["result"]["details"]["answer"],
        json!({"text": "for b"})
    );
    let reply = plain.reply(json!(1));
    assert_eq!(reply["result"]["text"], "for a");
    assert_eq!(reply["result"].as_object().unwrap().len(), 2);
}

#[test]
fn long_strings_travel_compressed_where_agreed() {
    let (_client, mut page) = with_page(&[]);
    let mut program = WsProgram::connect(&page.bench, "compress=1");
    for (length, compressed) in [(1000, false), (1001, true)] {
        let text = "x".repeat(length);
        program.call(json!(length), "text_input", json!({"question": text}));
        let request = page.question();
        page.answer(&request, json!({"text": text}));
        let reply = program.reply(json!(length));
        assert_eq!(
            reply["result"]["text"]["compressed"] == true,
            compressed,
            "{length}"
        );
    }
}

#[test]
fn a_closed_socket_loses_no_answer() {
    let (_client, mut page) = with_page(&[]);
    let mut program = WsProgram::connect(&page.bench, "client=a");
    program.call(json!(1), "text_input", json!({"question": "?"}));
    let request = page.question();
    drop(program);
    page.wait_for("the mark", |message| {
        message["type"] == "dialog-update" && message["agent_waiting"] == false
    });
    page.answer(&request, json!({"text": "late"}));
    let mut program = WsProgram::connect(&page.bench, "client=a");
    program.call(
        json!(2),
        "text_input",
        json!({"question": "?", "dialog_id": request["requestId"]}),
    );
    assert_eq!(program.reply(json!(2))["result"]["text"], "late");
}

#[test]
fn the_status_is_the_same_in_all_places() {
    let (mut client, mut page) = with_page(&["--hold", "0"]);
    client.data("confirm", json!({"question": "?"}));
    page.question();
    let mut program = WsProgram::connect(&page.bench, "");
    program.send(json!({"jsonrpc": "2.0", "id": 1, "method": "status"}));
    let on_socket = program.reply(json!(1))["result"].clone();
    let token = format!("Bearer {}", page.bench.agent_token());
    let (status, body) = page
        .bench
        .http("GET", "/status", &[("Authorization", &token)], b"");
    assert_eq!(status, 200);
    let over_http: Value = serde_json::from_slice(&body).unwrap();
    let welcome = HumanPage::connect(client.home()).welcome;
    for name in ["connected", "activeDialogs"] {
        assert_eq!(on_socket[name], over_http[name], "{name}");
        assert_eq!(on_socket[name], welcome["status"][name], "{name}");
    }
    assert_eq!(over_http["port"], json!(page.bench.port));
}
