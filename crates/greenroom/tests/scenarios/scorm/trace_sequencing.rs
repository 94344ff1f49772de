//! `scorm_trace_sequencing`: how sequencing decides.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::client;
use crate::debugging::{course, example, page};

#[test]
fn browser_a_trace_names_the_rule_that_skips() {
    let mut client = client();
    let pages = ["One", "Two", "Three"].map(|name| page(&format!("<h1>{name}</h1>")));
    let course = course(&[&pages[0], &pages[1], &pages[2]]);
    let manifest = course.path().join("imsmanifest.xml");
    let rule = r#"<title>Page 1</title><imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule>
        <imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="skip"/>
        </imsss:preConditionRule></imsss:sequencingRules></imsss:sequencing>"#;
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("<title>Page 1</title>", rule)).unwrap();
    let data = client.data(
        "scorm_trace_sequencing",
        json!({"workspace_path": course.path(), "trace_level": "verbose", "navigation_sequence": ["start", "next"]}),
    );
    let trace = data["trace"].as_array().unwrap();
    let rule = trace.iter().find(|entry| entry["step"] == "UP.2").unwrap();
    assert_eq!(rule["details"]["activity"], "i1");
    assert_eq!(rule["details"]["outcome"], "true");
    assert_eq!(rule["details"]["rules"], json!(["skip if always"]));
    let value = trace
        .iter()
        .find(|entry| entry["step"] == "UP.2.1")
        .unwrap();
    assert_eq!(
        value["details"],
        json!({"step": "always", "activity": "i1", "outcome": "true"})
    );
    assert_eq!(value["level"], "verbose");
    let skipped = trace
        .iter()
        .find(|entry| entry["details"]["outcome"] == "skip")
        .unwrap();
    assert_eq!(skipped["details"]["activity"], "i1");
    let delivered = trace.iter().rfind(|entry| entry["step"] == "DB.2").unwrap();
    assert_eq!(delivered["details"]["activity"], "i2");
    let summary = trace
        .iter()
        .find(|entry| entry["step"] == "sn_summary")
        .unwrap();
    assert_eq!(
        (
            &summary["details"]["defaultOrgId"],
            &summary["details"]["item_count"]
        ),
        (&json!("org"), &json!(3))
    );
    assert!(Path::new(data["artifact_path"].as_str().unwrap()).exists());
    assert_eq!(
        client.data("scorm_session_list", json!({}))["sessions"],
        json!([])
    );
    let refused = client.data(
        "scorm_trace_sequencing",
        json!({"workspace_path": example("tea-tasting"), "trace_level": "verbose", "navigation_sequence": ["start", "choice:quiz"]}),
    );
    let steps = refused["trace"].as_array().unwrap();
    let rule = steps.iter().find(|entry| entry["step"] == "UP.2").unwrap();
    assert_eq!(
        rule["details"]["rules"],
        json!([
            "disabled if any of: not objectiveStatusKnown(brewing-read), not satisfied(brewing-read)"
        ])
    );
    let value = steps
        .iter()
        .find(|entry| entry["step"] == "UP.2.1")
        .unwrap();
    assert_eq!(value["details"]["step"], "not objectiveStatusKnown");
    assert_eq!(value["details"]["outcome"], "true");
    let basic = client.data(
        "scorm_trace_sequencing",
        json!({"workspace_path": course.path()}),
    );
    assert!(
        basic["trace"]
            .as_array()
            .unwrap()
            .iter()
            .all(|entry| entry["level"] == "basic")
    );
    let open = client.data(
        "scorm_trace_sequencing",
        json!({"workspace_path": course.path(), "enable_step_through": true}),
    );
    let status = client.data(
        "scorm_runtime_status",
        json!({"session_id": open["trace_session_id"]}),
    );
    assert_eq!(status["activity"], "i0");
}

#[test]
fn browser_a_trace_is_a_page_too() {
    let mut client = client();
    let arguments = json!({"workspace_path": example("tea-tasting"), "visualize_tree": true});
    let data = client.data("scorm_trace_sequencing", arguments);
    let tree = data["visual_tree_url"].as_str().unwrap();
    let (file, place) = tree.split_once('#').unwrap();
    assert_eq!(place, "tab=why");
    let log = data["trace_log_url"].as_str().unwrap();
    assert_eq!(log, format!("{file}#tab=timeline"));
    let page = fs::read_to_string(Path::new(file.strip_prefix("file://").unwrap())).unwrap();
    assert!(page.contains("Greenroom trace</title>"));
}
