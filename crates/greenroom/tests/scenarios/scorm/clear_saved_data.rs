//! `scorm_clear_saved_data`: what is saved is forgotten, each file on its own.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::course_in_browser::resume::resume;
use crate::course_in_browser::{BEGIN, Course, Playing, server_on};

#[test]
fn people_and_tools_have_files_of_their_own() {
    let course = Course::of_scos(&[BEGIN]);
    let home = tempfile::tempdir().unwrap();
    let states = home.path().join("scorm-sessions");
    fs::create_dir_all(&states).unwrap();
    let gui = states.join("gui_small_course.json");
    let text = r#"{"coreData":{"cmi.exit":"suspend","cmi.location":"of a person"}}"#;
    fs::write(&gui, text).unwrap();
    let mut playing = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    assert_eq!(resume(&playing.opened).1, "no_saved_data");
    playing.set("cmi.location", "of a tool");
    let session_id = playing.session_id.clone();
    let arguments = json!({ "package_path": course.path() });
    let cleared = playing
        .client
        .data("scorm_clear_saved_data", arguments.clone());
    assert_eq!(cleared["deleted"], false);
    assert_eq!(cleared["course_id"], "Small-Course");
    assert_eq!(cleared["open_sessions"], json!([session_id]));
    let (mut client, closed) = playing.close();
    let mcp = states.join("mcp_small_course.json");
    assert_eq!(closed["saved"]["path"], json!(mcp));
    assert_eq!(fs::read_to_string(&gui).unwrap(), text);
    let cleared = client.data("scorm_clear_saved_data", arguments);
    assert_eq!(
        cleared,
        json!({
            "success": true, "course_id": "Small-Course", "deleted": true, "path": mcp,
            "open_sessions": [],
        })
    );
    assert!(!mcp.exists() && gui.exists());
    let again = Playing::open_with(client, course.path(), json!({}));
    assert_eq!(resume(&again.opened).1, "no_saved_data");
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
