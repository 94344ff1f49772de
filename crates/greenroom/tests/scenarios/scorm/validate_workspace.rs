//! `scorm_validate_workspace`.

use std::fs;

use greenroom_testkit::{McpClient, test_data};
use serde_json::{Value, json};

use crate::client;
use crate::validation::Course;

fn validate(client: &mut McpClient, course: &Course, more: &Value) -> Value {
    let mut arguments = json!({ "workspace_path": course.path() });
    for (key, value) in more.as_object().unwrap() {
        arguments[key] = value.clone();
    }
    client.call("scorm_validate_workspace", arguments).unwrap()
}

#[test]
fn three_faults_are_reported_with_their_places() {
    let course = Course::tea_tasting();
    course
        .manifest(
            "identifierref=\"leaves-page\"",
            "identifierref=\"leafs-page\"",
        )
        .manifest(
            "<organizations default=\"tea\">",
            "<organizations default=\"coffee\">",
        )
        .manifest(
            "<file href=\"shared/cup.svg\"/>",
            "<file href=\"shared/mug.svg\"/>",
        );
    let data = validate(&mut client(), &course, &json!({}))["data"].clone();
    assert_eq!(
        (&data["success"], &data["scorm_version"]),
        (&json!(false), &json!("2004_4th"))
    );
    let results = &data["validation_results"];
    let mut all: Vec<&Value> = results["manifest"]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .collect();
    all.extend(results["files"]["issues"].as_array().unwrap());
    for rule in [
        "dangling-identifierref",
        "unknown-default-organization",
        "missing-file",
    ] {
        let found = all.iter().find(|finding| finding["rule"] == rule);
        let found = found.unwrap_or_else(|| panic!("{rule}: {data:#}"));
        assert!(
            found["line"].is_u64() && found["column"].is_u64(),
            "{found:#}"
        );
    }
    let errors = all
        .iter()
        .filter(|finding| finding["severity"] == "error")
        .count();
    assert!(data["actionable_fixes"].as_array().unwrap().len() >= errors);
    assert!(data["compliance_score"].as_u64().unwrap() <= 89);
}

#[test]
fn only_the_asked_categories_appear_and_count() {
    let course = Course::tea_tasting();
    course.manifest(
        "identifierref=\"leaves-page\"",
        "identifierref=\"leafs-page\"",
    );
    let data = validate(
        &mut client(),
        &course,
        &json!({"check_categories": ["structure", "sequencing"]}),
    )["data"]
        .clone();
    let keys: Vec<&String> = data["validation_results"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(keys, ["sequencing", "structure"]);
    let all = validate(&mut client(), &course, &json!({}))["data"].clone();
    let keys: Vec<&String> = all["validation_results"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(
        keys,
        [
            "api_usage",
            "files",
            "manifest",
            "parent_dom_access",
            "sequencing",
            "structure"
        ]
    );
    assert!(all["compliance_score"].as_u64() < data["compliance_score"].as_u64());
}

#[test]
fn each_level_finds_more() {
    let course = Course::tea_tasting();
    course
        .manifest(
            "<title>Brewing</title>",
            "<title>What do you taste?</title>",
        )
        .manifest(
            "identifierref=\"leaves-page\"",
            "identifierref=\"leaves-page\" isvisible=\"1\"",
        );
    fs::write(course.path().join("notes.txt"), "unlisted").unwrap();
    fs::write(course.path().join("Thumbs.db"), "junk").unwrap();
    let mut client = client();
    let counts: Vec<usize> = ["basic", "standard", "strict", "pedantic"]
        .into_iter()
        .map(|level| {
            let data =
                validate(&mut client, &course, &json!({"validation_level": level}))["data"].clone();
            let results = &data["validation_results"];
            ["manifest", "files", "structure"]
                .into_iter()
                .map(|key| {
                    let part = &results[key];
                    part["findings"]
                        .as_array()
                        .or(part["issues"].as_array())
                        .unwrap()
                        .len()
                })
                .sum()
        })
        .collect();
    assert_eq!(counts[0], 0, "{counts:?}");
    assert!(counts.is_sorted() && counts[3] > counts[2], "{counts:?}");
}

#[test]
fn answers_are_cached_by_content() {
    let course = Course::tea_tasting();
    let mut client = client();
    let mut ask = || validate(&mut client, &course, &json!({}));
    let first = ask();
    let second = ask();
    assert_eq!(first["diagnostics"]["cache"], "miss");
    assert_eq!(second["diagnostics"]["cache"], "hit");
    assert_eq!(first["data"], second["data"]);
    // Same size, same time, one other byte.
    let file = course.path().join("imsmanifest.xml");
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    course.manifest("identifierref=\"quiz-page\"", "identifierref=\"quiz-pagx\"");
    fs::File::options()
        .append(true)
        .open(&file)
        .unwrap()
        .set_modified(time)
        .unwrap();
    let third = ask();
    assert_eq!(third["diagnostics"]["cache"], "miss");
    assert_eq!(third["data"]["success"], false);
}

#[test]
fn a_background_call_brings_its_result_as_an_event() {
    let course = Course::tea_tasting();
    let mut client = client();
    let started = validate(&mut client, &course, &json!({"background": true}))["data"].clone();
    assert_eq!(started["state"], "running");
    let events = client.data(
        "scorm_session_events",
        json!({"session_id": started["session_id"], "types": ["operation:completed"], "wait_ms": 20000}),
    );
    let payload = &events["events"][0]["payload"];
    assert_eq!(payload["operation_id"], started["operation_id"]);
    let now = validate(&mut client, &course, &json!({}))["data"].clone();
    assert_eq!(payload["data"], now);
}

#[test]
fn settings_are_checked_and_an_unknown_session_is_named() {
    let course = Course::tea_tasting();
    let mut client = client();
    let fault = client.failure(
        "scorm_validate_workspace",
        json!({"workspace_path": course.path(), "settings": {"treshholds": {}, "wcag_level": "B"}}),
    );
    assert_eq!(fault["error_code"], "MCP_INVALID_PARAMS");
    assert_eq!(
        fault["details"]["faults"].as_array().unwrap().len(),
        2,
        "{fault:#}"
    );
    let fault = client.failure(
        "scorm_validate_workspace",
        json!({"workspace_path": course.path(), "session_id": "0000000000000000"}),
    );
    assert_eq!(fault["error_code"], "MCP_UNKNOWN_SESSION");
}

#[test]
fn good_packages_have_no_error() {
    let Some(folder) = test_data("packages") else {
        return;
    };
    let mut client = client();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("evmosaic") {
            let data = client.data("scorm_validate_workspace", json!({"workspace_path": path}));
            assert_eq!(
                data["success"], true,
                "{name}: {:#}",
                data["actionable_fixes"]
            );
        }
    }
}
