//! `scorm_report`.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::validation::Course;
use crate::{GREENROOM, client};

#[test]
fn the_score_is_that_of_the_shell_in_every_format() {
    let course = Course::tea_tasting();
    course.manifest(
        "identifierref=\"leaves-page\"",
        "identifierref=\"leafs-page\"",
    );
    let mut client = client();
    let checked = check_as_json(&course);
    for format in ["json", "html", "sarif", "junit", "markdown"] {
        let data = client.data(
            "scorm_report",
            json!({"workspace_path": course.path(), "format": format}),
        );
        assert_eq!(data["compliance_score"], checked["score"]);
        assert_eq!(data["format"], format);
        for counted in ["errors", "warnings", "info"] {
            assert_eq!(
                data["summary"][counted], checked["summary"][counted],
                "{counted}"
            );
        }
        let complete = fs::read_to_string(data["artifact_path"].as_str().unwrap()).unwrap();
        assert!(complete.contains("leafs-page"), "{format}");
        match &data["report"] {
            Value::Object(report) => assert_eq!(report["activity_tree"][0]["identifier"], "tea"),
            report => assert!(report.as_str().unwrap().contains("leafs-page")),
        }
    }
}

/// What `greenroom check` says of a course without any settings.
fn check_as_json(course: &Course) -> Value {
    let output = Command::new(GREENROOM)
        .args(["check", "course", "--format", "json"])
        .current_dir(course.folder.path())
        .env("GREENROOM_HOME", course.folder.path().join("home"))
        .output()
        .unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    document["packages"][0].clone()
}

#[test]
fn a_hostile_title_is_text() {
    let course = Course::tea_tasting();
    course.manifest(
        "<title>Tea tasting</title>",
        "<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>",
    );
    let mut client = client();
    let data = client.data(
        "scorm_report",
        json!({"workspace_path": course.path(), "format": "html"}),
    );
    let page = fs::read_to_string(data["artifact_path"].as_str().unwrap()).unwrap();
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(!page.contains("<script"));
    assert!(
        !page.contains("src=\"http") && !page.contains("<link"),
        "the file opens offline"
    );
}

#[test]
fn a_browser_run_is_part_of_the_report() {
    let course = Course::hand_washing();
    course.edit(
        "lesson.js",
        "\"use strict\";",
        "\"use strict\"; console.error(\"soap is missing\");",
    );
    let mut client = client();
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let data = client.data(
        "scorm_report",
        json!({"workspace_path": course.path(), "session_id": opened["session_id"]}),
    );
    let runtime = &data["report"]["runtime"];
    assert!(runtime["api_calls"].as_u64().unwrap() > 0, "{runtime:#}");
    assert!(runtime["api_anomalies"].is_array());
    assert!(
        runtime["console"].to_string().contains("soap is missing"),
        "{runtime:#}"
    );
    let slow = |runtime: &Value| runtime["api_anomalies"].to_string().contains("perf-load");
    assert!(runtime["load_ms"].is_u64());
    let hurried = client.data(
        "scorm_report",
        json!({
            "workspace_path": course.path(), "session_id": opened["session_id"],
            "settings": { "thresholds": { "load_ms": 0 } },
        }),
    );
    assert!(slow(&hurried["report"]["runtime"]), "{hurried:#}");
    let patient = client.data(
        "scorm_report",
        json!({
            "workspace_path": course.path(), "session_id": opened["session_id"],
            "settings": { "thresholds": { "load_ms": 600_000 } },
        }),
    );
    assert!(!slow(&patient["report"]["runtime"]));
    let without = client.data(
        "scorm_report",
        json!({"workspace_path": course.path(), "session_id": opened["session_id"], "include_runtime": false}),
    );
    assert!(without["report"].get("runtime").is_none());
}
