//! `scorm_wait_for_api_call`: a wait that ends with the call.

use serde_json::{Value, json};

use crate::course_in_browser::{BEGIN, Course, Playing};

fn sends(playing: &mut Playing, mut arguments: Value) -> i64 {
    arguments["session_id"] = json!(playing.session_id);
    playing
        .client
        .send_call("scorm_wait_for_api_call", arguments)
}

#[test]
fn a_wait_ends_with_the_call_and_holds_up_nothing() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open(course.path());
    let waiting = sends(
        &mut playing,
        json!({ "method": "SetValue", "element": "cmi.location", "timeout_ms": 60_000 }),
    );
    playing.set("cmi.score.scaled", "0.5");
    assert!(!playing.client.has_answer(waiting), "another element");
    playing.set("cmi.location", "p2");
    let answer = playing.client.wait(waiting);
    let data = &answer["result"]["structuredContent"]["data"];
    assert_eq!(data["found"], true, "{answer}");
    assert!(data["elapsed_ms"].is_u64());
    let call = &data["call"];
    assert_eq!(call["method"], "SetValue");
    assert_eq!(call["args"], json!(["cmi.location", "p2"]));
    assert_eq!(call["result"], "true");
    assert_eq!(call["error_code"], "0");
    assert_eq!(call["origin"], "tool");

    // A call that already happened is found by its time only.
    let since = call["timestamp"].clone();
    let found = playing.call(
        "scorm_wait_for_api_call",
        json!({ "method": "SetValue", "element": "cmi.location", "since_ts": since }),
    );
    assert_eq!(found["call"]["args"], json!(["cmi.location", "p2"]));
    let timeout = playing.failure(
        "scorm_wait_for_api_call",
        json!({ "method": "SetValue", "element": "cmi.location", "timeout_ms": 50 }),
    );
    assert_eq!(timeout["error_code"], "WAIT_TIMEOUT");
    assert_eq!(timeout["details"]["calls_seen"], json!([]));
}

#[test]
fn a_wait_sees_calls_of_the_content() {
    let script = format!("{BEGIN} setTimeout(() => api.SetValue('cmi.location', 'later'), 700);");
    let course = Course::of_scos(&[&script]);
    let mut playing = Playing::open(course.path());
    let found = playing.call(
        "scorm_wait_for_api_call",
        json!({ "method": "SetValue", "timeout_ms": 30_000, "since_ts": 0 }),
    );
    assert_eq!(found["call"]["origin"], "content");
    assert_eq!(found["call"]["args"], json!(["cmi.location", "later"]));
}

#[test]
fn a_wait_ends_when_the_course_is_closed() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open(course.path());
    let waiting = sends(
        &mut playing,
        json!({ "method": "Commit", "timeout_ms": 60_000 }),
    );
    playing.call("scorm_close_course", json!({}));
    let answer = playing.client.wait(waiting);
    assert_eq!(
        answer["error"]["data"]["error_code"], "RUNTIME_NOT_OPEN",
        "{answer}"
    );
}
