//! Twenty courses at once: every call finds its own course, none is lost.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::client;
use crate::course::{Course, QUIET_PAGE, api_call};
use crate::processes::memory;

const SESSIONS: usize = 20;
const CALLS: usize = 200;

#[test]
fn browser_twenty_sessions_do_not_mix() {
    let courses: Vec<Course> = (0..SESSIONS)
        .map(|number| Course::new(&format!("course-{number}"), QUIET_PAGE))
        .collect();
    let mut client = client();
    let first = client.data(
        "scorm_open_course",
        json!({"package_path": courses[0].path()}),
    );
    let alone = memory(client.pid());
    let mut ids = vec![id(&first)];
    let opening: Vec<i64> = courses[1..]
        .iter()
        .map(|course| client.send_call("scorm_open_course", json!({"package_path": course.path()})))
        .collect();
    for request in opening {
        let answer = client.wait(request);
        ids.push(id(&answer["result"]["structuredContent"]["data"]));
    }
    let all = memory(client.pid());
    println!(
        "memory: {} MB with one session, {} MB with {SESSIONS}: {:.1} MB per further session",
        alone >> 20,
        all >> 20,
        (all - alone) as f64 / f64::from(1 << 20) / (SESSIONS - 1) as f64
    );

    // Half of the calls write, half read; all sessions are in the air together.
    let mut sent = Vec::new();
    for call in 0..CALLS / 2 {
        for (number, id) in ids.iter().enumerate() {
            let value = format!("{number}/{call}");
            let set = api_call(id, "SetValue", &["cmi.suspend_data", &value]);
            let get = api_call(id, "GetValue", &["cmi.suspend_data"]);
            let set = client.send_call("scorm_api_call", set);
            let get = client.send_call("scorm_api_call", get);
            sent.push((set, "true".to_owned()));
            sent.push((get, value));
        }
        for (request, expected) in sent.drain(..) {
            let answer = client.wait(request);
            assert_eq!(
                answer["result"]["structuredContent"]["data"]["result"],
                json!(expected),
                "{answer}"
            );
        }
    }
    for (number, id) in ids.iter().enumerate() {
        let expected: Vec<String> = (0..CALLS / 2)
            .map(|call| format!("{number}/{call}"))
            .collect();
        assert_eq!(written(&client.home().join("sessions").join(id)), expected);
        client.data("scorm_close_course", json!({"session_id": id}));
    }
    let files: BTreeMap<String, Value> = fs::read_dir(client.home().join("scorm-sessions"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .map(|path| serde_json::from_slice(&fs::read(path).unwrap()).unwrap())
        .map(|state: Value| {
            (
                state["meta"]["courseId"].as_str().unwrap().to_owned(),
                state,
            )
        })
        .collect();
    for number in 0..SESSIONS {
        let state = &files[&format!("course-{number}")];
        let last = format!("{number}/{}", CALLS / 2 - 1);
        assert_eq!(state["coreData"]["cmi.suspend_data"], json!(last));
    }
}

fn id(opened: &Value) -> String {
    opened["session_id"]
        .as_str()
        .unwrap_or_else(|| panic!("{opened}"))
        .to_owned()
}

/// The values that the tools' SetValue calls wrote, in the order of the session's events.
fn written(directory: &std::path::Path) -> Vec<String> {
    let events = fs::read_to_string(directory.join("events.ndjson")).unwrap();
    let events = events
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    events
        .filter(|event| {
            event["type"] == "debug:api_call" && event["payload"]["method"] == "SetValue"
        })
        .map(|event| event["payload"]["args"][1].as_str().unwrap().to_owned())
        .collect()
}
