//! `scorm_debug_api_calls`: the calls of every page, in order.

use serde_json::{Value, json};

use crate::client;
use crate::debugging::{course, open, page, types_of};

pub(crate) const FIND_API: &str = "const api = parent.API_1484_11;";

#[test]
fn browser_calls_of_every_page_are_in_the_list() {
    let mut client = client();
    let script = |name: &str| {
        page(&format!(
            r#"<h1>{name}</h1><script>{FIND_API} api.Initialize(""); api.SetValue("cmi.location", "{name}");
            addEventListener("pagehide", () => api.Terminate(""));</script>"#
        ))
    };
    let course = course(&[&script("one"), &script("two")]);
    let data = client.data(
        "scorm_debug_api_calls",
        json!({"workspace_path": course.path(), "include_data_model_state": true, "data_elements": ["cmi.location"]}),
    );
    let calls = data["calls"].as_array().unwrap();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0]["state_after"], json!({"cmi.location": "one"}));
    assert!(calls[0]["duration_us"].is_u64(), "{calls:#?}");
    assert_eq!(
        data["data_flow_analysis"]["elements"]["cmi.location"]["writes"],
        1
    );
    assert_eq!(data["gui_session_id"], Value::Null);
    let data = client.data(
        "scorm_debug_api_calls",
        json!({"workspace_path": course.path()}),
    );
    assert_eq!(
        data["metrics"]["methods"],
        json!(["Initialize", "SetValue", "Terminate"])
    );
    assert!(data.get("api_call_log").is_none());
    assert!(types_of(&data["anomalies"]).contains(&"missing_commit"));
    // An open course is observed as it is, and its journal gives the same answers again.
    let session_id = open(&mut client, course.path());
    client.data(
        "scorm_api_call",
        json!({"session_id": session_id, "method": "SetValue", "args": ["cmi.exit", "wrong"]}),
    );
    let data = client.data(
        "scorm_debug_api_calls",
        json!({"session_id": session_id, "monitoring_mode": "replay"}),
    );
    assert_eq!(
        data["replay"]["replayed_calls"],
        data["metrics"]["total_calls"]
    );
    assert_eq!(data["replay"]["differences"], json!([]));
    assert_eq!(data["error_analysis"]["by_code"], json!({"406": 1}));
}

#[test]
fn browser_people_see_a_session_that_goes_on_and_the_trace_of_one_that_is_over() {
    let mut client = client();
    let course = course(&[&page(&format!(
        r#"<h1>One</h1><script>{FIND_API} api.Initialize("");</script>"#
    ))]);
    let over = json!({"workspace_path": course.path(), "enable_gui": true});
    let over = client.data("scorm_debug_api_calls", over);
    assert_eq!(over["gui_session_id"], Value::Null);
    let url = over["gui_url"].as_str().unwrap();
    assert!(url.starts_with("file:///"), "{url}");

    let session = open(&mut client, course.path());
    let live = json!({"session_id": session, "enable_gui": true});
    let live = client.data("scorm_debug_api_calls", live);
    assert_eq!(live["gui_session_id"], json!(session));
    let url = live["gui_url"].as_str().unwrap();
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
}
