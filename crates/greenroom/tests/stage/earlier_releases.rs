//! What earlier releases wrote is opened and resumed by this one.
//!
//! The files are as 0.1.0 wrote them, but for the path of the course: a state saved by a close, and
//! the journal of a server that was killed.

use std::fs;
use std::path::Path;

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::client;
use crate::course::{Course, QUIET_PAGE, api_call};

const SAVED_STATE: &str = include_str!("from_0_1_0/saved_state.json");
const SESSION: &str = include_str!("from_0_1_0/session.json");
const JOURNAL: &str = include_str!("from_0_1_0/journal.ndjson");

/// Puts a file of an earlier release into the data directory.
fn put(path: &Path, text: &str, course: &Course) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let course = course.path();
    fs::write(path, text.replace("{COURSE}", course.to_str().unwrap())).unwrap();
}

/// Opens the course and says what the SCO finds; it must have been resumed.
fn resumed(client: &mut McpClient, course: &Course, elements: &[&str]) -> (bool, Vec<String>) {
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    assert_eq!(opened["resume"]["resumed"], true, "{opened}");
    let session = opened["session_id"].as_str().unwrap();
    let values = elements.iter().map(|element| {
        let answer = client.data("scorm_api_call", api_call(session, "GetValue", &[element]));
        answer["result"].as_str().unwrap().to_owned()
    });
    let values = values.collect();
    (opened["resume"]["recovered"] == true, values)
}

const ELEMENTS: [&str; 4] = [
    "cmi.location",
    "cmi.suspend_data",
    "cmi.score.scaled",
    "cmi.interactions.0.learner_response",
];

#[test]
fn browser_a_saved_state_of_0_1_0_is_resumed() {
    let course = Course::new("FROM-0.1.0", QUIET_PAGE);
    let mut client = client();
    let path = client.home().join("scorm-sessions/mcp_from_0_1_0.json");
    put(&path, SAVED_STATE, &course);
    let (recovered, values) = resumed(&mut client, &course, &ELEMENTS);
    assert!(!recovered);
    assert_eq!(values, ["slide 7", "answers=a,b", "0.5", "a[,]b"]);
}

#[test]
fn browser_a_journal_of_0_1_0_is_recovered_and_resumed() {
    let course = Course::new("FROM-0.1.0", QUIET_PAGE);
    let mut client = client();
    let session = client.home().join("sessions/w0whysqejxq9guae");
    put(&session.join("session.json"), SESSION, &course);
    put(&session.join("journal"), JOURNAL, &course);
    let (recovered, values) = resumed(&mut client, &course, &ELEMENTS);
    assert!(recovered);
    assert_eq!(values, ["slide 8", "answers=a,b", "0.5", "a[,]b"]);
}
