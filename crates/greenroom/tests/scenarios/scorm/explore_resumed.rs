//! `scorm_explore_course`: what was broken off goes on.

use std::path::Path;

use greenroom_testkit::McpClient;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::client;
use crate::course_in_browser::server_on;

const COURSE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

/// What is told first of one that begins anew.
const OPENING: &str = "opening the course";

fn explore(client: &mut McpClient, more: &Value) -> Value {
    let mut arguments = json!({"package_path": COURSE});
    let arguments_of = arguments.as_object_mut().unwrap();
    arguments_of.extend(more.as_object().unwrap().clone());
    client.data_of_long_call("scorm_explore_course", arguments)
}

fn log(explored: &Value) -> Vec<String> {
    let text = std::fs::read_to_string(explored["log_path"].as_str().unwrap()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn browser_what_the_budget_ended_goes_on_and_is_done_once() {
    let mut client = client();
    let begun = explore(&mut client, &json!({"max_acts": 14}));
    assert_eq!(begun["stopped_by"], "max_acts", "{begun:#}");
    assert_eq!(begun["resumed"], false);
    let before = log(&begun);

    let done = explore(&mut client, &json!({"max_seconds": 120, "resume": true}));
    assert_eq!(done["resumed"], true, "{done:#}");
    assert_eq!(done["stopped_by"], "done", "{done:#}");
    for what in ["completes", "passes", "fails", "resumes"] {
        assert_eq!(done["verdict"][what], true, "{what}: {done:#}");
    }
    let count = |explored: &Value, what: &str| explored[what].as_u64().unwrap();
    assert!(count(&done, "states") >= count(&begun, "states"));
    assert!(count(&done, "acts") > count(&begun, "acts"));
    assert_eq!(log(&done)[..before.len()], before);

    // Nothing is left of one that was done.
    let again = explore(&mut client, &json!({"max_acts": 1, "resume": true}));
    assert_eq!(again["resumed"], false);
}

#[test]
fn browser_what_a_kill_ended_goes_on_in_another_server() {
    let home = tempfile::tempdir().unwrap();
    let mut first = server_on(home.path());
    let call = json!({
        "name": "scorm_explore_course",
        "arguments": {"package_path": COURSE, "max_seconds": 120},
        "_meta": {"progressToken": "t"},
    });
    first.send("tools/call", call);
    // The learner who looks at everything is through.
    while told(&mut first) == OPENING {}
    let pid = Pid::from_raw(first.pid().cast_signed()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    first.wait_for_end();

    let mut second = server_on(home.path());
    let done = explore(&mut second, &json!({"max_seconds": 120, "resume": true}));
    assert_eq!(done["resumed"], true, "{done:#}");
    assert_eq!(done["stopped_by"], "done", "{done:#}");
    for what in ["completes", "passes", "fails", "resumes"] {
        assert_eq!(done["verdict"][what], true, "{what}: {done:#}");
    }
}

/// What the next message of progress says of the course.
fn told(client: &mut McpClient) -> String {
    loop {
        let progress = client.wait_notification("notifications/progress");
        let message = progress["message"].as_str().unwrap_or_default();
        if !message.starts_with("act ") {
            return message.to_owned();
        }
    }
}

#[test]
fn browser_another_course_at_the_same_place_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    greenroom_testkit::copy_folder(Path::new(COURSE), folder.path());
    let mut client = client();
    let mut explore = |resume: bool| {
        let arguments = json!({"package_path": folder.path(), "max_acts": 4, "resume": resume});
        client.data_of_long_call("scorm_explore_course", arguments)
    };
    assert_eq!(explore(false)["resumed"], false);
    assert_eq!(explore(true)["resumed"], true);
    let page = folder.path().join("leaves.html");
    let source = std::fs::read_to_string(&page).unwrap();
    std::fs::write(&page, format!("{source}\n")).unwrap();
    assert_eq!(explore(true)["resumed"], false);
}
