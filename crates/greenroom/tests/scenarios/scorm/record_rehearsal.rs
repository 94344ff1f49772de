//! `scorm_record_rehearsal`: what was done in a session is played again, and a fault is found.

use std::path::{Path, PathBuf};

use greenroom_testkit::{McpClient, copy_folder};
use serde_json::{Value, json};

use crate::client;

const COURSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/courses");

/// A copy of a bundled course in which one text is replaced by another.
fn spoiled(folder: &Path, course: &str, file: &str, from: &str, to: &str) -> PathBuf {
    let copy = folder.join(format!("spoiled-{}", folder.read_dir().unwrap().count()));
    copy_folder(&Path::new(COURSES).join(course), &copy);
    let path = copy.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(path, text.replace(from, to)).unwrap();
    copy
}

fn open(client: &mut McpClient, course: &Path) -> String {
    let arguments = json!({"package_path": course, "new_attempt": true});
    let opened = client.data("scorm_open_course", arguments);
    opened["session_id"].as_str().unwrap().to_owned()
}

fn click(client: &mut McpClient, session: &str, text: &str) {
    let arguments = json!({"session_id": session, "text": text});
    client.data("scorm_dom_click_by_text", arguments);
}

fn failed_step(rehearsed: &Value) -> &Value {
    assert_eq!(rehearsed["passed"], false, "{rehearsed:#}");
    let steps = rehearsed["steps"].as_array().unwrap();
    steps.last().unwrap()
}

#[test]
fn browser_open_act_record_rehearse_in_five_calls() {
    let folder = tempfile::tempdir().unwrap();
    let tea = Path::new(COURSES).join("tea-tasting");
    let mut client = client();
    let session = open(&mut client, &tea);
    click(&mut client, &session, "Next");
    click(&mut client, &session, "Next");
    let recorded = client.data("scorm_record_rehearsal", json!({"session_id": session}));
    assert_eq!(recorded["steps"], 1, "{recorded:#}");
    assert!(recorded["statements"].as_u64().unwrap() > 8, "{recorded:#}");
    assert_eq!(recorded["left_out"], json!([]));
    let acts = recorded["rehearsal"]["steps"][0]["acts"]
        .as_array()
        .unwrap();
    let next = json!({"action": "click", "role": "button", "name": "Next"});
    assert_eq!(acts.iter().filter(|act| **act == next).count(), 2);
    let path = &recorded["artifact_path"];
    let passed = client.data("scorm_rehearse", json!({"path": path}));
    assert_eq!(passed["passed"], true, "{passed:#}");

    // Each fault is found where it shows: after the act that brings it about.
    for (file, from, to, what) in [
        (
            "shared/slides.js",
            r#"Course.set("cmi.completion_status", "completed")"#,
            "void 0",
            "calls of the content",
        ),
        (
            "leaves.html",
            "<h2>Oxygen does it</h2>",
            "<h2>Elsewhere</h2>",
            r#"heading "Oxygen does it""#,
        ),
        (
            "shared/slides.js",
            "show(current + 1)",
            "show(current + 2)",
            "calls of the content",
        ),
        (
            "leaves.html",
            r#"<button id="next""#,
            r#"<button style="display:none" id="next""#,
            r#"click button "Next""#,
        ),
        (
            "shared/slides.js",
            "Course.save();",
            "",
            "calls of the content",
        ),
        ("shared/quiz.js", "// Three", "throw 1 // Three", ""),
    ] {
        let copy = spoiled(folder.path(), "tea-tasting", file, from, to);
        let rehearsed = client.data(
            "scorm_rehearse",
            json!({"path": path, "package_path": copy}),
        );
        if what.is_empty() {
            // The page that throws is not part of this rehearsal.
            assert_eq!(rehearsed["passed"], true, "{rehearsed:#}");
            continue;
        }
        let failed = failed_step(&rehearsed);
        assert_eq!(
            (&failed["index"], &failed["what"]),
            (&json!(1), &json!(what)),
            "{failed:#}"
        );
        let picture = failed["picture"].as_str().unwrap();
        assert!(Path::new(picture).is_file(), "{picture}");
    }
}

#[test]
fn browser_navigation_a_quiz_and_a_resume_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let tea = Path::new(COURSES).join("tea-tasting");
    let mut client = client();
    let session = open(&mut client, &tea);
    let refused = json!({"session_id": session, "targetId": "quiz"});
    assert_eq!(client.data("scorm_nav_choice", refused)["success"], false);
    client.data("scorm_nav_next", json!({"session_id": session}));
    click(&mut client, &session, "Next");
    let reloaded = client.data("scorm_reload_course", json!({"session_id": session}));
    assert_eq!(reloaded["resume"]["resumed"], true, "{reloaded:#}");
    let session = reloaded["session_id"].as_str().unwrap().to_owned();
    client.data("scorm_nav_next", json!({"session_id": session}));
    for (name, value) in [("plant", "same"), ("bitter", "hot"), ("strong", "minutes")] {
        let selector = format!("input[name={name}][value={value}]");
        client.data(
            "scorm_dom_click",
            json!({"session_id": session, "selector": selector}),
        );
    }
    click(&mut client, &session, "Check my answers");
    client.data("scorm_close_course", json!({"session_id": session}));
    let file = folder.path().join("quiz.yaml");
    let arguments = json!({"session_id": session, "output_path": file});
    let recorded = client.data("scorm_record_rehearsal", arguments);
    let steps = recorded["rehearsal"]["steps"].as_array().unwrap();
    let activities: Vec<&str> = steps
        .iter()
        .map(|it| it["expect_activity"].as_str().unwrap())
        .collect();
    assert_eq!(
        activities,
        ["leaves", "brewing", "brewing", "quiz"],
        "{recorded:#}"
    );
    assert_eq!(steps[1]["then"]["relaunch"]["mode"], "resume");
    let passed = client.data("scorm_rehearse", json!({"path": file}));
    assert_eq!(passed["passed"], true, "{passed:#}");
    for (file_of_course, from, to, step) in [
        // The answer counts as another one.
        (
            "quiz.html",
            r#"data-answer="hot""#,
            r#"data-answer="cold""#,
            4,
        ),
        // The place is lost.
        (
            "shared/slides.js",
            "return slide.id === place",
            "return false",
            3,
        ),
        // The rule that bars the quiz is gone.
        (
            "imsmanifest.xml",
            r#"action="disabled""#,
            r#"action="hiddenFromChoice""#,
            1,
        ),
        // The score is lost on the way.
        (
            "shared/quiz.js",
            r#"Course.set("cmi.score.scaled", right / questions.length);"#,
            "",
            4,
        ),
        // Nothing is said when the page is left.
        ("shared/scorm.js", r#"Course.close("suspend")"#, "void 0", 1),
    ] {
        let copy = spoiled(folder.path(), "tea-tasting", file_of_course, from, to);
        let rehearsed = client.data(
            "scorm_rehearse",
            json!({"path": file, "package_path": copy}),
        );
        let failed = failed_step(&rehearsed);
        assert_eq!(failed["index"], step, "{from}: {failed:#}");
    }
}

#[test]
fn browser_scorm_12_and_calls_of_tools_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let hands = Path::new(COURSES).join("hand-washing");
    let mut client = client();
    let session = open(&mut client, &hands);
    click(&mut client, &session, "20 seconds");
    let call =
        json!({"session_id": session, "method": "LMSGetValue", "args": ["cmi.core.lesson_status"]});
    client.data("scorm_api_call", call);
    client.failure(
        "scorm_dom_click",
        json!({"session_id": session, "selector": "#none", "options": {"wait_timeout_ms": 10}}),
    );
    let recorded = client.data("scorm_record_rehearsal", json!({"session_id": session}));
    let path = &recorded["artifact_path"];
    let passed = client.data("scorm_rehearse", json!({"path": path}));
    assert_eq!(passed["passed"], true, "{passed:#} {recorded:#}");
    let copy = spoiled(
        folder.path(),
        "hand-washing",
        "lesson.js",
        "right ? 100 : 0",
        "right ? 10 : 0",
    );
    let rehearsed = client.data(
        "scorm_rehearse",
        json!({"path": path, "package_path": copy}),
    );
    let failed = failed_step(&rehearsed);
    assert_eq!(
        failed["act_before"], r#"click button "20 seconds""#,
        "{failed:#}"
    );
}

#[test]
fn what_cannot_be_recorded_is_said() {
    let mut client = client();
    let unknown = client.failure("scorm_record_rehearsal", json!({"session_id": "nobody"}));
    assert_eq!(unknown["error_code"], "MCP_UNKNOWN_SESSION", "{unknown:#}");
    let course = Path::new(COURSES).join("hand-washing");
    let opened = client.data("scorm_session_open", json!({"package_path": course}));
    let session = &opened["session_id"];
    let nothing = client.failure("scorm_record_rehearsal", json!({"session_id": session}));
    assert_eq!(nothing["error_code"], "MCP_INVALID_PARAMS", "{nothing:#}");
}
