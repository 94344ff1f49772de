//! The protocol in both eras: the same tools and the same errors as on stdio.

use greenroom_testkit::{HttpAnswer, McpClient, stateless};
use serde_json::{Value, json};

use super::{GREENROOM, Theater};

/// Begins a session of the older revisions; its id.
fn begin(theater: &Theater, token: &str, version: &str) -> String {
    let answer = theater.server.post(
        token,
        &[],
        &json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "testkit", "version": "1"},
        }}),
    );
    assert_eq!(answer.status, 200, "{version}");
    let result = &answer.message()["result"];
    assert_eq!(result["protocolVersion"], version);
    assert!(
        result["instructions"]
            .as_str()
            .expect("instructions")
            .contains("/uploads/")
    );
    let id = answer
        .header("mcp-session-id")
        .expect("a session")
        .to_owned();
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let headers = [("Mcp-Session-Id", id.as_str())];
    assert_eq!(theater.server.post(token, &headers, &ready).status, 202);
    id
}

fn in_session(theater: &Theater, token: &str, id: &str, message: &Value) -> HttpAnswer {
    theater
        .server
        .post(token, &[("Mcp-Session-Id", id)], message)
}

fn echo() -> Value {
    json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "scorm_echo", "arguments": {"text": "é漢🎭"}}})
}

#[test]
fn every_revision_lists_and_calls_the_same_tools() {
    let theater = Theater::new();
    let mut stdio = McpClient::start(GREENROOM);
    stdio.initialize("2025-11-25");
    let wanted = stdio.request("tools/list", json!({}))["result"]["tools"].clone();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let id = begin(&theater, &theater.anna, version);
        let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
        let listed = in_session(&theater, &theater.anna, &id, &list).message();
        assert_eq!(listed["result"]["tools"], wanted, "{version}");
        let echoed = in_session(&theater, &theater.anna, &id, &echo()).message();
        let data = &echoed["result"]["structuredContent"]["data"];
        assert_eq!(data["echoed"]["text"], "é漢🎭", "{version}");
        let bearer = format!("Bearer {}", theater.anna);
        let headers = [("Authorization", bearer.as_str()), ("Mcp-Session-Id", &id)];
        let ended = theater.server.request("DELETE", "/mcp", &headers, b"");
        assert!([200, 202, 204].contains(&ended.status), "{}", ended.status);
        let gone = in_session(&theater, &theater.anna, &id, &echo());
        assert_eq!(
            (gone.status, gone.error_code().as_str()),
            (404, "HTTP_REFUSED")
        );
    }
    let discovered = theater
        .server
        .ask(&theater.anna, "server/discover", json!({}));
    let versions = &discovered["result"]["supportedVersions"];
    assert!(
        versions.as_array().unwrap().contains(&json!("2026-07-28")),
        "{discovered}"
    );
    let listed = theater.server.ask(&theater.anna, "tools/list", json!({}));
    assert_eq!(listed["result"]["tools"], wanted);
    let (headers, message) = stateless("tools/call", echo()["params"].clone());
    let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let answer = theater.server.post(&theater.anna, &headers, &message);
    assert_eq!(
        answer.header("mcp-session-id"),
        None,
        "no session is needed"
    );
    let data = &answer.message()["result"]["structuredContent"]["data"];
    assert_eq!(data["echoed"]["text"], "é漢🎭");
}

#[test]
fn what_fails_on_stdio_fails_with_the_same_words() {
    let theater = Theater::new();
    let mut stdio = McpClient::start(GREENROOM);
    stdio.initialize("2025-11-25");
    let id = begin(&theater, &theater.anna, "2025-11-25");
    for (tool, arguments) in [
        ("scorm_compare_data_model_snapshots", json!({"earlier": {}})),
        ("scorm_ecko", json!({})),
        (
            "scorm_session_status",
            json!({"session_id": "aaaaaaaaaaaaaaaa"}),
        ),
        ("ui_run", json!({"code": "return 1"})),
    ] {
        let wanted = stdio.call(tool, arguments.clone()).unwrap_err();
        let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments}});
        let legacy = in_session(&theater, &theater.anna, &id, &call).message();
        assert_eq!(
            (&legacy["error"], &legacy["id"]),
            (&wanted, &json!(7)),
            "{tool}"
        );
        let modern = theater.server.call(&theater.anna, tool, arguments);
        assert_eq!(modern, Err(wanted), "{tool}");
    }
}

#[test]
fn bad_requests_are_answered_in_json_with_a_code() {
    let theater = Theater::new();
    let bearer = format!("Bearer {}", theater.anna);
    let usual = [
        ("Authorization", bearer.as_str()),
        ("Accept", "application/json, text/event-stream"),
        ("Content-Type", "application/json"),
    ];
    let post = |headers: &[(&str, &str)], body: &str| {
        theater
            .server
            .request("POST", "/mcp", headers, body.as_bytes())
    };
    for (body, status, code) in [
        ("", 202, ""),
        ("{", 400, "MCP_PARSE_ERROR"),
        ("\u{0}", 400, "MCP_PARSE_ERROR"),
        ("[]", 400, "MCP_INVALID_REQUEST"),
        ("{}", 400, "MCP_INVALID_REQUEST"),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            400,
            "MCP_INVALID_REQUEST",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#,
            200,
            "MCP_METHOD_NOT_FOUND",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}"#,
            200,
            "MCP_INVALID_PARAMS",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            400,
            "HTTP_REFUSED",
        ),
    ] {
        let answer = post(&usual, body);
        assert_eq!(answer.status, status, "{body}: {answer:?}");
        if !code.is_empty() {
            assert_eq!(answer.error_code(), code, "{body}");
        }
    }
    let (_, ping) = stateless("tools/list", json!({}));
    let ping = ping.to_string();
    for (without, status) in [("Accept", 406), ("Content-Type", 415)] {
        let headers: Vec<_> = usual
            .into_iter()
            .filter(|(name, _)| *name != without)
            .collect();
        let answer = post(&headers, &ping);
        assert_eq!(
            (answer.status, answer.error_code().as_str()),
            (status, "HTTP_REFUSED")
        );
    }
    for method in ["PATCH", "OPTIONS", "PUT"] {
        let answer = theater.server.request(method, "/mcp", &usual, b"");
        assert_eq!(
            (answer.status, answer.error_code().as_str()),
            (405, "HTTP_REFUSED")
        );
    }
    let long = format!("\"{}\"", "x".repeat(17 << 20));
    let answer = post(&usual, &long);
    assert_eq!(
        (answer.status, answer.error_code().as_str()),
        (413, "LIMIT_EXCEEDED")
    );
}

#[test]
fn headers_that_contradict_the_body_are_refused() {
    let theater = Theater::new();
    let params = json!({"name": "scorm_echo", "arguments": {}});
    let (headers, message) = stateless("tools/call", params);
    let with = |change: (&'static str, Option<&str>)| {
        let mut headers: Vec<(&str, &str)> = headers
            .iter()
            .filter(|(name, _)| *name != change.0)
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        headers.extend(change.1.map(|value| (change.0, value)));
        theater.server.post(&theater.anna, &headers, &message)
    };
    assert_eq!(with(("Mcp-Name", Some("scorm_echo"))).status, 200);
    for change in [
        ("Mcp-Name", Some("scorm_close_course")),
        ("Mcp-Name", None),
        ("Mcp-Method", Some("tools/list")),
        ("Mcp-Method", None),
        ("MCP-Protocol-Version", Some("2025-11-25")),
        ("MCP-Protocol-Version", None),
    ] {
        let answer = with(change);
        assert_eq!(answer.status, 400, "{change:?}");
        assert_eq!(answer.json()["error"]["code"], -32020, "{change:?}");
    }
}

#[test]
fn revisions_without_sessions_have_no_initialize() {
    let theater = Theater::new();
    for params in [
        json!({}),
        json!({"protocolVersion": "2026-07-28", "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"}}),
    ] {
        let (headers, message) = stateless("initialize", params);
        let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let answer = theater.server.post(&theater.anna, &headers, &message);
        assert_eq!(answer.status, 404, "{answer:?}");
        assert_eq!(answer.json()["error"]["code"], -32601);
        assert_eq!(answer.json()["id"], message["id"]);
    }
}

#[test]
fn a_stream_of_the_server_stays_open_and_ends_with_its_session() {
    use std::io::Read as _;
    let theater = Theater::new();
    let id = begin(&theater, &theater.anna, "2025-11-25");
    let bearer = format!("Bearer {}", theater.anna);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Accept", "text/event-stream"),
        ("Mcp-Session-Id", id.as_str()),
    ];
    let mut stream = theater.server.send("GET", "/mcp", &headers, b"");
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    let ended = theater.server.request("DELETE", "/mcp", &headers, b"");
    assert!([200, 202, 204].contains(&ended.status), "{}", ended.status);
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).expect("the stream ends");
}
