//! Dialogs of a page: one that holds the focus must let it go by keyboard.

use serde_json::{Value, json};

use super::Course;

const AUDIT: &str = "scorm_audit_accessibility";

/// Opens a dialog and audits the page with it.
fn audit(dialog: &str) -> (Course, Value) {
    let mut course = Course::open("dialogs");
    let opener = format!("[data-opens={dialog}]");
    course.tool("scorm_dom_click", json!({"selector": opener}));
    let audit = course.picture(AUDIT, json!({"reflow": false}));
    (course, audit)
}

fn rules(audit: &Value) -> Vec<&str> {
    let findings = audit["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| finding["rule"].as_str().unwrap())
        .collect()
}

#[test]
fn browser_a_dialog_that_can_be_left_is_no_trap() {
    for (dialog, left_by) in [
        ("native", "Escape"),
        ("escape", "Escape"),
        ("button", "button[aria-label=\"Close\"]"),
    ] {
        let (mut course, audit) = audit(dialog);
        assert_eq!(rules(&audit), [""; 0], "{dialog} {audit:#}");
        assert_eq!(audit["keyboard"]["trap"], Value::Null);
        assert_eq!(audit["keyboard"]["controls"], 2, "those of the dialog");
        assert_eq!(
            audit["keyboard"]["dialog"],
            json!({"selector": format!("#{dialog}"), "left_by": left_by, "untried": audit["keyboard"]["dialog"]["untried"]})
        );
        // The trial has closed it, and nothing is caught any more.
        let seen = course.tool(
            "scorm_dom_query",
            json!({"selector": format!("#{dialog}"), "query_type": "visibility"}),
        );
        assert_eq!(seen["visible"], false);
    }
}

#[test]
fn browser_a_dialog_without_a_way_out_is_a_trap() {
    for dialog in ["trap", "stubborn"] {
        let (_, audit) = audit(dialog);
        assert_eq!(rules(&audit), ["keyboard-trap"], "{dialog} {audit:#}");
        let place = &audit["findings"][0]["nodes"][0];
        assert_eq!(
            (&place["selector"], &place["ref"]),
            (&json!(format!("#{dialog}")), &json!(1))
        );
        assert_eq!(audit["findings"][0]["wcag"], json!(["2.1.2"]));
        assert_eq!(audit["keyboard"]["trap"], format!("#{dialog}"));
        assert_eq!(audit["keyboard"]["dialog"]["left_by"], Value::Null);
    }
}

#[test]
fn browser_what_a_button_of_a_dialog_does_is_left_to_a_person() {
    let (mut course, audit) = audit("question");
    assert_eq!(rules(&audit), [""; 0], "{audit:#}");
    let undecided = audit["undecided"].as_array().unwrap();
    assert!(undecided.contains(&json!({"rule": "keyboard-trap", "count": 1})));
    assert_eq!(audit["keyboard"]["dialog"]["untried"], 2);
    assert_eq!(
        course.evaluate("document.getElementById('question').hidden"),
        false
    );
}
