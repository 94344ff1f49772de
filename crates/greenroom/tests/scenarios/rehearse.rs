//! `greenroom rehearse --engine`.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use super::GREENROOM;

const MANIFEST: &str = r#"
<manifest identifier="TWO" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="ORG"><organization identifier="ORG"><title>Two</title>
    <item identifier="a" identifierref="R" parameters="?a"><title>A</title></item>
    <item identifier="b" identifierref="R"><title>B</title></item>
    <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>
  </organization></organizations>
  <resources>
    <resource identifier="R" type="webcontent" adlcp:scormType="sco" href="sco.html"/>
  </resources>
</manifest>"#;

const REHEARSAL: &str = r#"
id: two
manifest: imsmanifest.xml
steps:
  - expect_activity: a
    launch: {url: "sco.html?a"}
    ui: [{control: continue, state: enabled, answer: true}]
    calls:
      - {method: Initialize, args: [""], expect_result: "true", expect_error: "0"}
      - {method: SetValue, args: [cmi.score.scaled, "2"], expect_result: "false", expect_error: "407"}
      - {method: SetValue, args: [adl.nav.request, continue], expect_result: "true"}
      - {method: Terminate, args: [""], expect_result: "true"}
    then: {kind: nav_request, request: continue, session_after: active}
  - expect_activity: b
    then: {kind: ui, action: exit_all, session_after: ended}
"#;

fn rehearse(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(GREENROOM)
        .args(["rehearse", "--engine"])
        .args(arguments)
        .arg(folder)
        .output()
        .expect("the binary runs")
}

fn folder(rehearsal: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("imsmanifest.xml"), MANIFEST).expect("written");
    std::fs::write(folder.path().join("two.yaml"), rehearsal).expect("written");
    folder
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

#[test]
fn a_course_that_behaves_passes() {
    let folder = folder(REHEARSAL);
    let output = rehearse(folder.path(), &["--format", "jsonl"]);
    assert!(output.status.success());
    let report = json!({
        "id": "two", "passed": true, "steps": 2, "calls": 4, "ui_checks": 1, "failure": null,
    });
    let summary = json!({"summary": {"cases": 1, "passed": 1, "calls": 4, "ui_checks": 1}});
    assert_eq!(lines(&output), [report, summary]);
}

#[test]
fn a_difference_is_told_with_step_and_call() {
    let folder = folder(&REHEARSAL.replace("407", "406"));
    let output = rehearse(folder.path(), &["--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let failure = &lines(&output)[0]["failure"];
    assert_eq!(failure["step"], 1);
    assert_eq!(failure["call"], "SetValue(cmi.score.scaled, 2)");
    assert_eq!(failure["expected"], "error 406");
    assert!(
        failure["actual"]
            .as_str()
            .is_some_and(|actual| actual.contains("407"))
    );
}

#[test]
fn people_see_a_table_and_the_sequencing_trace() {
    let folder = folder(&REHEARSAL.replace("expect_activity: b", "expect_activity: c"));
    let output = rehearse(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("two"), "{text}");
    assert!(
        text.contains("delivered activity: expected c, got b"),
        "{text}"
    );
    assert!(text.contains("OP.1: continue"), "{text}");
    assert!(text.contains("0 of 1 passed"), "{text}");
}

#[test]
fn a_file_that_cannot_be_read_fails_alone() {
    let folder = folder(REHEARSAL);
    std::fs::write(folder.path().join("broken.json"), "{").expect("written");
    let output = rehearse(folder.path(), &["--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output);
    assert_eq!(lines[0]["id"], "broken");
    assert_eq!(lines[1]["passed"], true);
}

#[test]
fn the_given_cases_pass() {
    let Some(cases) = greenroom_testkit::test_data("conformance/cases") else {
        return;
    };
    for arguments in [
        &["--format", "jsonl"][..],
        &["--format", "jsonl", "--one-learner"],
    ] {
        let output = rehearse(&cases, arguments);
        assert!(output.status.success());
        let summary = lines(&output).pop().expect("a summary");
        assert_eq!(summary["summary"]["cases"], summary["summary"]["passed"]);
    }
}

#[test]
fn without_a_browser_people_are_told_so_once() {
    let folder = folder(REHEARSAL);
    let home = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(GREENROOM)
        .arg("rehearse")
        .arg(folder.path())
        .env("GREENROOM_HOME", home.path())
        .env("GREENROOM_CHROMIUM", folder.path().join("nowhere"))
        .output()
        .expect("the binary runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{stderr}");
    assert!(output.stdout.is_empty(), "{output:?}");
    assert_eq!(stderr.matches("error").count(), 1, "{stderr}");
    assert!(stderr.contains("nowhere"), "{stderr}");
    assert!(stderr.contains("GREENROOM_CHROMIUM"), "{stderr}");
    assert!(!stderr.contains("ELECTRON"), "{stderr}");
}

#[test]
fn what_is_no_rehearsal_in_a_folder_is_skipped_with_a_note() {
    let folder = folder(REHEARSAL);
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    write("_index.json", r#"{"cases": ["two"]}"#);
    write("_list.json", "[1, 2]");
    write("notes.yaml", "title: not a rehearsal");
    let output = rehearse(folder.path(), &["--format", "jsonl"]);
    assert!(output.status.success());
    assert_eq!(lines(&output)[1]["summary"]["cases"], 1);
    let notes = String::from_utf8_lossy(&output.stderr);
    for name in ["_index.json", "_list.json", "notes.yaml"] {
        assert!(notes.contains(name), "{notes}");
    }
    // What cannot be read may be a rehearsal that is broken.
    write("broken.json", "{");
    let output = rehearse(folder.path(), &["--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    // Who names a file means it.
    let output = rehearse(&folder.path().join("_index.json"), &["--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(1));
}
