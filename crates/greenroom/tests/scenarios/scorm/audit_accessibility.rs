//! `scorm_audit_accessibility`: what keeps people out, in every frame.

use serde_json::{Value, json};

use crate::hands::Course;

const AUDIT: &str = "scorm_audit_accessibility";

fn rules(audit: &Value) -> Vec<&str> {
    let findings = audit["findings"].as_array().unwrap();
    let mut rules: Vec<&str> = findings
        .iter()
        .map(|finding| finding["rule"].as_str().unwrap())
        .collect();
    rules.sort_unstable();
    rules
}

fn places(audit: &Value, rule: &str) -> Vec<String> {
    let findings = audit["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["rule"] == rule);
    let nodes = finding.unwrap()["nodes"].as_array().unwrap().iter();
    nodes
        .map(|node| node["selector"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn browser_barriers_are_found_in_every_frame() {
    let mut course = Course::open("barriers");
    let audit = course.picture(AUDIT, json!({}));
    assert!(
        audit.to_string().len() <= 8192,
        "{}",
        audit.to_string().len()
    );
    assert_eq!(
        rules(&audit),
        [
            "color-contrast",
            "focus-not-visible",
            "image-alt",
            "keyboard-trap",
            "keyboard-unreachable",
            "reflow-320",
        ]
    );
    assert_eq!(audit["frames_audited"], 2);
    assert_eq!(places(&audit, "image-alt"), ["#inner >>> #picture"]);
    assert_eq!(places(&audit, "color-contrast"), ["#pale"]);
    assert_eq!(places(&audit, "focus-not-visible"), ["#bare"]);
    assert_eq!(audit["keyboard"]["trap"], "#inner >>> #caught");
    assert_eq!(
        places(&audit, "keyboard-unreachable"),
        ["#mouse-only", "#inner >>> #beyond"]
    );
    assert_eq!(places(&audit, "reflow-320"), ["#wide"]);
    assert_eq!(audit["reflow"]["fits"], false);
    // The page is as it was, and what was found is in the file.
    assert_eq!(course.evaluate("innerWidth"), 1024);
    assert_eq!(course.evaluate("typeof axe"), "undefined");
    let picture = std::fs::read(audit["artifact_path"].as_str().unwrap()).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    let report = std::fs::read(audit["report_path"].as_str().unwrap()).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["findings"].as_array().unwrap().len(), 6);
}

#[test]
fn browser_a_clear_page_has_no_finding() {
    let mut course = Course::open("clear");
    for level in ["A", "AA", "AAA"] {
        let audit = course.picture(AUDIT, json!({"wcag_level": level}));
        assert_eq!(rules(&audit), [""; 0], "{level} {audit:#}");
        assert_eq!(audit["keyboard"]["trap"], Value::Null);
        assert_eq!(audit["keyboard"]["stops"], 5);
    }
}

#[test]
fn browser_what_has_the_focus_already_is_judged_without_it_first() {
    let mut course = Course::open("clear");
    course.evaluate("document.querySelector('button').focus()");
    let audit = course.picture(AUDIT, json!({}));
    assert_eq!(rules(&audit), [""; 0], "{audit:#}");
}

#[test]
fn browser_the_level_decides_what_counts() {
    let mut course = Course::open("barriers");
    let only = json!({"wcag_level": "A", "keyboard": false, "reflow": false});
    let audit = course.picture(AUDIT, only);
    assert_eq!(rules(&audit), ["image-alt"]);
    assert_eq!(
        (&audit["keyboard"], &audit["reflow"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(audit["findings"][0]["wcag"], json!(["1.1.1"]));
}
