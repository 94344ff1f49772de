//! `scorm_test_navigation_flow`: walks through a course in one call.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client;
use crate::debugging::{course, example, page};

#[test]
fn browser_three_activities_give_three_pictures() {
    let mut client = client();
    let pages = ["One", "Two", "Three"].map(|name| page(&format!("<h1>{name}</h1>")));
    let course = course(&[&pages[0], &pages[1], &pages[2]]);
    let data = client.data(
        "scorm_test_navigation_flow",
        json!({"workspace_path": course.path(), "navigation_sequence": ["start", "next", {"step": "next"}], "capture_each_step": true}),
    );
    let steps = data["steps"].as_array().unwrap();
    let delivered: Vec<&str> = steps
        .iter()
        .map(|s| s["delivered"]["identifier"].as_str().unwrap())
        .collect();
    assert_eq!(delivered, ["i0", "i1", "i2"]);
    let pictures: Vec<Vec<u8>> = data["artifacts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|path| fs::read(path.as_str().unwrap()).unwrap())
        .collect();
    assert_eq!(pictures.len(), 3);
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2] && pictures[0] != pictures[2]);
    assert!(!client.home().join("scorm-sessions").exists());
}

#[test]
fn browser_a_refused_step_ends_the_flow() {
    let mut client = client();
    let tea = example("tea-tasting");
    let data = client.data(
        "scorm_test_navigation_flow",
        json!({"workspace_path": tea, "navigation_sequence": ["start", "next", "next", "previous"]}),
    );
    assert_eq!(data["steps_executed"], 3);
    assert_eq!(data["steps"][2]["ok"], false);
    assert_eq!(data["steps"][2]["exception"], "SB.2.2-2");
    // The quiz opens once brewing is passed.
    let data = client.data(
        "scorm_test_navigation_flow",
        json!({"workspace_path": tea, "navigation_sequence": ["start", "choice:brewing", "complete", "next"]}),
    );
    assert_eq!(
        data["steps"][3]["delivered"]["identifier"], "quiz",
        "{data:#}"
    );
    for wrong in ["sideways", "choice:nowhere"] {
        let failure = client.failure(
            "scorm_test_navigation_flow",
            json!({"workspace_path": tea, "navigation_sequence": [wrong]}),
        );
        assert_eq!(failure["error_code"], "NAV_UNSUPPORTED_ACTION");
    }
}

#[test]
fn browser_a_flow_in_the_background_tells_its_outcome() {
    let mut client = client();
    let data = client.data(
        "scorm_test_navigation_flow",
        json!({"workspace_path": example("tea-tasting"), "navigation_sequence": ["start", "next"], "background": true}),
    );
    assert_eq!(data["state"], "running");
    let events = client.data(
        "scorm_session_events",
        json!({"session_id": data["session_id"], "types": ["operation:completed"], "wait_ms": 25_000}),
    );
    let progress = client.data(
        "scorm_session_events",
        json!({"session_id": data["session_id"], "types": ["operation:progress"]}),
    );
    assert_eq!(
        progress["events"][0]["payload"]["operation_id"],
        data["operation_id"]
    );
    let payload = &events["events"][0]["payload"];
    assert_eq!(payload["operation_id"], data["operation_id"]);
    assert_eq!(
        payload["data"]["steps"][1]["delivered"]["identifier"],
        "brewing"
    );
}

#[test]
fn browser_a_cancelled_run_leaves_nothing_open() {
    let mut client = client();
    let course = course(&[&page("<h1>Wait</h1>")]);
    let steps = json!({"steps": [{"action": "wait", "ms": 30_000}]});
    let id = client.send_call(
        "scorm_test_api_integration",
        json!({"workspace_path": course.path(), "test_scenario": steps}),
    );
    let session_id = loop {
        let sessions = client.data("scorm_session_list", json!({}));
        let session = &sessions["sessions"][0];
        if session["runtime_open"] == true {
            break session["session_id"].clone();
        }
    };
    client.data(
        "scorm_session_events",
        json!({"session_id": session_id, "types": ["runtime:opened"], "wait_ms": 20_000}),
    );
    client.notify("notifications/cancelled", json!({"requestId": id}));
    let cancelled = Instant::now();
    while client.data("scorm_session_list", json!({}))["sessions"] != json!([]) {
        assert!(
            cancelled.elapsed() < Duration::from_secs(2),
            "it is still open"
        );
    }
}
