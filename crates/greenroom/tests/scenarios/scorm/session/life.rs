//! From open to close, in every way it can end.

use std::fs;
use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::{Courses, events_on_disk, open, open_id, session_dir, types};
use crate::{GREENROOM, client};

#[test]
fn a_folder_is_opened_in_place() {
    let courses = Courses::new();
    let mut client = client();
    let data = open(&mut client, &courses.folder());
    let id = data["session_id"].as_str().unwrap();
    assert_eq!(id.len(), 16);
    assert!(
        id.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()),
        "{id}"
    );
    let directory = session_dir(&client, id);
    assert_eq!(
        data,
        json!({
            "session_id": id,
            "workspace_path": courses.folder(),
            "session_path": directory,
            "artifacts_manifest_path": directory.join("artifacts.json"),
            "state": "ready",
            "course": {
                "course_id": "Two-Lessons", "title": "Two lessons", "scorm_version": "2004_4th",
                "organization": "org", "sco_count": 2,
            },
        })
    );
    assert!(!directory.join("package").exists());
    let manifest = fs::read(directory.join("artifacts.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest, json!({ "session_id": id, "artifacts": [] }));
}

#[test]
fn a_zip_is_unpacked_and_the_copy_goes_with_the_session() {
    let courses = Courses::new();
    let mut client = client();
    let data = open(&mut client, &courses.zip());
    let id = data["session_id"].as_str().unwrap();
    let workspace = session_dir(&client, id).join("package");
    assert_eq!(data["workspace_path"], json!(workspace));
    assert!(workspace.join("imsmanifest.xml").is_file() && workspace.join("two.html").is_file());
    // The workspace is a package itself.
    let again = open(&mut client, &workspace);
    assert_eq!(again["course"], data["course"]);

    let closed = client.data("scorm_session_close", json!({ "session_id": id }));
    let manifest = session_dir(&client, id).join("artifacts.json");
    assert_eq!(
        closed,
        json!({ "success": true, "artifacts_manifest_path": manifest, "cancelled_operations": [] })
    );
    assert!(!workspace.exists() && manifest.is_file());
    assert_eq!(
        types(&events_on_disk(&session_dir(&client, id))),
        ["session:open", "session:close"]
    );
}

#[test]
fn the_other_name_of_the_path_and_a_relative_path_work() {
    let courses = Courses::new();
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .arg("--mcp")
            .current_dir(courses.folder().parent().unwrap())
    });
    let data = client.data("scorm_session_open", json!({ "workspace_path": "course" }));
    assert_eq!(data["workspace_path"], json!(courses.folder()));
}

#[test]
fn two_sessions_on_one_package_do_not_disturb_each_other() {
    let courses = Courses::new();
    for path in [courses.zip(), courses.folder()] {
        let mut client = client();
        let (first, second) = (open(&mut client, &path), open(&mut client, &path));
        assert_ne!(first["session_id"], second["session_id"]);
        assert_ne!(first["session_path"], second["session_path"]);
        client.data(
            "scorm_session_close",
            json!({ "session_id": first["session_id"] }),
        );
        let id = second["session_id"].as_str().unwrap();
        let status = client.data("scorm_session_status", json!({ "session_id": id }));
        assert_eq!(status["state"], "ready");
        let workspace = second["workspace_path"].as_str().unwrap();
        assert!(fs::exists(format!("{workspace}/imsmanifest.xml")).unwrap());
        assert_eq!(
            types(&events_on_disk(&session_dir(&client, id))),
            ["session:open"]
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn sessions_start_no_browser() {
    let courses = Courses::new();
    let mut client = client();
    open(&mut client, &courses.zip());
    let pid = client.pid();
    let children = fs::read_dir("/proc").unwrap().flatten().filter(|entry| {
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // After the name in brackets come the state and the parent's id.
        let parent = stat
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(1));
        parent.and_then(|parent| parent.parse().ok()) == Some(pid)
    });
    assert_eq!(children.count(), 0, "the server has child processes");
}

#[test]
fn an_idle_session_closes_itself() {
    let courses = Courses::new();
    let mut client = client();
    let arguments = json!({ "package_path": courses.zip(), "timeout_ms": 50 });
    let data = client.data("scorm_session_open", arguments);
    let id = data["session_id"].as_str().unwrap();
    // The list is not a call on the session.
    let deadline = Instant::now() + Duration::from_secs(20);
    while client.data("scorm_session_list", json!({}))["sessions"] != json!([]) {
        assert!(Instant::now() < deadline, "the session stays open");
    }
    let failure = client.failure("scorm_session_status", json!({ "session_id": id }));
    assert_eq!(failure["error_code"], "MCP_UNKNOWN_SESSION");
    assert_eq!(failure["details"]["reason"], "idle_timeout");
    assert!(failure["details"]["closed_at"].is_u64());
    assert!(
        failure["message"].as_str().unwrap().contains("idle limit"),
        "{failure}"
    );
    let events = events_on_disk(&session_dir(&client, id));
    assert_eq!(
        types(&events),
        ["session:open", "session:idle_timeout", "session:close"]
    );
    assert_eq!(events[2]["payload"]["reason"], "idle_timeout");
    assert!(!session_dir(&client, id).join("package").exists());
}

/// What a session's folder says after its server has ended.
fn record(directory: &std::path::Path) -> Value {
    serde_json::from_slice(&fs::read(directory.join("session.json")).unwrap()).unwrap()
}

#[test]
fn the_end_of_the_server_closes_what_is_open() {
    for signal in [None, Some(Signal::TERM), Some(Signal::INT)] {
        let courses = Courses::new();
        let home = tempfile::tempdir().unwrap();
        let mut client = McpClient::start_with(GREENROOM, |command| {
            command.arg("--mcp").env("GREENROOM_HOME", home.path())
        });
        let ids: Vec<String> = (0..5)
            .map(|_| open_id(&mut client, &courses.zip()))
            .collect();
        let ended = match signal {
            None => client.finish(),
            Some(signal) => {
                let pid = Pid::from_raw(client.pid().cast_signed()).unwrap();
                kill_process(pid, signal).unwrap();
                client.wait_for_end()
            }
        };
        assert_eq!(ended.status.code(), Some(0), "{signal:?}: {}", ended.stderr);
        assert!(
            ended.took < Duration::from_secs(2),
            "{signal:?}: {:?}",
            ended.took
        );
        for id in ids {
            let directory = home.path().join("sessions").join(id);
            assert_eq!(
                record(&directory)["closed"]["reason"],
                "shutdown",
                "{signal:?}"
            );
            assert!(!directory.join("package").exists());
            assert_eq!(
                types(&events_on_disk(&directory)),
                ["session:open", "session:close"]
            );
        }
        let locks = fs::read_dir(home.path().join("servers")).unwrap();
        assert_eq!(locks.count(), 0, "the server let go of its lock");
    }
}

#[test]
fn a_killed_server_leaves_what_the_next_one_can_tell_and_clean_up() {
    let courses = Courses::new();
    let home = tempfile::tempdir().unwrap();
    let start = || {
        McpClient::start_with(GREENROOM, |command| {
            command.arg("--mcp").env("GREENROOM_HOME", home.path())
        })
    };
    let mut first = start();
    let id = open_id(&mut first, &courses.zip());
    let mut second = start();
    let other = second.failure("scorm_session_status", json!({ "session_id": id }));
    assert_eq!(other["details"]["reason"], "other_server");
    let unpacked = home.path().join("sessions").join(&id).join("package");
    assert!(
        unpacked.exists(),
        "a second server does not clean up under the first"
    );

    let pid = Pid::from_raw(first.pid().cast_signed()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    assert_eq!(first.wait_for_end().status.code(), None);
    let lost = second.failure("scorm_session_status", json!({ "session_id": id }));
    assert_eq!(lost["details"]["reason"], "server_lost");

    let mut third = start();
    let deadline = Instant::now() + Duration::from_secs(20);
    while unpacked.exists() {
        third.request("ping", json!({}));
        assert!(Instant::now() < deadline, "the unpacked copy stays");
    }
}
