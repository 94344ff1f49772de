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

/// What the audit of the shown page says; a picture comes with it.
fn audit(playing: &mut Playing) -> Value {
    let arguments = json!({"session_id": playing.session_id});
    let call = json!({"name": "scorm_audit_accessibility", "arguments": arguments});
    let answer = playing.client.request("tools/call", call);
    let text = answer["result"]["content"][1]["text"].as_str().unwrap();
    serde_json::from_str::<Value>(text).unwrap()["data"].clone()
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
            let audit = audit(&mut playing);
            assert_eq!(audit["findings"], json!([]), "{template} {page}: {audit:#}");
        }
        client = playing.close().0;
    }
}

/// A course plays itself: the verdicts are true, and nothing is found.
fn explore(template: &str, version: &str, outline: Option<Value>, verdicts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let mut order = json!({"template": template, "scorm_version": version});
    if let Some(outline) = outline {
        order["outline"] = outline;
    }
    let created = create(&mut client, folder.path(), template, order);
    let arguments = json!({"package_path": course_path(&created), "max_seconds": 240});
    let explored = client.data_of_long_call("scorm_explore_course", arguments);
    for verdict in verdicts {
        let told = &explored["verdict"];
        assert_eq!(told[verdict], true, "{template} {verdict}: {explored:#}");
    }
    assert_eq!(explored["findings"], json!([]), "{template}");
}

#[test]
fn browser_an_explorer_finds_nothing_in_a_lesson() {
    explore("lesson", "1.2", None, &["completes", "passes", "resumes"]);
}

/// Some types of questions; all of them, and the sequenced course, take minutes.
#[test]
fn browser_an_explorer_passes_and_fails_a_quiz() {
    let verdicts = &["completes", "passes", "fails", "resumes"];
    if std::env::var_os("GREENROOM_ALL_LMSS").is_some() {
        explore("quiz", "2004_4th", None, verdicts);
        explore("course", "2004_4th", None, &["completes", "passes"]);
    }
    let outline = json!({"sections": [{"heading": "Tea", "content": ["Green tea is not boiled."], "questions": [
        {"type": "true_false", "text": "Green tea is boiled.", "correct": false},
        {"type": "matching", "text": "What goes where?", "pairs": [{"source": "leaf", "target": "pot"}, {"source": "water", "target": "kettle"}]},
    ]}]});
    explore("quiz", "2004_4th", Some(outline), verdicts);
}
