//! Every template is rehearsed, explored and audited: nothing is wrong with any.

use serde_json::{Value, json};

use super::{course_path, create};
use crate::client;
use crate::course_in_browser::Playing;

/// Templates with the version that each is looked at in here; the other versions share the scripts.
const TEMPLATES: [(&str, &str, &str); 4] = [
    ("blank", "1.2", "en"),
    ("lesson", "2004_3rd", "de"),
    ("quiz", "2004_4th", "de"),
    ("course", "2004_4th", "en"),
];

#[test]
fn browser_the_rehearsals_of_new_courses_pass_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    for (template, version, language) in TEMPLATES {
        let order = json!({"template": template, "scorm_version": version, "language": language});
        let created = create(&mut client, folder.path(), template, order);
        let arguments = json!({"path": created["rehearsal_path"]});
        let rehearsed = client.data_of_long_call("scorm_rehearse", arguments);
        assert_eq!(rehearsed["passed"], true, "{template}: {rehearsed:#}");
    }
}

#[test]
fn browser_new_courses_are_accessible_on_every_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    for (template, pages) in [
        ("lesson", &["page-02"][..]),
        (
            "quiz",
            &["question-001", "question-006", "question-010", "results"],
        ),
    ] {
        let order = json!({"template": template, "language": "de"});
        let created = create(&mut client, folder.path(), template, order);
        let mut playing = Playing::open_with(client, &course_path(&created), json!({}));
        for page in pages {
            playing.call("scorm_automation_go_to_slide", json!({ "slideId": page }));
            let audit = playing.call("scorm_audit_accessibility", json!({}));
            assert_eq!(audit["findings"], json!([]), "{template} {page}: {audit:#}");
        }
        client = playing.close().0;
    }
}

/// Plays the template by itself.
fn explored(template: &str, version: &str, verdicts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let order = json!({"template": template, "scorm_version": version, "language": "en"});
    let created = create(&mut client, folder.path(), template, order);
    let arguments = json!({"package_path": course_path(&created), "max_seconds": 240});
    let explored = client.data_of_long_call("scorm_explore_course", arguments);
    for verdict in verdicts {
        assert_eq!(
            explored["verdict"][verdict], true,
            "{verdict}: {explored:#}"
        );
    }
    let findings: Vec<&Value> = explored["findings"].as_array().unwrap().iter().collect();
    assert!(findings.is_empty(), "{findings:#?}");
}

#[test]
fn browser_an_explorer_completes_and_resumes_a_lesson() {
    explored("lesson", "1.2", &["completes", "passes", "resumes"]);
}

#[test]
fn browser_an_explorer_passes_and_fails_a_quiz() {
    explored(
        "quiz",
        "2004_4th",
        &["completes", "passes", "fails", "resumes"],
    );
}

#[test]
fn browser_an_explorer_passes_a_sequenced_course() {
    explored("course", "2004_4th", &["completes", "passes"]);
}
