//! Every error code of the session tools.

use std::fs;

use greenroom_testkit::{ENCRYPTED, McpClient, ZipEntry, ZipFile, files};
use serde_json::{Value, json};

use super::{COURSE, Courses, open_id};
use crate::{GREENROOM, client};

/// The tools that take nothing but a session.
const ON_A_SESSION: [&str; 4] = [
    "scorm_session_status",
    "scorm_session_events",
    "scorm_session_close",
    "scorm_course_status",
];

/// The server says no, with a message that can stand alone, and keeps nothing.
fn check(client: &mut McpClient, path: &std::path::Path, code: &str) -> Value {
    let failure = client.failure("scorm_session_open", json!({ "package_path": path }));
    assert_eq!(failure["error_code"], code, "{failure}");
    assert_eq!(failure["code"], -32000, "{failure}");
    let message = failure["message"].as_str().unwrap();
    assert!(message.starts_with(&format!("{code}: ")), "{message}");
    assert!(
        message.ends_with(failure["hint"].as_str().unwrap()),
        "{message}"
    );
    assert_eq!(
        client.data("scorm_session_list", json!({})),
        json!({ "sessions": [] })
    );
    let left = fs::read_dir(client.home().join("sessions")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "a failed open leaves no folder: {failure}");
    failure
}

fn course() -> ZipFile {
    files(COURSE)
        .iter()
        .fold(ZipFile::new(), |zip, (name, text)| {
            zip.file(name, text.as_bytes())
        })
}

#[test]
fn paths_that_cannot_be_resolved() {
    let courses = Courses::new();
    let mut client = client();
    let missing = courses.folder().join("missing");
    let failure = check(&mut client, &missing, "PATH_RESOLUTION_ERROR");
    assert_eq!(failure["details"]["path"], json!(missing));
    check(
        &mut client,
        &courses.put("text.zip", b"no zip"),
        "PATH_RESOLUTION_ERROR",
    );
    let cut = course().bytes();
    check(
        &mut client,
        &courses.put("cut.zip", &cut[..cut.len() / 2]),
        "PATH_RESOLUTION_ERROR",
    );
    let manifest = courses.folder().join("imsmanifest.xml");
    let failure = check(&mut client, &manifest, "PATH_RESOLUTION_ERROR");
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("give the folder"),
        "{failure}"
    );
}

#[test]
fn packages_without_a_manifest() {
    let courses = Courses::new();
    let mut client = client();
    let parent = courses.folder().parent().unwrap().to_owned();
    let failure = check(&mut client, &parent, "MANIFEST_NOT_FOUND");
    assert_eq!(failure["details"]["found_in"], "course");
    let advice = failure["hint"].as_str().unwrap();
    assert!(
        advice.contains(&courses.folder().display().to_string()),
        "{advice}"
    );

    let nested = ZipFile::new()
        .file("inner/imsmanifest.xml", b"<manifest/>")
        .bytes();
    let failure = check(
        &mut client,
        &courses.put("nested.zip", &nested),
        "MANIFEST_NOT_FOUND",
    );
    assert_eq!(failure["details"]["found_in"], "inner");
    let empty = ZipFile::new().bytes();
    let failure = check(
        &mut client,
        &courses.put("empty.zip", &empty),
        "MANIFEST_NOT_FOUND",
    );
    assert_eq!(failure["details"]["found_in"], Value::Null);
}

#[test]
fn hostile_zips() {
    let courses = Courses::new();
    let mut client = client();
    let link = ZipEntry {
        mode: 0o120_777,
        ..ZipEntry::new("link", b"/etc/passwd")
    };
    let secret = ZipEntry {
        flags: ENCRYPTED,
        ..ZipEntry::new("secret", b"x")
    };
    for entry in [
        ZipEntry::new("../../evil.txt", b"evil"),
        ZipEntry::new("..\\evil.txt", b"evil"),
        ZipEntry::new("/evil.txt", b"evil"),
        ZipEntry::new("C:\\evil.txt", b"evil"),
        ZipEntry::new("one.html", b"twice"),
        ZipEntry::new("ONE.HTML", b"collides"),
        link,
        secret,
    ] {
        let name = entry.name.clone();
        let path = courses.put("hostile.zip", &course().entry(entry).bytes());
        let failure = check(&mut client, &path, "SECURITY_VIOLATION");
        assert_eq!(failure["details"]["entry"], json!(name), "{failure}");
    }
    let bomb = ZipEntry::new("bomb.bin", &vec![0; 4 << 20]).deflated();
    let path = courses.put("bomb.zip", &course().entry(bomb).bytes());
    let failure = check(&mut client, &path, "LIMIT_EXCEEDED");
    assert_eq!(failure["details"]["setting"], "limits.zip_ratio");
    assert_eq!(failure["details"]["maximum"], 200);
    assert!(!client.home().join("evil.txt").exists());
}

/// A client of a server with these settings.
fn client_with(settings: &str) -> (tempfile::TempDir, McpClient) {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("config.toml"), settings).unwrap();
    let client = McpClient::start_with(GREENROOM, |command| {
        command.arg("--mcp").env("GREENROOM_HOME", home.path())
    });
    (home, client)
}

#[test]
fn limits_name_their_setting() {
    let courses = Courses::new();
    for (setting, value) in [
        ("package_bytes", 100),
        ("unpacked_bytes", 100),
        ("zip_entries", 2),
        ("sessions", 0),
    ] {
        let (_home, mut client) = client_with(&format!("[limits]\n{setting} = {value}\n"));
        let arguments = json!({ "package_path": courses.zip() });
        let failure = client.failure("scorm_session_open", arguments);
        assert_eq!(failure["error_code"], "LIMIT_EXCEEDED", "{failure}");
        let details = &failure["details"];
        assert_eq!(details["setting"], format!("limits.{setting}"), "{failure}");
        assert_eq!(details["maximum"], value, "{failure}");
        assert!(
            failure["hint"].as_str().unwrap().contains(setting),
            "{failure}"
        );
    }
}

#[test]
fn a_closed_session_makes_room() {
    let courses = Courses::new();
    let (_home, mut client) = client_with("[limits]\nsessions = 1\n");
    let id = open_id(&mut client, &courses.zip());
    let arguments = json!({ "package_path": courses.zip() });
    let failure = client.failure("scorm_session_open", arguments.clone());
    assert_eq!(failure["details"]["value"], 2);
    client.data("scorm_session_close", json!({ "session_id": id }));
    client.data("scorm_session_open", arguments);
}

#[test]
fn a_disk_that_refuses() {
    let courses = Courses::new();
    let (home, mut client) = client_with("");
    fs::write(
        home.path().join("sessions"),
        "a file in the place of the folder",
    )
    .unwrap();
    let failure = client.failure(
        "scorm_session_open",
        json!({ "package_path": courses.zip() }),
    );
    assert_eq!(
        failure["error_code"], "MCP_ARTIFACT_WRITE_FAILED",
        "{failure}"
    );
    assert_eq!(
        failure["details"]["path"],
        json!(home.path().join("sessions"))
    );
    assert!(failure["details"]["os_error"].is_string());
}

#[test]
fn unknown_sessions() {
    let courses = Courses::new();
    let mut client = client();
    let closed = open_id(&mut client, &courses.folder());
    client.data("scorm_session_close", json!({ "session_id": closed }));
    for tool in ON_A_SESSION {
        for id in ["", "abcdefghijklmnop", "../../../etc/passwd", "Ünïcödé"] {
            let failure = client.failure(tool, json!({ "session_id": id }));
            assert_eq!(
                failure["error_code"], "MCP_UNKNOWN_SESSION",
                "{tool}: {failure}"
            );
            assert_eq!(failure["details"]["known"], false);
        }
        let failure = client.failure(tool, json!({ "session_id": closed }));
        assert_eq!(
            failure["error_code"], "MCP_UNKNOWN_SESSION",
            "{tool}: {failure}"
        );
        assert_eq!(failure["details"]["reason"], "close");
        assert!(failure["details"]["closed_at"].is_u64());
        assert!(
            failure["hint"]
                .as_str()
                .unwrap()
                .contains("scorm_open_course")
        );
    }
}

#[test]
fn wrong_parameters() {
    let courses = Courses::new();
    let mut client = client();
    let path = courses.folder();
    for (arguments, fault) in [
        (json!({}), "package_path"),
        (json!({ "package_path": 5 }), "package_path"),
        (
            json!({ "package_path": path, "workspace_path": "/other" }),
            "workspace_path",
        ),
        (
            json!({ "package_path": path, "timeout_ms": -1 }),
            "timeout_ms",
        ),
        (
            json!({ "package_path": path, "new_attempt": "yes" }),
            "new_attempt",
        ),
        (
            json!({ "package_path": path, "execution": { "network": true } }),
            "execution.network",
        ),
        (json!({ "package_path": path, "time_out": 1 }), "time_out"),
    ] {
        let failure = client.failure("scorm_session_open", arguments.clone());
        assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS", "{arguments}");
        let faults = failure["details"]["faults"].as_array().unwrap();
        assert!(
            faults.iter().any(|found| found["path"] == fault),
            "{arguments}: {failure}"
        );
    }
    for tool in ON_A_SESSION {
        let failure = client.failure(tool, json!({ "session": "x" }));
        assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS", "{tool}");
        assert_eq!(
            failure["details"]["faults"].as_array().unwrap().len(),
            2,
            "{failure}"
        );
    }
}
