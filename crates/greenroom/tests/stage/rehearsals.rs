//! Rehearsals in the browser: published cases through the real player page.

use std::process::Command;

use greenroom_testkit::test_data;
use serde_json::{Value, json};

use crate::{GREENROOM, client};

/// Every so manieth case is played here; `make conformance` plays all.
const EVERY: usize = 12;

#[test]
fn browser_a_sample_of_the_published_cases_passes() {
    let Some(folder) = test_data("conformance/cases") else {
        return;
    };
    let mut cases: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        // Thousands of calls of one case would take most of the time.
        .filter(|path| !path.ends_with("DMI.json"))
        .collect();
    cases.sort();
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(GREENROOM)
        .args(["rehearse", "--format", "jsonl"])
        .args(cases.iter().step_by(EVERY))
        .env("GREENROOM_HOME", home.path())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let played = cases.len().div_ceil(EVERY);
    assert_eq!(summary["summary"]["passed"], played, "{text}");
}

#[test]
fn browser_a_failed_expectation_names_the_step() {
    let tea = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/courses/tea-tasting"
    );
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
