//! `scorm_rehearse`: scripted rehearsals on the pages of a course.

use std::process::Command;

use greenroom_testkit::Picture;
use serde_json::{Value, json};

use crate::{GREENROOM, client};

/// The bundled course.
const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

/// Reads all slides of the first SCO, then goes on to the second by the learner's control.
const READING: &str = r##"
id: reading
manifest: imsmanifest.xml
steps:
  - expect_activity: leaves
    acts:
      - {action: wait, selector: "#one-plant"}
      - {action: click, text: Next}
      - action: expect
        calls:
          - {method: SetValue, args: [cmi.location, oxygen], expect_result: "true"}
          - {method: Commit}
        data: {cmi.location: oxygen}
      - {action: type, selector: "#next", text: "", press: [Enter]}
      - {action: expect, data: {cmi.completion_status: completed, cmi.success_status: passed}, activity: leaves}
      - {action: screenshot}
    data: {cmi.location: water}
    then: {kind: ui, action: continue, session_after: active}
  - expect_activity: brewing
    acts: [{action: screenshot, selector: h1}]
    then: {kind: ui, action: exit_all, session_after: ended}
"##;

#[test]
fn browser_a_failed_expectation_names_the_step() {
    let tea = TEA;
    let manifest = std::fs::read_to_string(format!("{tea}/imsmanifest.xml")).unwrap();
    let (_, rest) = manifest.split_once("<item identifier=\"").unwrap();
    let (first, _) = rest.split_once('"').unwrap();
    let rehearsal = |expected: &str| {
        json!({"id": "tea", "manifest": "imsmanifest.xml", "steps": [{
            "expect_activity": first,
            "calls": [{"method": "GetValue", "args": ["cmi.mode"], "expect_result": expected, "expect_error": "0"}],
            "then": {"kind": "ui", "action": "exit_all", "session_after": "ended"},
        }]})
    };
    let mut client = client();
    let mut rehearse = |expected: &str, mode: &str| {
        let arguments =
            json!({"rehearsal": rehearsal(expected), "package_path": tea, "mode": mode});
        client.data("scorm_rehearse", arguments)
    };
    let passed = rehearse("normal", "browser");
    assert_eq!(
        passed,
        json!({"passed": true, "steps": [{"index": 1, "ok": true}], "artifacts": []})
    );
    let failed = rehearse("review", "browser");
    assert_eq!(failed["passed"], false);
    assert_eq!(failed["steps"][0]["index"], 1);
    assert_eq!(failed["steps"][0]["what"], "GetValue(cmi.mode)");
    assert_eq!(failed["steps"][0]["expected"], "\"review\"");
    let actual = failed["steps"][0]["actual"].as_str().unwrap();
    assert!(actual.contains("normal"), "{actual}");
    // The engine alone makes no call of the content, so nobody has initialized.
    let engine = rehearse("normal", "engine");
    assert_eq!(engine["passed"], false);
}

#[test]
fn browser_a_rehearsal_acts_on_the_page_and_takes_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reading.yaml");
    std::fs::write(&file, READING).unwrap();
    let output = Command::new(GREENROOM)
        .args(["rehearse", "--format", "jsonl", "--course", TEA])
        .arg(&file)
        .env("GREENROOM_HOME", folder.path().join("home"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let report: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((&report["acts"], &report["calls"]), (&json!(5), &json!(2)));
    let artifacts = report["artifacts"].as_array().unwrap();
    let pictures: Vec<Picture> = artifacts
        .iter()
        .map(|path| Picture::decode(&std::fs::read(path.as_str().unwrap()).unwrap()))
        .collect();
    assert_eq!(pictures[0].size(), (1024, 768));
    assert!(!pictures[0].is_blank() && !pictures[1].is_blank());

    let mut client = client();
    let wrong = READING.replace("{cmi.location: water}", "{cmi.location: nowhere}");
    std::fs::write(&file, wrong).unwrap();
    let arguments = json!({"path": file, "package_path": TEA});
    let failed = client.data("scorm_rehearse", arguments);
    assert_eq!(failed["passed"], false);
    assert_eq!(failed["steps"][0]["what"], "cmi.location", "{failed:#}");
    assert_eq!(failed["steps"][0]["expected"], "nowhere");
    assert_eq!(failed["steps"][0]["actual"], "water");
    assert_eq!(failed["artifacts"].as_array().unwrap().len(), 1);
    let missing = READING.replace("text: Next", "selector: \"#nowhere\"");
    std::fs::write(&file, missing).unwrap();
    let arguments = json!({"path": file, "package_path": TEA, "background": true});
    let started = client.data("scorm_rehearse", arguments);
    assert_eq!(started["state"], "running");
    let events = client.data(
        "scorm_session_events",
        json!({"session_id": started["session_id"], "types": ["operation:completed"], "wait_ms": 30_000}),
    );
    let outcome = &events["events"][0]["payload"]["data"];
    assert_eq!(outcome["steps"][0]["what"], "click #nowhere", "{events:#}");
    let engine = json!({"path": file, "package_path": TEA, "mode": "engine"});
    let refused = client.data("scorm_rehearse", engine);
    assert_eq!(refused["passed"], false, "{refused:#}");
}
