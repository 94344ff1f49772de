//! What a course does with the API.

use serde_json::{Value, json};

use super::{course, open, page, types_of};
use crate::client;

const FIND_API: &str = "const api = parent.API_1484_11;";

#[test]
fn browser_what_a_course_does_with_the_api_is_seen() {
    let mut client = client();
    let script = format!(
        r#"<h1>Calls</h1><script>{FIND_API}
        api.Initialize(""); api.SetValue("cmi.locaton", "3"); api.SetValue("cmi.location", "3"); api.Commit("");
        addEventListener("pagehide", () => {{ api.SetValue("cmi.completion_status", "completed"); api.Terminate(""); }});
        </script>"#
    );
    let course = course(&[&page(&script)]);
    let data = client.data("scorm_test_api_integration", json!({
        "workspace_path": course.path(),
        "test_scenario": {"steps": ["getvalue cmi.location", {"method": "SetValue", "args": ["cmi.score.scaled", 7], "expect_error": 407}]},
    }));
    let results = &data["api_test_results"];
    assert_eq!(results["initialize_success"], true);
    assert_eq!(results["data_model_state"]["cmi.location"], "3");
    assert_eq!(
        results["data_model_state"]["cmi.completion_status"],
        "completed"
    );
    assert_eq!(results["steps"][0]["result"], "3");
    assert_eq!(results["steps"][1]["ok"], true);
    assert_eq!(
        (
            &data["scenario_ack"],
            &data["manifest_ok"],
            &data["scorm_version"]
        ),
        (&json!(true), &json!(true), &json!("2004_4th")),
        "{data:#}"
    );
    let calls = results["api_calls_captured"].as_array().unwrap();
    assert_eq!(calls.last().unwrap()["method"], "Terminate", "{calls:#?}");
    let typo = calls
        .iter()
        .find(|call| call["parameters"][0] == "cmi.locaton")
        .unwrap();
    assert_eq!(typo["error_code"], "401");
    assert!(data["performance"]["api_ms"].as_f64().is_some(), "{data:#}");
    let issues = data["detected_issues"].as_array().unwrap();
    let failed = issues
        .iter()
        .find(|issue| issue["type"] == "failed_call")
        .unwrap();
    assert_eq!(failed["affected_calls"], json!([typo["seq"]]));
    assert!(!types_of(&data["detected_issues"]).contains(&"missing_terminate"));
    assert!(!client.home().join("scorm-sessions").exists());
}

#[test]
fn browser_a_silent_course_did_not_initialize() {
    let mut client = client();
    let course = course(&[&page("<h1>Silent</h1>")]);
    let path = course.path();
    let data = client.data(
        "scorm_test_api_integration",
        json!({"workspace_path": path}),
    );
    assert_eq!(data["api_test_results"]["initialize_success"], false);
    assert!(types_of(&data["detected_issues"]).contains(&"missing_initialize"));
    let steps = json!({"steps": ["initialize", "setvalue cmi.location page two", {"action": "click", "selector": "#no"}, "terminate"]});
    let data = client.data(
        "scorm_test_api_integration",
        json!({"workspace_path": path, "test_scenario": steps}),
    );
    let results = &data["api_test_results"];
    assert_eq!(results["initialize_success"], true);
    assert_eq!(results["data_model_state"]["cmi.location"], "page two");
    assert_eq!(
        (&results["steps"][2]["ok"], &data["scenario_ack"]),
        (&json!(false), &json!(false))
    );
}

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
fn browser_what_the_console_says_is_logged_with_its_session() {
    let mut client = client();
    let script = "<h1>Loud</h1><script>console.error('the kettle is dry')</script>";
    let course = course(&[&page(script)]);
    let session_id = open(&mut client, course.path());
    let logged = client.data(
        "system_get_logs",
        json!({"component": "browser", "session_id": session_id, "levels": ["error"]}),
    );
    assert_eq!(logged["logs"][0]["msg"], "the kettle is dry", "{logged:#}");
}
