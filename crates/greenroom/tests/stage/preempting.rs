//! Closing and cancelling do not wait for what runs.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client;
use crate::course::{Course, QUIET_PAGE};

/// Far less than the calls would take, far more than closing takes on a busy machine.
const SOON: Duration = Duration::from_secs(4);

/// Calls that go on for long, each with the tool that makes it.
fn long_calls(session: &str) -> Vec<(&'static str, Value)> {
    let evaluate = |expression: &str| {
        let arguments =
            json!({"session_id": session, "expression": expression, "timeout_ms": 20000});
        ("scorm_dom_evaluate", arguments)
    };
    vec![
        evaluate("for (;;) {}"),
        evaluate("new Promise(() => {})"),
        (
            "scorm_dom_wait_for",
            json!({"session_id": session, "condition": {"selector": "#never"}, "timeout_ms": 20000}),
        ),
        (
            "scorm_wait_for_api_call",
            json!({"session_id": session, "method": "Commit", "timeout_ms": 20000}),
        ),
        (
            "scorm_dom_click",
            json!({"session_id": session, "selector": "#never", "options": {"wait_timeout_ms": 20000}}),
        ),
    ]
}

#[test]
fn browser_a_session_is_closed_while_a_call_runs() {
    let course = Course::new("busy", QUIET_PAGE);
    let mut client = client();
    for number in 0..long_calls("").len() {
        let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
        let session = opened["session_id"].as_str().unwrap();
        let (tool, arguments) = long_calls(session).swap_remove(number);
        let running = client.send_call(tool, arguments);
        let close = if number % 2 == 0 {
            "scorm_session_close"
        } else {
            "scorm_close_course"
        };
        let began = Instant::now();
        client.data(close, json!({ "session_id": session }));
        let took = began.elapsed();
        assert!(took < SOON, "{tool}: {close} took {took:?}");
        let ended = client.wait(running);
        assert!(!ended["error"].is_null(), "{tool}: {ended:#}");
        assert!(
            began.elapsed() < SOON,
            "{tool} ended after {:?}",
            began.elapsed()
        );
    }
}

#[test]
fn browser_a_cancelled_call_keeps_nobody_waiting() {
    let course = Course::new("cancelled", QUIET_PAGE);
    let mut client = client();
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let session = opened["session_id"].as_str().unwrap();
    for (tool, arguments) in long_calls(session) {
        let running = client.send_call(tool, arguments);
        let began = Instant::now();
        client.notify("notifications/cancelled", json!({"requestId": running}));
        let look = json!({"session_id": session, "expression": "1 + 1"});
        assert_eq!(
            client.data("scorm_dom_evaluate", look)["result"],
            2,
            "{tool}"
        );
        let took = began.elapsed();
        assert!(took < SOON, "after {tool} a look took {took:?}");
    }
}
