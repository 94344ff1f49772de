//! `scorm_test_api_integration`: what a course does with the API, in one call.

use serde_json::json;

use crate::client;
use crate::debugging::{course, page, types_of};
use crate::scorm::debug_api_calls::FIND_API;

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
