//! How a course can end: by itself, with the server, and without warning.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::course_in_browser::{BEGIN, Course, Playing, read_json, server_on};

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
