//! Saved state: the conditions of resuming, reload, clearing.

use std::fs;

use serde_json::{Value, json};

use super::{BEGIN, Course, Playing, example, read_json, saved, server_on};

fn resume(opened: &Value) -> (bool, &str, &str) {
    let resume = &opened["resume"];
    (
        resume["resumed"].as_bool().unwrap(),
        resume["reason"].as_str().unwrap(),
        resume["entry"].as_str().unwrap(),
    )
}

#[test]
fn the_four_conditions_one_by_one() {
    let course = Course::of_scos(&[BEGIN]);
    let path = course.path();

    // 1: no file.
    let mut first = Playing::open(path);
    assert_eq!(resume(&first.opened), (false, "no_saved_data", "ab-initio"));
    assert_eq!(first.opened["resume"]["conditions"]["file_exists"], false);
    assert_eq!(first.get("cmi.entry"), "ab-initio");
    first.set("cmi.suspend_data", "slide=2");
    let (client, closed) = first.close();
    assert_eq!(closed["saved"]["exit"], "suspend");
    assert_eq!(closed["saved"]["terminated_by"], "greenroom");

    // 3: no location.
    let second = Playing::open_with(client, path, json!({}));
    assert_eq!(
        resume(&second.opened),
        (false, "location_empty", "ab-initio")
    );
    let hint = second.opened["resume"]["hint"].as_str().unwrap();
    assert!(hint.contains("allow_resume_without_location"), "{hint}");
    let (client, _) = second.close();

    // The fresh start of the second has replaced the suspend_data; so it is set again.
    let mut third = Playing::open_with(client, path, json!({}));
    third.set("cmi.suspend_data", "slide=3");
    let (client, _) = third.close();
    let arguments = json!({ "allow_resume_without_location": true });
    let mut third = Playing::open_with(client, path, arguments);
    assert_eq!(resume(&third.opened), (true, "resumed", "resume"));
    assert_eq!(third.get("cmi.suspend_data"), "slide=3");

    // All hold.
    third.set("cmi.location", "slide_3");
    let (client, _) = third.close();
    let mut fourth = Playing::open_with(client, path, json!({}));
    assert_eq!(resume(&fourth.opened), (true, "resumed", "resume"));
    assert_eq!(fourth.get("cmi.entry"), "resume");
    assert_eq!(fourth.get("cmi.location"), "slide_3");
    let conditions = &fourth.opened["resume"]["conditions"];
    assert!(
        conditions
            .as_object()
            .unwrap()
            .values()
            .all(|holds| *holds == true),
        "{conditions}"
    );
    assert!(fourth.opened["resume"]["saved_at"].is_u64());
    assert_eq!(fourth.opened["resume"]["recovered"], false);
    let (client, closed) = fourth.close();

    // 4: a new attempt; the file is neither read nor deleted.
    let mut fifth = Playing::open_with(client, path, json!({ "new_attempt": true }));
    assert_eq!(resume(&fifth.opened), (false, "new_attempt", "ab-initio"));
    assert_eq!(fifth.get("cmi.location"), "");
    assert_eq!(saved(&closed)["coreData"]["cmi.location"], "slide_3");

    // 2: the content's own exit is kept, and starts fresh.
    fifth.set("cmi.location", "slide_5");
    fifth.set("cmi.exit", "normal");
    let (client, closed) = fifth.close();
    assert_eq!(closed["saved"]["exit"], "normal");
    assert_eq!(saved(&closed)["coreData"]["cmi.exit"], "normal");
    let sixth = Playing::open_with(client, path, json!({}));
    assert_eq!(
        resume(&sixth.opened),
        (false, "exit_not_suspend", "ab-initio")
    );
}

#[test]
fn a_reload_shows_edits_and_keeps_or_drops_the_state() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open_with(
        crate::client(),
        course.path(),
        json!({ "viewport": { "width": 800, "height": 600 } }),
    );
    playing.set("cmi.location", "p2");
    let page = course.path().join("sco1.html");
    let edited = fs::read_to_string(&page).unwrap().replace(
        BEGIN,
        &format!("{BEGIN} api.SetValue('cmi.learner_preference.language', 'de');"),
    );
    fs::write(&page, edited).unwrap();
    let old = playing.session_id.clone();
    let reloaded = playing.call("scorm_reload_course", json!({}));
    assert_eq!(reloaded["previous_session_id"], json!(old));
    assert_ne!(reloaded["session_id"], json!(old));
    assert_eq!(resume(&reloaded), (true, "resumed", "resume"));
    assert_eq!(reloaded["runtime"]["viewport"]["width"], 800);
    let failure = playing.failure("scorm_session_status", json!({}));
    assert_eq!(failure["error_code"], "MCP_UNKNOWN_SESSION");
    assert_eq!(failure["details"]["reason"], "reload");
    playing.session_id = reloaded["session_id"].as_str().unwrap().to_owned();
    assert_eq!(playing.get("cmi.location"), "p2");
    assert_eq!(playing.get("cmi.learner_preference.language"), "de");

    let fresh = playing.call("scorm_reload_course", json!({ "force_new": true }));
    assert_eq!(resume(&fresh), (false, "new_attempt", "ab-initio"));
    playing.session_id = fresh["session_id"].as_str().unwrap().to_owned();
    assert_eq!(playing.get("cmi.location"), "");
    let status = playing.call("scorm_course_status", json!({}));
    let file = read_json(status["saved"]["path"].as_str().unwrap().as_ref());
    assert_eq!(
        file["coreData"]["cmi.location"], "p2",
        "the file is still there"
    );

    // Only the second phase fails: the course is closed.
    fs::remove_file(&page).unwrap();
    let failure = playing.failure("scorm_reload_course", json!({}));
    assert_eq!(failure["error_code"], "CONTENT_FILE_MISSING");
    assert_eq!(failure["details"]["closed"], true);
    let failure = playing.failure("scorm_session_status", json!({}));
    assert_eq!(failure["error_code"], "MCP_UNKNOWN_SESSION");
}

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
fn several_scos_resume_where_the_course_was_left() {
    let path = example("tea-tasting");
    let mut playing = Playing::open(&path);
    playing.call("scorm_nav_next", json!({}));
    playing.set("cmi.location", "kettle");
    playing.set("cmi.success_status", "passed");
    let (client, closed) = playing.close();
    let file = saved(&closed);
    assert_eq!(file["meta"]["currentActivity"], "brewing");
    assert_eq!(file["sequencing"]["suspended"], true);
    assert_eq!(file["sequencing"]["suspendedActivity"], "brewing");
    assert_eq!(
        file["scos"]["leaves"]["coreData"]["cmi.location"],
        "one-plant"
    );
    assert_eq!(
        file["scos"]["brewing"]["coreData"]["cmi.location"],
        "kettle"
    );
    let mut again = Playing::open_with(client, &path, json!({}));
    assert_eq!(resume(&again.opened), (true, "resumed", "resume"));
    assert_eq!(again.opened["runtime"]["activity"], "brewing");
    assert_eq!(again.get("cmi.entry"), "resume");
    let state = again.call("scorm_nav_get_state", json!({}));
    assert_eq!(state["globalObjectives"]["tea.brewing"]["satisfied"], true);
    let back = again.call("scorm_nav_previous", json!({}));
    assert_eq!(back["delivered"]["identifier"], "leaves", "{back}");
    assert_eq!(again.get("cmi.location"), "one-plant");
    assert_eq!(again.get("cmi.entry"), "resume");
}

#[test]
fn an_item_to_start_at_is_judged_by_its_own_data() {
    let course = Course::of_scos(&[BEGIN, BEGIN]);
    let mut playing = Playing::open(course.path());
    playing.set("cmi.location", "p2");
    let (client, _) = playing.close();
    let arguments = json!({ "activity": "i2" });
    let mut second = Playing::open_with(client, course.path(), arguments);
    assert_eq!(second.opened["runtime"]["activity"], "i2");
    assert_eq!(
        resume(&second.opened),
        (false, "exit_not_suspend", "ab-initio")
    );
    assert_eq!(second.get("cmi.entry"), "ab-initio");
    assert_eq!(second.get("cmi.location"), "");
}

#[test]
fn a_runtime_that_is_closed_and_opened_again_resumes_in_its_session() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open_with(
        crate::client(),
        course.path(),
        json!({ "new_attempt": true }),
    );
    playing.set("cmi.location", "p2");
    let closed = playing.call("scorm_runtime_close", json!({}));
    assert_eq!(closed["was_open"], true);
    assert_eq!(closed["saved"]["exit"], "suspend");
    let none = playing.call("scorm_runtime_close", json!({}));
    assert_eq!(none["was_open"], false);
    let status = playing.call("scorm_course_status", json!({}));
    assert_eq!(status["runtime"]["open"], false);
    assert_eq!(status["progress"]["location"], "p2", "as it was saved");
    let opened = playing.call("scorm_runtime_open", json!({}));
    assert_eq!(resume(&opened), (true, "resumed", "resume"));
    assert_eq!(opened["already_open"], false);
    assert_eq!(playing.get("cmi.location"), "p2");
    let same = playing.call("scorm_runtime_open", json!({}));
    assert_eq!(same["already_open"], true);
    assert_eq!(same["runtime_id"], opened["runtime_id"]);
}
