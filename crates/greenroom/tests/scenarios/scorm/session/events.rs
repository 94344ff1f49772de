//! `scorm_session_events`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Courses, open_id, types};
use crate::client;

#[test]
fn polling_with_the_last_id_gives_every_event_once() {
    let courses = Courses::new();
    let mut client = client();
    let id = open_id(&mut client, &courses.folder());
    let page = client.data("scorm_session_events", json!({ "session_id": id }));
    let event = &page["events"][0];
    assert_eq!(
        (&event["id"], &event["type"]),
        (&json!(1), &json!("session:open"))
    );
    assert_eq!(event["payload"], json!({ "path": courses.folder() }));
    assert!(event["time"].is_u64());
    assert_eq!(
        (&page["latest_event_id"], &page["has_more"]),
        (&json!(1), &json!(false))
    );
    let page = client.data(
        "scorm_session_events",
        json!({ "session_id": id, "since_event_id": 1 }),
    );
    assert_eq!(
        page,
        json!({ "events": [], "latest_event_id": 1, "has_more": false })
    );
}

#[test]
fn a_waiting_call_returns_with_the_event_and_blocks_nobody() {
    let courses = Courses::new();
    let mut client = client();
    let id = open_id(&mut client, &courses.zip());
    let arguments = json!({ "session_id": id, "since_event_id": 1, "wait_ms": 45_000 });
    let waiting = client.send_call("scorm_session_events", arguments);
    let filtered = json!({
        "session_id": id, "since_event_id": 1, "wait_ms": 45_000, "types": ["session:close"],
    });
    let filtered = client.send_call("scorm_session_events", filtered);
    let other = json!({
        "session_id": id, "since_event_id": 1, "wait_ms": 45_000, "types": ["debug:api_call"],
    });
    let other = client.send_call("scorm_session_events", other);

    let begin = Instant::now();
    assert_eq!(
        client.data("scorm_session_status", json!({ "session_id": id }))["state"],
        "ready"
    );
    client.data("scorm_session_close", json!({ "session_id": id }));
    for request in [waiting, filtered] {
        let answer = client.wait(request);
        let data = &answer["result"]["structuredContent"]["data"];
        assert_eq!(
            types(data["events"].as_array().unwrap()),
            ["session:close"],
            "{answer}"
        );
        assert_eq!(data["events"][0]["payload"]["reason"], "close");
    }
    let answer = client.wait(other);
    let data = &answer["result"]["structuredContent"]["data"];
    assert_eq!(data["events"], json!([]), "the session has ended: {answer}");
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "nobody waited for the limit"
    );
}

#[test]
fn a_wait_ends_at_its_limit() {
    let courses = Courses::new();
    let mut client = client();
    let id = open_id(&mut client, &courses.folder());
    let begin = Instant::now();
    let arguments = json!({ "session_id": id, "since_event_id": 1, "wait_ms": 300 });
    let page = client.data("scorm_session_events", arguments);
    assert_eq!(page["events"], json!([]));
    assert!(begin.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_cancelled_wait_gets_no_answer() {
    let courses = Courses::new();
    let mut client = client();
    let id = open_id(&mut client, &courses.folder());
    let arguments = json!({ "session_id": id, "since_event_id": 1, "wait_ms": 45_000 });
    let waiting = client.send_call("scorm_session_events", arguments);
    client.notify("notifications/cancelled", json!({ "requestId": waiting }));
    client.data("scorm_session_close", json!({ "session_id": id }));
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
    assert!(!client.has_answer(waiting));
}

#[test]
fn parameters_are_checked() {
    let courses = Courses::new();
    let mut client = client();
    let id = open_id(&mut client, &courses.folder());
    let with = |key: &str, value: Value| {
        let mut arguments = json!({ "session_id": id });
        arguments[key] = value;
        arguments
    };
    for (arguments, path) in [
        (json!({}), "session_id"),
        (json!({ "session_id": 5 }), "session_id"),
        (with("max_events", json!(0)), "max_events"),
        (with("max_events", json!(1001)), "max_events"),
        (with("wait_ms", json!(45_001)), "wait_ms"),
        (with("wait_ms", json!(-1)), "wait_ms"),
        (with("since_event_id", json!("1")), "since_event_id"),
        (with("types", json!("session:open")), "types"),
        (with("since", json!(1)), "since"),
    ] {
        let failure = client.failure("scorm_session_events", arguments.clone());
        assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS", "{arguments}");
        assert_eq!(failure["code"], -32602, "{arguments}");
        assert_eq!(failure["details"]["faults"][0]["path"], path, "{failure}");
    }
}
