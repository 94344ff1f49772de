//! Many sessions at once.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use super::Courses;
use crate::client;

#[test]
fn two_hundred_sessions_are_opened_and_closed_at_once() {
    const COUNT: usize = 200;
    let courses = Courses::new();
    let mut client = client();
    let arguments = json!({ "package_path": courses.zip() });
    let opening: Vec<i64> = (0..COUNT)
        .map(|_| client.send_call("scorm_session_open", arguments.clone()))
        .collect();
    let ids: BTreeSet<String> = opening
        .into_iter()
        .map(|request| {
            let answer = client.wait(request);
            let data = &answer["result"]["structuredContent"]["data"];
            assert_eq!(data["state"], "ready", "{answer}");
            data["session_id"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(ids.len(), COUNT, "no id is given out twice");
    let list = client.call("scorm_session_list", json!({})).unwrap();
    // The list is cut, and the whole of it kept.
    assert_eq!(list["message"], format!("{COUNT} open sessions"));
    let whole = list["diagnostics"]["cut"]["whole_answer"].as_str().unwrap();
    let whole: Value = serde_json::from_slice(&std::fs::read(whole).unwrap()).unwrap();
    assert_eq!(whole["sessions"].as_array().unwrap().len(), COUNT);

    // Every close is sent twice: one of the two closes, the other finds nothing to close.
    let mut closing = Vec::new();
    for id in &ids {
        for _ in 0..2 {
            let arguments = json!({ "session_id": id });
            closing.push(client.send_call("scorm_session_close", arguments));
        }
    }
    let answers: Vec<Value> = closing
        .into_iter()
        .map(|request| client.wait(request))
        .collect();
    let closed = answers
        .iter()
        .filter(|answer| answer["result"]["structuredContent"]["data"]["success"] == true);
    assert_eq!(closed.count(), COUNT);
    let refused = answers
        .iter()
        .filter(|answer| answer["error"]["data"]["error_code"] == "MCP_UNKNOWN_SESSION");
    assert_eq!(refused.count(), COUNT);

    assert_eq!(
        client.data("scorm_session_list", json!({})),
        json!({ "sessions": [] })
    );
    for id in &ids {
        let directory = client.home().join("sessions").join(id);
        let events = fs::read_to_string(directory.join("events.ndjson")).unwrap();
        assert_eq!(events.lines().count(), 2, "{events}");
        assert!(!directory.join("package").exists());
    }
}
