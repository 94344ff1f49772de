//! `scorm_assessment_interaction_trace`: what each step of an answer caused, and what is wrong with it.

use serde_json::{Value, json};

use crate::hands::Course;

const TRACE: &str = "scorm_assessment_interaction_trace";

fn issue_types(traced: &Value) -> Vec<&str> {
    let issues = traced["issues_detected"].as_array().unwrap();
    issues
        .iter()
        .map(|issue| issue["type"].as_str().unwrap())
        .collect()
}

#[test]
fn browser_each_step_shows_its_calls_and_changes() {
    let mut course = Course::open("quiz");
    let actions = json!([
        {"type": "click", "selector": "#green"},
        {"type": "click", "selector": "#check-color"},
        {"type": "wait", "selector": "#feedback", "ms": 1000},
    ]);
    let traced = course.tool(TRACE, json!({"actions": actions}));
    assert!(traced.to_string().len() <= 8192, "{traced:#}");
    let steps = traced["steps"].as_array().unwrap();
    assert_eq!(
        steps[0]["dom_state_before"]["elements"]["#green"]["checked"],
        false
    );
    assert_eq!(
        steps[0]["dom_state_after"]["elements"]["#green"]["checked"],
        true
    );
    assert_eq!(steps[0]["api_calls_triggered"], json!([]));
    assert_eq!(
        (&steps[0]["via"], &steps[0]["via_reason"]),
        (&json!("dom"), &json!("no_automation_api"))
    );
    let calls = steps[1]["api_calls_triggered"].as_array().unwrap();
    assert_eq!(calls.len(), 6);
    assert_eq!(
        (
            &calls[2]["method"],
            &calls[2]["args"],
            &calls[2]["error_code"]
        ),
        (
            &json!("SetValue"),
            &json!(["cmi.interactions.0.learner_response", "green"]),
            &json!("0")
        )
    );
    assert_eq!(
        steps[1]["data_model_changes"]["cmi.interactions.0.result"],
        json!({"previous_value": null, "new_value": "correct"})
    );
    assert_eq!(
        steps[1]["dom_state_after"]["elements"]["#feedback"]["text"],
        "Right"
    );
    assert_eq!(issue_types(&traced), [""; 0]);
    assert_eq!(traced["summary"]["successful_actions"], 3);
    assert_eq!(traced["summary"]["total_api_calls"], 6);
}

#[test]
fn browser_faults_of_a_record_are_found() {
    let mut course = Course::open("quiz");
    let color = json!([{"type": "click", "selector": "#check-color"}]);
    let traced = course.tool(TRACE, json!({"actions": color}));
    assert_eq!(issue_types(&traced), ["unanswered_recorded"]);
    let actions = json!([
        {"type": "fill", "selector": "#word", "value": "tea"},
        {"type": "click", "selector": "#submit-drink"},
        {"type": "click", "selector": "#submit-silent"},
        {"type": "click", "selector": "#not-there"},
    ]);
    let traced = course.tool(TRACE, json!({"actions": actions}));
    assert_eq!(
        issue_types(&traced),
        [
            "action_failed",
            "interaction_order",
            "api_error",
            "no_api_calls",
            "score_not_updated",
            "missing_commit",
            "response_mismatch",
        ]
    );
    let failed = &traced["steps"][3];
    assert_eq!(failed["error"]["error_code"], "DOM_CLICK_FAILED");
    assert_eq!(traced["summary"]["successful_actions"], 3);
    assert!(
        traced.to_string().len() <= 8192,
        "{}",
        traced.to_string().len()
    );
}

#[test]
fn browser_details_have_whole_states_and_pictures() {
    let mut course = Course::open("quiz");
    let actions = json!([{"type": "click", "selector": "#red"}]);
    let detailed = json!({"actions": actions, "capture_mode": "detailed"});
    let traced = course.tool(TRACE, detailed);
    let step = &traced["steps"][0];
    let elements = step["dom_state_before"]["elements"].as_object().unwrap();
    assert!(
        elements.contains_key("#word") && elements.contains_key("body > h1"),
        "{elements:?}"
    );
    let picture = std::fs::read(step["screenshot"].as_str().unwrap()).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn browser_a_trace_prefers_the_automation_api() {
    let mut course = Course::open("automation");
    course.tool("scorm_automation_go_to_slide", json!({"slideId": "quiz"}));
    let actions = json!([
        {"type": "click", "selector": "[data-testid=color-choice-0]"},
        {"type": "fill", "selector": "[data-testid=blank-blank-0]", "value": "tea"},
        {"type": "click", "selector": "[data-testid=color-check-answer]"},
    ]);
    let traced = course.tool(TRACE, json!({"actions": actions}));
    for step in traced["steps"].as_array().unwrap() {
        assert_eq!(step["via"], "automation", "{step}");
    }
    assert_eq!(
        traced["steps"][2]["data_model_changes"]["cmi.interactions.0.learner_response"]["new_value"],
        "green"
    );
    let missing = json!({"actions": [{"type": "fill", "selector": "#x"}]});
    let failure = course.failure(TRACE, missing);
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}
