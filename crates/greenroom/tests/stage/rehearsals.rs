//! Rehearsals in the browser: published cases through the real player page.

use std::process::Command;

use greenroom_testkit::test_data;
use serde_json::Value;

use crate::GREENROOM;

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
