//! `scorm_session_status`, `scorm_session_list` and `scorm_course_status`.

use std::fs;

use serde_json::{Value, json};

use super::{Courses, open_id};
use crate::client;

#[test]
fn the_status_of_a_new_session() {
    let courses = Courses::new();
    let mut client = client();
    let id = open_id(&mut client, &courses.folder());
    let status = client.data("scorm_session_status", json!({ "session_id": id }));
    let (started, active) = (&status["started_at"], &status["last_activity_at"]);
    assert!(active.as_u64().unwrap() >= started.as_u64().unwrap());
    assert_eq!(
        status,
        json!({
            "state": "ready", "started_at": started, "last_activity_at": active,
            "artifacts_count": 0, "runtime_open": false, "latest_event_id": 1, "operations": [],
        })
    );
}

#[test]
fn a_client_that_lost_its_id_finds_the_session() {
    let courses = Courses::new();
    let mut client = client();
    assert_eq!(
        client.data("scorm_session_list", json!({})),
        json!({ "sessions": [] })
    );
    let first = open_id(&mut client, &courses.folder());
    let second = open_id(&mut client, &courses.zip());
    let list = client.data("scorm_session_list", json!({}));
    let ids: Vec<&Value> = list["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|session| &session["session_id"])
        .collect();
    assert!(
        ids.contains(&&json!(first)) && ids.contains(&&json!(second)),
        "{list}"
    );
    let found = &list["sessions"][0];
    assert_eq!(
        found,
        &json!({
            "session_id": found["session_id"], "course_id": "Two-Lessons", "title": "Two lessons",
            "state": "ready", "runtime_open": false, "last_activity_at": found["last_activity_at"],
        })
    );
    client.data("scorm_session_close", json!({ "session_id": first }));
    let list = client.data("scorm_session_list", json!({}));
    assert_eq!(list["sessions"].as_array().unwrap().len(), 1);
    let failure = client.failure("scorm_session_list", json!({ "session_id": first }));
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}

#[test]
fn the_status_of_a_course_shows_its_saved_progress() {
    let courses = Courses::new();
    let mut client = client();
    let id = open_id(&mut client, &courses.zip());
    let status = client.data("scorm_course_status", json!({ "session_id": id }));
    for key in [
        "state",
        "started_at",
        "last_activity_at",
        "artifacts_count",
        "runtime_open",
        "latest_event_id",
        "operations",
    ] {
        assert!(status.get(key).is_some(), "{key} is missing in {status}");
    }
    assert_eq!(status["course"]["sco_count"], 2);
    let none = json!({ "open": false, "url": null, "activity": null, "initialize_state": "none" });
    assert_eq!(status["runtime"], none);
    let nothing = json!({ "completion": null, "success": null, "score": null, "location": null });
    assert_eq!(status["progress"], nothing);
    assert_eq!(status["saved"], json!({ "path": null, "saved_at": null }));

    let folder = client.home().join("scorm-sessions");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mcp_two_lessons.json");
    let saved = json!({
        "coreData": {
            "cmi.completion_status": "incomplete", "cmi.success_status": "unknown",
            "cmi.score.scaled": "0.5", "cmi.location": "slide_2",
        },
        "meta": { "format": 1, "courseId": "Two-Lessons", "savedAt": 1234 },
    });
    fs::write(&path, saved.to_string()).unwrap();
    let status = client.data("scorm_course_status", json!({ "session_id": id }));
    let progress = json!({
        "completion": "incomplete", "success": "unknown", "score": "0.5", "location": "slide_2",
    });
    assert_eq!(status["progress"], progress);
    assert_eq!(status["saved"], json!({ "path": path, "saved_at": 1234 }));

    fs::write(&path, "{ torn").unwrap();
    let envelope = client
        .call("scorm_course_status", json!({ "session_id": id }))
        .unwrap();
    let saved = &envelope["data"]["saved"];
    assert_eq!(saved, &json!({ "path": path, "saved_at": null }));
    let notice = envelope["diagnostics"]["notices"][0].as_str().unwrap();
    assert!(notice.contains("cannot be read"), "{notice}");
}
