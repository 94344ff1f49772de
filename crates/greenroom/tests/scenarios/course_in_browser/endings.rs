//! How a course can end: by itself, with the server, and without warning.

use std::fs;
use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::{BEGIN, Course, Playing, read_json, saved, server_on};

/// The calls of a session, as its events on disk tell them: method, origin and result.
fn calls(home: &Path, session_id: &str) -> Vec<(String, String, String)> {
    let events = home.join("sessions").join(session_id).join("events.ndjson");
    let text = fs::read_to_string(events).unwrap();
    let events = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    events
        .filter(|event| event["type"] == "debug:api_call")
        .map(|event| {
            let part = |key: &str| event["payload"][key].as_str().unwrap().to_owned();
            (part("method"), part("origin"), part("result"))
        })
        .collect()
}

#[test]
fn what_was_set_before_a_kill_is_recovered() {
    let course = Course::of_scos(&[BEGIN]);
    let home = tempfile::tempdir().unwrap();
    let mut playing = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    playing.set("cmi.suspend_data", "acknowledged");
    playing.set("cmi.location", "p7");
    let pid = Pid::from_raw(playing.client.pid().cast_signed()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    assert_eq!(playing.client.wait_for_end().status.code(), None);
    let file = home.path().join("scorm-sessions/mcp_small_course.json");
    assert!(!file.exists(), "nothing was committed");

    let mut again = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    let resume = &again.opened["resume"];
    assert_eq!(resume["recovered"], true, "{resume}");
    assert_eq!(resume["resumed"], true, "{resume}");
    assert_eq!(again.get("cmi.location"), "p7");
    assert_eq!(again.get("cmi.suspend_data"), "acknowledged");
    let (client, _) = again.close();
    let third = Playing::open_with(client, course.path(), json!({}));
    assert_eq!(third.opened["resume"]["recovered"], false, "once is enough");
}

#[test]
fn clearing_also_forgets_what_a_killed_server_left() {
    let course = Course::of_scos(&[BEGIN]);
    let home = tempfile::tempdir().unwrap();
    let mut playing = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    playing.set("cmi.location", "p7");
    let pid = Pid::from_raw(playing.client.pid().cast_signed()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    playing.client.wait_for_end();
    let mut client = server_on(home.path());
    let arguments = json!({ "package_path": course.path() });
    let cleared = client.data("scorm_clear_saved_data", arguments);
    assert_eq!(cleared["deleted"], true);
    let again = Playing::open_with(client, course.path(), json!({}));
    assert_eq!(again.opened["resume"]["reason"], "no_saved_data");
}

#[test]
fn the_end_of_input_saves_what_is_open() {
    let home = tempfile::tempdir().unwrap();
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    playing.set("cmi.location", "p3");
    let ended = playing.client.finish();
    assert_eq!(ended.status.code(), Some(0), "{}", ended.stderr);
    let file = read_json(&home.path().join("scorm-sessions/mcp_small_course.json"));
    assert_eq!(file["meta"]["cause"], "shutdown");
    assert_eq!(file["coreData"]["cmi.location"], "p3");
    assert_eq!(file["coreData"]["cmi.exit"], "suspend");
    let again = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    assert_eq!(again.opened["resume"]["resumed"], true);
    assert_eq!(again.opened["resume"]["recovered"], false);
}

#[test]
fn a_course_that_saves_only_when_it_is_left_is_saved_and_terminated_once() {
    let script = format!(
        "{BEGIN} addEventListener('pagehide', () => {{
            api.SetValue('cmi.location', 'last moment');
            api.SetValue('cmi.exit', 'suspend');
            api.Terminate('');
        }});"
    );
    let course = Course::of_scos(&[&script]);
    let home = tempfile::tempdir().unwrap();
    let playing = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    let session_id = playing.session_id.clone();
    let (client, closed) = playing.close();
    assert_eq!(closed["saved"]["terminated_by"], "content");
    assert_eq!(closed["saved"]["exit"], "suspend");
    let file = saved(&closed);
    assert_eq!(file["coreData"]["cmi.location"], "last moment");
    assert_eq!(file["scos"]["i1"]["terminated"], true);
    let terminates: Vec<_> = calls(home.path(), &session_id)
        .into_iter()
        .filter(|(method, ..)| method == "Terminate")
        .collect();
    let once = (
        "Terminate".to_owned(),
        "content".to_owned(),
        "true".to_owned(),
    );
    assert_eq!(terminates, [once]);
    let again = Playing::open_with(client, course.path(), json!({}));
    assert_eq!(again.opened["resume"]["resumed"], true);
}

#[test]
fn a_course_that_terminated_itself_is_not_terminated_again() {
    let script = format!(
        "{BEGIN} api.SetValue('cmi.location', 'end'); api.SetValue('cmi.exit', 'normal'); api.Terminate('');
         addEventListener('pagehide', () => api.Terminate(''));"
    );
    let course = Course::of_scos(&[&script]);
    let home = tempfile::tempdir().unwrap();
    let playing = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    assert_eq!(playing.opened["runtime"]["initialize_state"], "terminated");
    let session_id = playing.session_id.clone();
    let (client, closed) = playing.close();
    assert_eq!(closed["saved"]["terminated_by"], "content");
    assert_eq!(closed["saved"]["exit"], "normal");
    assert_eq!(saved(&closed)["coreData"]["cmi.exit"], "normal");
    let results: Vec<String> = calls(home.path(), &session_id)
        .into_iter()
        .filter(|(method, ..)| method == "Terminate")
        .map(|(.., result)| result)
        .collect();
    assert_eq!(results, ["true", "false"], "the second is refused");
    let again = Playing::open_with(client, course.path(), json!({}));
    assert_eq!(again.opened["resume"]["reason"], "exit_not_suspend");
}

#[test]
fn a_session_close_is_the_same_sequence() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open(course.path());
    playing.set("cmi.location", "p4");
    let path = playing
        .client
        .home()
        .join("scorm-sessions/mcp_small_course.json");
    let closed = playing.call("scorm_session_close", json!({}));
    assert_eq!(closed["success"], true);
    assert_eq!(closed["cancelled_operations"], json!([]));
    let file = read_json(&path);
    assert_eq!(file["coreData"]["cmi.location"], "p4");
    assert_eq!(file["coreData"]["cmi.exit"], "suspend");
    let status = playing.failure("scorm_runtime_status", json!({}));
    assert_eq!(status["error_code"], "MCP_UNKNOWN_SESSION");
}
