//! `scorm_validate_compliance`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::{Course, snapshot};
use crate::client;

#[test]
fn a_broken_manifest_fills_errors() {
    let course = Course::tea_tasting();
    course.manifest("</metadata>", "</metadat>");
    let data = client().data(
        "scorm_validate_compliance",
        json!({"workspace_path": course.path()}),
    );
    assert!(!data["errors"].as_array().unwrap().is_empty());
    assert_eq!(data["verdicts"]["conformant"], false);
    assert_eq!(data["verdicts"]["will_import"]["generic"], "no");
    assert!(data["compliance_score"].as_u64().unwrap() <= 89);
}

#[test]
fn a_good_course_is_conformant_and_imports() {
    let course = Course::tea_tasting();
    let mut client = client();
    let data = client.data(
        "scorm_validate_compliance",
        json!({"workspace_path": course.path()}),
    );
    assert_eq!(
        data["verdicts"],
        json!({"conformant": true, "will_import": {"generic": "yes"}}),
        "{:#}",
        data["errors"]
    );
    assert_eq!(data["fixed_issues"], json!([]));
    assert!(data.get("patch_path").is_none());
    let page = fs::read_to_string(data["report_path"].as_str().unwrap()).unwrap();
    assert!(page.contains("Tea tasting") && !page.contains("<script"));
    assert!(data["validation_report"].as_str().unwrap().len() <= 16 * 1024);
}

#[test]
fn fixes_happen_on_a_copy_and_the_patch_makes_the_same() {
    let course = Course::tea_tasting();
    course
        .manifest(
            "identifierref=\"leaves-page\"",
            "identifierref=\"leaves-page\" isvisible=\"True\"",
        )
        .manifest(
            "href=\"quiz.html\">\n      <file href=\"quiz.html\"/>",
            "href=\"Quiz.html\">\n      <file href=\"Quiz.html\"/>",
        );
    let before = snapshot(&course.path());
    let mut client = client();
    let data = client.data(
        "scorm_validate_compliance",
        json!({"workspace_path": course.path(), "fix_issues": true}),
    );
    assert_eq!(snapshot(&course.path()), before, "the source is as it was");
    let fixed = Path::new(data["fixed_workspace_path"].as_str().unwrap());
    let fixed_issues = data["fixed_issues"].as_array().unwrap();
    assert!(fixed_issues.len() >= 2, "{data:#}");
    assert!(
        fixed_issues
            .iter()
            .all(|issue| issue["applicability"] == "safe" && issue["description"].is_string())
    );
    assert!(data["score_after"].as_u64() > data["compliance_score"].as_u64());
    let again = client.data(
        "scorm_validate_compliance",
        json!({"workspace_path": fixed}),
    );
    assert_eq!(again["compliance_score"], data["score_after"]);
    assert_eq!(again["fixed_issues"], json!([]));

    let original = fixed.with_file_name("original");
    assert_eq!(snapshot(&original), before, "the original is kept");
    let applied = Command::new("git")
        .args(["apply", data["patch_path"].as_str().unwrap()])
        .current_dir(course.path())
        .env("GIT_DIR", course.path().join("none"))
        .output()
        .unwrap();
    assert!(
        applied.status.success(),
        "{}",
        String::from_utf8_lossy(&applied.stderr)
    );
    assert_eq!(snapshot(&course.path()), snapshot(fixed));
}

#[test]
fn artifacts_go_to_the_session_that_is_named() {
    let course = Course::tea_tasting();
    let mut client = client();
    let opened = client.data("scorm_session_open", json!({"package_path": course.path()}));
    let session_id = &opened["session_id"];
    let envelope = client
        .call("scorm_validate_compliance", json!({"workspace_path": course.path(), "session_id": session_id, "fix_issues": true, "backup_original": false}))
        .unwrap();
    assert_eq!(&envelope["data"]["session_id"], session_id);
    let types: Vec<&str> = super::column(&envelope["artifacts"], "type");
    assert_eq!(types, ["report", "patch"]);
    assert_eq!(
        envelope["artifacts_manifest_path"],
        opened["artifacts_manifest_path"]
    );
    let status = client.data("scorm_session_status", json!({"session_id": session_id}));
    assert_eq!(status["artifacts_count"], 2);
    let events = client.data(
        "scorm_session_events",
        json!({"session_id": session_id, "types": ["validation:completed"]}),
    );
    assert_eq!(
        events["events"][0]["payload"]["score"],
        envelope["data"]["compliance_score"]
    );
    let session_path = Path::new(opened["session_path"].as_str().unwrap());
    assert!(session_path.join("fixed").is_dir() && !session_path.join("original").exists());
}
