//! `scorm_get_lms_record`: a course that plays in the profile of an LMS, and what that LMS stores.

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::course_in_browser::{BEGIN, Course, Playing};

/// A course of SCORM 1.2 with one SCO, which runs the script.
fn course_12(mastery: &str, script: &str) -> Course {
    let folder = tempfile::tempdir().unwrap();
    let page = format!("<!doctype html><title>SCO</title><h1>SCO</h1><script>{script}</script>");
    std::fs::write(folder.path().join("sco.html"), page).unwrap();
    let mastery = match mastery {
        "" => String::new(),
        score => format!("<adlcp:masteryscore>{score}</adlcp:masteryscore>"),
    };
    let manifest = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="Small-12" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>Small course</title>
    <item identifier="i1" identifierref="r1"><title>SCO</title>{mastery}</item>
  </organization></organizations>
  <resources><resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="sco.html"><file href="sco.html"/></resource></resources>
</manifest>"#
    );
    std::fs::write(folder.path().join("imsmanifest.xml"), manifest).unwrap();
    Course { folder }
}

/// The course in the profile of an LMS; only its own script initializes it.
fn play(client: McpClient, course: &Course, lms: &str) -> Playing {
    let arguments = json!({"lms_profile": lms, "auto_initialize": false});
    Playing::open_with(client, course.path(), arguments)
}

/// What a script in the content's place gets.
fn run(playing: &mut Playing, expression: &str) -> Value {
    let answer = playing.call("scorm_dom_evaluate", json!({ "expression": expression }));
    answer["result"].clone()
}

fn record(playing: &mut Playing) -> Value {
    playing.call("scorm_get_lms_record", json!({}))
}

/// The record of a session that is closed, and the client.
fn record_after_close(playing: Playing) -> (McpClient, Value) {
    let session_id = playing.session_id.clone();
    let (mut client, _) = playing.close();
    let record = client.data("scorm_get_lms_record", json!({ "session_id": session_id }));
    (client, record)
}

fn elements(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|it| it["element"].as_str().unwrap()).collect()
}

#[test]
fn browser_moodle_answers_with_numbers_and_a_second_initialize_wipes() {
    let course = course_12("", "");
    let mut playing = play(crate::client(), &course, "moodle");
    let told = run(
        &mut playing,
        "(() => { const a = parent.API; a.LMSInitialize(''); a.LMSSetValue('cmi.core.score.raw', '85');
           a.LMSSetValue('cmi.core.lesson_location', 'p7');
           const score = a.LMSGetValue('cmi.core.score.raw');
           const again = a.LMSInitialize('');
           return [typeof score, score, again, a.LMSGetValue('cmi.core.lesson_location')]; })()",
    );
    assert_eq!(told, json!(["number", 85, "false", ""]));
    // The standard's answers stay known beside them.
    let calls = playing.call("scorm_debug_api_calls", json!({}));
    let text = calls.to_string();
    assert!(text.contains(r#""type":"number""#), "{calls:#}");
    // A tool in the content's place is told the same.
    let read = playing.call(
        "scorm_api_call",
        json!({"method": "LMSGetValue", "args": ["cmi.core.lesson_location"]}),
    );
    assert_eq!(read["result"], "", "{read:#}");
    assert_eq!(read["by_the_book"]["result"], "p7", "{read:#}");
    playing.close();
}

#[test]
fn browser_the_frame_that_an_lms_puts_back_stands_where_it_was() {
    let course =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/courses/tea-tasting");
    let arguments = json!({"lms_profile": "moodle"});
    let mut playing = Playing::open_with(crate::client(), &course, arguments);
    let corner = "(() => { const { top, left } = frameElement.getBoundingClientRect(); return [top, left] })()";
    assert_eq!(run(&mut playing, corner), json!([0, 0]));
    // Moodle takes the frame out of its page and puts another one there.
    playing.call("scorm_nav_next", json!({}));
    assert_eq!(run(&mut playing, corner), json!([0, 0]));
    playing.close();
}

#[test]
fn browser_moodle_replaces_the_status_by_mastery() {
    let course = course_12("80", "");
    let mut playing = play(crate::client(), &course, "moodle");
    let finished = run(
        &mut playing,
        "(() => { const a = parent.API; a.LMSInitialize('');
           a.LMSSetValue('cmi.core.score.raw', '85'); a.LMSSetValue('cmi.core.lesson_status', 'incomplete');
           a.LMSSetValue('cmi.core.exit', 'suspend'); return a.LMSFinish(''); })()",
    );
    assert_eq!(finished, "true");
    let record = record(&mut playing);
    assert_eq!(record["status"], "passed", "{record:#}");
    assert_eq!(record["grade"], 85.0, "{record:#}");
    assert_eq!(
        elements(&record["believed_differs"]),
        ["cmi.core.lesson_status"]
    );
    let (client, _) = playing.close();
    // A course that counts as done is opened for review.
    let mut again = play(client, &course, "moodle");
    let mode = run(
        &mut again,
        "(() => { parent.API.LMSInitialize(''); return parent.API.LMSGetValue('cmi.core.lesson_mode'); })()",
    );
    assert_eq!(mode, "review");
    again.close();
}

#[test]
fn browser_moodle_gives_no_grade_for_a_scaled_score_alone() {
    let course = Course::of_scos(&[
        "const api = parent.API_1484_11; api.Initialize(''); api.SetValue('cmi.score.scaled', '0.9');
         api.SetValue('cmi.completion_status', 'completed'); api.Terminate('');",
    ]);
    let mut playing = play(crate::client(), &course, "moodle");
    let record = record(&mut playing);
    assert_eq!(record["stored"]["cmi.score.scaled"], "0.9", "{record:#}");
    let grade = record["grade"].as_f64().unwrap_or_default();
    assert!(grade.abs() < f64::EPSILON, "{record:#}");
    assert!(record["grade_reason"].is_string(), "{record:#}");
    playing.close();
}

#[test]
fn browser_what_was_suspended_comes_back_as_the_lms_gives_it_back() {
    let course = course_12("", "");
    let mut playing = play(crate::client(), &course, "moodle");
    run(
        &mut playing,
        "(() => { const a = parent.API; a.LMSInitialize(''); a.LMSSetValue('cmi.suspend_data', 'notes');
           a.LMSSetValue('cmi.core.lesson_status', 'incomplete');
           a.LMSSetValue('cmi.core.exit', 'suspend'); a.LMSFinish(''); })()",
    );
    let (client, _) = playing.close();
    let mut again = play(client, &course, "moodle");
    let read = "(() => { const a = parent.API; a.LMSInitialize('');
        return [a.LMSGetValue('cmi.suspend_data'), a.LMSGetValue('cmi.core.entry')]; })()";
    assert_eq!(run(&mut again, read), json!(["notes", "resume"]));
    let (client, _) = again.close();
    // Another LMS knows nothing of it.
    let mut other = play(client, &course, "scorm_again");
    assert_eq!(run(&mut other, read)[0], "");
    other.close();
}

#[test]
fn browser_open_edx_swallows_what_is_read_and_sends_each_value() {
    let course = course_12("", "");
    let mut playing = play(crate::client(), &course, "openedx");
    let told = run(
        &mut playing,
        "(() => { const a = parent.API; a.LMSInitialize(''); a.LMSSetValue('cmi.core.lesson_status', 'completed');
           a.LMSSetValue('cmi.core.score.raw', '70'); return a.LMSGetValue('cmi.core.lesson_status'); })()",
    );
    assert_eq!(told, "");
    // Nothing was committed, and all of it arrives.
    let record = record(&mut playing);
    assert_eq!(
        record["stored"]["cmi.core.lesson_status"], "completed",
        "{record:#}"
    );
    assert_eq!(record["stored"]["cmi.core.score.raw"], "70", "{record:#}");
    assert!(elements(&record["lost"]).is_empty(), "{record:#}");
    playing.close();
}

/// Saves when its page goes away, and only then.
const SAVES_IN_PAGEHIDE: &str = "addEventListener('pagehide', () => { const a = parent.API;
    a.LMSSetValue('cmi.suspend_data', 'late'); a.LMSSetValue('cmi.core.lesson_status', 'completed');
    a.LMSCommit(''); a.LMSFinish(''); }); parent.API.LMSInitialize('');";

#[test]
fn browser_ilias_loses_what_is_saved_in_pagehide_and_moodle_keeps_it() {
    let course = course_12("", SAVES_IN_PAGEHIDE);
    let playing = play(crate::client(), &course, "ilias");
    let (client, record) = record_after_close(playing);
    assert_eq!(record["stored"].get("cmi.suspend_data"), None, "{record:#}");
    assert!(
        elements(&record["lost"]).contains(&"cmi.suspend_data"),
        "{record:#}"
    );
    let playing = play(client, &course, "moodle");
    let (_, record) = record_after_close(playing);
    assert_eq!(record["stored"]["cmi.suspend_data"], "late", "{record:#}");
}

#[test]
fn browser_chamilo_always_says_true_and_marks_what_is_left_as_completed() {
    let course = course_12("", "");
    let mut playing = play(crate::client(), &course, "chamilo");
    let told = run(
        &mut playing,
        "(() => { const a = parent.API; a.LMSInitialize(''); a.LMSSetValue('cmi.core.lesson_status', 'incomplete');
           a.LMSSetValue('cmi.core.exit', 'suspend'); return a.LMSCommit(''); })()",
    );
    assert_eq!(told, "true");
    let before = record(&mut playing);
    assert_eq!(before["status"], "incomplete", "{before:#}");
    let (_, after) = record_after_close(playing);
    assert_eq!(after["status"], "completed", "{after:#}");
}

#[test]
fn browser_frappe_keeps_a_few_elements_only() {
    let course = course_12("", "");
    let mut playing = play(crate::client(), &course, "frappe");
    let told = run(
        &mut playing,
        "(() => { const a = parent.API; a.LMSInitialize(''); a.LMSSetValue('cmi.core.score.raw', '70');
           return [a.LMSSetValue('cmi.core.lesson_location', 'p7'), a.LMSCommit('')]; })()",
    );
    assert_eq!(told, json!(["true", "true"]));
    let record = record(&mut playing);
    let lost = elements(&record["lost"]);
    assert!(lost.contains(&"cmi.core.lesson_location"), "{record:#}");
    assert!(lost.contains(&"cmi.core.score.raw"), "{record:#}");
    playing.close();
}

#[test]
fn browser_openolat_throws_where_others_have_an_error_code() {
    let course = course_12("", "");
    let mut playing = play(crate::client(), &course, "openolat");
    let told = run(
        &mut playing,
        "(() => { const a = parent.API; a.LMSInitialize('');
           try { return ['no', String(a.LMSGetValue('cmi.core.exit'))]; } catch (error) { return ['threw', typeof error]; } })()",
    );
    assert_eq!(told[0], "threw", "{told}");
    playing.close();
}

#[test]
fn browser_an_lms_without_a_menu_moves_nobody() {
    let course = Course::of_scos(&[BEGIN, BEGIN]);
    let mut playing = play(crate::client(), &course, "openedx");
    let failure = playing.failure("scorm_nav_next", json!({}));
    assert_eq!(
        failure["error_code"], "NAV_UNSUPPORTED_ACTION",
        "{failure:#}"
    );
    assert!(
        failure["message"].as_str().unwrap().contains("Open edX"),
        "{failure:#}"
    );
    playing.close();
}

#[test]
fn browser_by_the_book_there_is_no_record() {
    let course = course_12("", "");
    let mut playing = play(crate::client(), &course, "standard");
    let told = run(
        &mut playing,
        "(() => { const a = parent.API; a.LMSInitialize(''); a.LMSSetValue('cmi.core.score.raw', '85');
           return [typeof a.LMSGetValue('cmi.core.score.raw'), Object.isFrozen(a)]; })()",
    );
    assert_eq!(told, json!(["string", true]));
    let failure = playing.failure("scorm_get_lms_record", json!({}));
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS", "{failure:#}");
    assert!(
        failure["hint"].as_str().unwrap().contains("moodle"),
        "{failure:#}"
    );
    playing.close();
}
