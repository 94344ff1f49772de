//! `scorm_close_course`: the course is left as an LMS would leave it, and saved.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::course_in_browser::{BEGIN, Course, Playing, saved, server_on};

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
    let mut playing = Playing::open_with(server_on(home.path()), course.path(), json!({}));
    assert_eq!(playing.opened["runtime"]["initialize_state"], "terminated");
    let closed = playing.call("scorm_close_course", json!({}));
    let (client, session_id) = (playing.client, playing.session_id);
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
