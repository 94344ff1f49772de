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

/// The names of the pages of the SCO that is shown.
fn pages(playing: &mut Playing) -> Vec<Value> {
    let slides = playing.call("scorm_automation_get_course_structure", json!({}));
    let slides = slides["result"].as_array().unwrap().clone();
    slides
        .into_iter()
        .map(|slide| slide["id"].clone())
        .collect()
}

/// All pages of a template's SCOs, or these of its first one, are audited without a finding.
fn is_accessible(template: &str, version: &str, some: Option<&[&str]>) {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let order = json!({"template": template, "scorm_version": version, "language": "de"});
    let created = create(&mut client, folder.path(), template, order);
    let mut playing = Playing::open_with(client, &course_path(&created), json!({}));
    let scos = match (template, some) {
        ("course", None) => &["pretest", "lesson-01", "lesson-02", "posttest"][..],
        _ => &["only"],
    };
    for sco in scos {
        if scos.len() > 1 && playing.activity() != **sco {
            playing.call("scorm_nav_choice", json!({ "targetId": sco }));
        }
        let pages = match some {
            Some(pages) => pages.iter().map(|page| json!(page)).collect(),
            None => pages(&mut playing),
        };
        for page in pages {
            playing.call("scorm_automation_go_to_slide", json!({ "slideId": page }));
            let audit = audit(&mut playing);
            let told = format!("{template} {version} {sco} {page}: {audit:#}");
            assert_eq!(audit["findings"], json!([]), "{told}");
        }
    }
    playing.close();
}

#[test]
fn browser_new_courses_are_accessible_on_every_page() {
    if is_long() {
        return each(|template, version| is_accessible(template, version, None));
    }
    is_accessible("lesson", "2004_4th", Some(&["page-02"]));
    let pages = ["question-001", "question-006", "question-010", "results"];
    is_accessible("quiz", "2004_4th", Some(&pages));
}

/// Every template in every version takes minutes (`make soak`).
pub(super) fn is_long() -> bool {
    std::env::var_os("GREENROOM_ALL_LMSS").is_some()
}

/// Does something with every template in every version.
pub(super) fn each(look: impl Fn(&str, &str)) {
    for (template, _, _) in TEMPLATES {
        for version in ["1.2", "2004_3rd", "2004_4th"] {
            if (template, version) != ("course", "1.2") {
                look(template, version);
            }
        }
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
    assert_eq!(explored["findings"], json!([]), "{template} {version}");
}

/// What is true of a template that is explored as it comes.
fn is_explored(template: &str, version: &str) {
    let verdicts = match template {
        "quiz" => &["completes", "passes", "fails", "resumes"][..],
        _ => &["completes", "passes", "resumes"],
    };
    explore(template, version, None, verdicts);
}

#[test]
fn browser_an_explorer_finds_nothing_in_new_courses() {
    if is_long() {
        return each(is_explored);
    }
    is_explored("lesson", "1.2");
}

/// Some types of questions; all of them take minutes.
#[test]
fn browser_an_explorer_passes_and_fails_a_quiz() {
    let outline = json!({"sections": [{"heading": "Tea", "content": ["Green tea is not boiled."], "questions": [
        {"type": "true_false", "text": "Green tea is boiled.", "correct": false},
        {"type": "matching", "text": "What goes where?", "pairs": [{"source": "leaf", "target": "pot"}, {"source": "water", "target": "kettle"}]},
    ]}]});
    let verdicts = &["completes", "passes", "fails", "resumes"];
    explore("quiz", "2004_4th", Some(outline), verdicts);
}
