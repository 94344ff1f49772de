//! `scorm_lint_api_usage` and `scorm_lint_parent_dom_access`.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client;
use crate::validation::{Course, column};

/// A folder with one page, and no manifest.
fn page(script: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("<!doctype html>\n<title>Page</title>\n<script>\n{script}\n</script>\n");
    fs::write(folder.path().join("index.html"), text).unwrap();
    folder
}

fn api_usage(folder: &TempDir) -> Value {
    let arguments = json!({"workspace_path": folder.path(), "api_version": "scorm_2004"});
    client().data("scorm_lint_api_usage", arguments)
}

#[test]
fn set_value_without_initialize_is_found_at_its_line() {
    let folder = page("var api = window.parent.API_1484_11;\napi.SetValue('cmi.location', '1');");
    let data = api_usage(&folder);
    assert_eq!(data["scanned_files"], json!(["index.html"]));
    let issues = data["issues"].as_array().unwrap();
    let missing = issues
        .iter()
        .find(|issue| issue["rule"] == "initialize-missing");
    let missing = missing.unwrap_or_else(|| panic!("{data:#}"));
    assert_eq!(
        (&missing["file"], &missing["severity"]),
        (&"index.html".into(), &"error".into())
    );
    assert!(missing["line"].is_u64() && missing["column"].is_u64());
    assert!(missing["snippet"].is_string() && missing["fix_suggestion"].is_string());
}

#[test]
fn words_that_are_no_calls_are_no_issue() {
    let folder = page(
        "// api.SetValue('cmi.location', '1')\nvar text = \"SetValue\";\n\
         var slider = {SetValue: function (value) { return value; }};\nslider.SetValue('cmi.lokation');",
    );
    let data = api_usage(&folder);
    // It is true that the page calls nothing.
    assert_eq!(column(&data["issues"], "rule"), ["sco-without-api-calls"]);
}

#[test]
fn the_examples_use_the_api_well() {
    for course in [Course::tea_tasting(), Course::hand_washing()] {
        let mut client = client();
        let arguments = json!({"workspace_path": course.path()});
        let data = client.data("scorm_lint_api_usage", arguments.clone());
        let errors = column(&data["issues"], "severity");
        assert!(!errors.contains(&"error"), "{data:#}");
        assert!(data["drivers"].is_array() && data["skipped_files"] == json!([]));
        let access = client.data("scorm_lint_parent_dom_access", arguments);
        assert_eq!(
            access["violations"],
            json!([]),
            "finding the API is not a violation"
        );
        assert_eq!(access["scanned_files"], data["scanned_files"]);
    }
}

#[test]
fn surface_leaves_out_what_no_launch_page_loads() {
    let course = Course::tea_tasting();
    fs::write(course.path().join("unused.js"), "window.x = 1;").unwrap();
    let mut client = client();
    let mut scanned = |depth: &str| {
        let arguments = json!({"workspace_path": course.path(), "scan_depth": depth});
        client.data("scorm_lint_api_usage", arguments)["scanned_files"].to_string()
    };
    assert!(scanned("deep").contains("unused.js"));
    assert!(!scanned("surface").contains("unused.js"));
}

#[test]
fn reaching_into_the_page_of_the_lms_is_one_violation() {
    let folder = page("// parent.document.title\nparent.document.body.style.overflow = 'hidden';");
    let data = client().data(
        "scorm_lint_parent_dom_access",
        json!({"workspace_path": folder.path()}),
    );
    let violations = data["violations"].as_array().unwrap();
    assert_eq!(violations.len(), 1, "{data:#}");
    let violation = &violations[0];
    assert_eq!(
        (&violation["file"], &violation["line"]),
        (&"index.html".into(), &json!(5))
    );
    assert_eq!(violation["vendor"], false);
    for key in [
        "severity",
        "issue",
        "code_snippet",
        "fix_suggestion",
        "rule",
    ] {
        assert!(violation[key].is_string(), "{key}: {violation:#}");
    }
}

#[test]
fn a_package_without_pages_and_scripts_has_nothing_to_scan() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("readme.txt"), "hello").unwrap();
    let fault = client().failure(
        "scorm_lint_api_usage",
        json!({"workspace_path": folder.path()}),
    );
    assert_eq!(fault["error_code"], "CONTENT_FILE_MISSING");
}
