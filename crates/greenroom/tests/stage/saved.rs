//! Saved states: whose they are, who may replace them, and when they are taken up again.

use std::fs;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::course::{Course, QUIET_PAGE, api_call};
use crate::{GREENROOM, client};

fn open(client: &mut McpClient, course: &Course, more: &Value) -> Value {
    let mut arguments = json!({"package_path": course.path()});
    for (name, value) in more.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    client.data("scorm_open_course", arguments)
}

fn id(opened: &Value) -> String {
    opened["session_id"].as_str().unwrap().to_owned()
}

fn call(client: &mut McpClient, session: &str, method: &str, args: &[&str]) -> String {
    let answer = client.data("scorm_api_call", api_call(session, method, args));
    answer["result"].as_str().unwrap().to_owned()
}

fn set(client: &mut McpClient, session: &str, element: &str, value: &str) {
    assert_eq!(call(client, session, "SetValue", &[element, value]), "true");
}

fn close(client: &mut McpClient, session: &str) -> Value {
    client.data("scorm_close_course", json!({ "session_id": session }))["saved"].clone()
}

/// Changes the manifest of a course.
fn edit(course: &Course, old: &str, new: &str) {
    let path = course.path().join("imsmanifest.xml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(old), "{text}");
    fs::write(&path, text.replace(old, new)).unwrap();
}

#[test]
fn browser_packages_with_one_identifier_keep_their_states_apart() {
    let one = Course::new("MANIFEST-1", QUIET_PAGE);
    let two = Course::new("MANIFEST-1", QUIET_PAGE);
    edit(
        &two,
        "<title>MANIFEST-1</title>",
        "<title>Another course</title>",
    );
    let mut client = client();
    let session = id(&open(&mut client, &one, &json!({})));
    set(&mut client, &session, "cmi.location", "of one");
    let first = close(&mut client, &session);

    let opened = open(&mut client, &two, &json!({}));
    assert_eq!(opened["resume"]["reason"], "other_course", "{opened}");
    let session = id(&opened);
    assert_eq!(
        call(&mut client, &session, "GetValue", &["cmi.location"]),
        ""
    );
    set(&mut client, &session, "cmi.location", "of two");
    let second = close(&mut client, &session);
    assert_ne!(first["path"], second["path"]);

    for (course, place) in [(&one, "of one"), (&two, "of two")] {
        let opened = open(&mut client, course, &json!({}));
        assert_eq!(opened["resume"]["resumed"], true, "{opened}");
        let session = id(&opened);
        assert_eq!(
            call(&mut client, &session, "GetValue", &["cmi.location"]),
            place
        );
        close(&mut client, &session);
    }
    // Whoever names the file gets it.
    let opened = open(&mut client, &two, &json!({"saved_state": first["path"]}));
    assert_eq!(opened["resume"]["resumed"], true, "{opened}");
    let session = id(&opened);
    assert_eq!(
        call(&mut client, &session, "GetValue", &["cmi.location"]),
        "of one"
    );
}

#[test]
fn browser_the_later_of_two_sessions_replaces_nothing() {
    let course = Course::new("shared", QUIET_PAGE);
    let mut client = client();
    let first = id(&open(&mut client, &course, &json!({})));
    let second = id(&open(&mut client, &course, &json!({})));
    set(&mut client, &second, "cmi.location", "of the second");
    set(&mut client, &first, "cmi.location", "of the first");
    assert_eq!(call(&mut client, &first, "Commit", &[""]), "true");
    let request = client.send_call("scorm_close_course", json!({ "session_id": second }));
    let answer = client.wait(request)["result"]["structuredContent"].clone();
    let aside = &answer["data"]["saved"];
    assert_eq!(aside["kept_aside"], true, "{answer}");
    let notices = answer["diagnostics"]["notices"].to_string();
    assert!(notices.contains("another session"), "{answer}");
    let read = |path: &Value| -> Value {
        serde_json::from_slice(&fs::read(path.as_str().unwrap()).unwrap()).unwrap()
    };
    assert_eq!(
        read(&aside["path"])["coreData"]["cmi.location"],
        "of the second"
    );
    let kept = close(&mut client, &first);
    assert_eq!(kept["kept_aside"], false);
    assert_eq!(
        read(&kept["path"])["coreData"]["cmi.location"],
        "of the first"
    );
}

#[test]
fn browser_a_course_that_lost_its_saved_item_starts_anew() {
    let course = Course::new("edited", QUIET_PAGE);
    let mut client = client();
    let session = id(&open(&mut client, &course, &json!({})));
    set(&mut client, &session, "cmi.location", "here");
    close(&mut client, &session);
    edit(
        &course,
        r#"item identifier="item""#,
        r#"item identifier="renamed""#,
    );
    let opened = open(&mut client, &course, &json!({}));
    assert_eq!(opened["resume"]["resumed"], false, "{opened}");
    assert_eq!(opened["resume"]["reason"], "activity_gone", "{opened}");
    assert_eq!(opened["runtime"]["activity"], "renamed", "{opened}");
}

#[test]
fn browser_a_place_in_suspend_data_is_told_and_can_be_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        McpClient::start_with(GREENROOM, |command| {
            command.arg("--mcp").env("GREENROOM_HOME", folder.path())
        })
    };
    let course = Course::new("placeless", QUIET_PAGE);
    let mut client = start();
    let session = id(&open(&mut client, &course, &json!({})));
    set(&mut client, &session, "cmi.suspend_data", "slide=17");
    close(&mut client, &session);
    let request = client.send_call("scorm_open_course", json!({"package_path": course.path()}));
    let answer = client.wait(request)["result"]["structuredContent"].clone();
    let message = answer["message"].as_str().unwrap();
    assert!(message.starts_with("not resumed: "), "{message}");
    assert!(
        message.contains("8 characters of suspend_data"),
        "{message}"
    );
    let session = id(&answer["data"]);
    set(&mut client, &session, "cmi.suspend_data", "slide=18");
    close(&mut client, &session);
    client.finish();

    fs::write(
        folder.path().join("config.toml"),
        "[resume]\nwithout_location = true\n",
    )
    .unwrap();
    let mut client = start();
    let opened = open(&mut client, &course, &json!({}));
    assert_eq!(opened["resume"]["resumed"], true, "{opened}");
    let session = id(&opened);
    assert_eq!(
        call(&mut client, &session, "GetValue", &["cmi.suspend_data"]),
        "slide=18"
    );
    close(&mut client, &session);
    // The caller's own word counts more.
    let said = json!({"allow_resume_without_location": false});
    assert_eq!(
        open(&mut client, &course, &said)["resume"]["resumed"],
        false
    );
}
