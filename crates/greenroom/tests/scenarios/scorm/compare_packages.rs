//! `scorm_compare_packages` and `greenroom diff`: what changed, and whether a learner can go on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use greenroom_testkit::{McpClient, copy_folder};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::course_in_browser::Playing;
use crate::{GREENROOM, client};

const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

/// A copy of the course in which a file reads otherwise.
fn changed(file: &str, old: &str, new: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(Path::new(TEA), folder.path());
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(old), "{file} has no {old}");
    fs::write(path, text.replace(old, new)).unwrap();
    folder
}

fn compared(client: &mut McpClient, new: &Path, no_play: bool) -> Value {
    let arguments = json!({"old_path": TEA, "new_path": new, "no_play": no_play});
    client.data_of_long_call("scorm_compare_packages", arguments)
}

#[test]
fn equal_packages_have_nothing_to_tell() {
    let mut client = client();
    let same = compared(&mut client, Path::new(TEA), true);
    assert_eq!(same["changes_total"], 0, "{same:#}");
    assert_eq!(same["findings"]["new_total"], 0);
    assert_eq!(same["files"]["changed"], 0);
    assert!(same["verdict"].is_null());
}

#[test]
fn titles_texts_files_and_findings_are_told() {
    let mut client = client();
    let page = fs::read_to_string(Path::new(TEA).join("leaves.html")).unwrap();
    assert!(page.contains("</body>"));
    let new = changed(
        "leaves.html",
        "</body>",
        "<p>Words that were not there.</p><img src=\"gone.png\" alt=\"Gone\"></body>",
    );
    fs::write(new.path().join("extra.txt"), "more").unwrap();
    let told = compared(&mut client, new.path(), true);
    assert_eq!(told["files"]["added"], 1, "{told:#}");
    assert_eq!(told["files"]["changed"], 1);
    assert_eq!(told["texts"][0]["path"], "leaves.html");
    let lines = told["texts"][0]["lines"].to_string();
    assert!(lines.contains("+ Words that were not there."), "{told:#}");
    let found = told["findings"]["new"].to_string();
    assert!(found.contains("gone.png"), "{told:#}");
    let report = told["report_path"].as_str().unwrap();
    let whole: Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    assert!(whole["changes"].is_array());
    let failed = client.failure(
        "scorm_compare_packages",
        json!({"old_path": TEA, "new_path": new.path(), "rehearsal": "a", "saved_state": "b"}),
    );
    assert_eq!(failed["error_code"], "MCP_INVALID_PARAMS");
}

#[test]
fn browser_who_is_in_the_middle_goes_on_or_is_told_what_is_met() {
    let mut client = client();
    let same = compared(&mut client, Path::new(TEA), false);
    assert_eq!(same["verdict"], "same_place", "{same:#}");
    let left = same["going_on"]["left"]["activity"]
        .as_str()
        .unwrap()
        .to_owned();
    // The item in which the learner was is called otherwise now.
    let renamed = changed(
        "imsmanifest.xml",
        &format!("identifier=\"{left}\""),
        "identifier=\"another\"",
    );
    let told = compared(&mut client, renamed.path(), false);
    assert_ne!(told["verdict"], "same_place", "{told:#}");
    assert!(
        !told["going_on"]["not_carried_over"]
            .as_array()
            .unwrap()
            .is_empty(),
        "{told:#}"
    );
    let what = told["changes"].to_string();
    assert!(what.contains("another identifier"), "{told:#}");
}

/// A lesson, and the state that it saved on its third page.
fn lesson_left(client: McpClient, folder: &Path, version: &str) -> (McpClient, PathBuf, PathBuf) {
    let mut client = client;
    let order = json!({
        "target_path": folder.join(version), "title": version, "template": "lesson", "scorm_version": version,
    });
    let created = client.data("scorm_create_course", order);
    let course = PathBuf::from(created["course_path"].as_str().unwrap());
    let mut playing = Playing::open_with(client, &course, json!({}));
    playing.call(
        "scorm_automation_go_to_slide",
        json!({"slideId": "page-03"}),
    );
    let (client, closed) = playing.close();
    let saved = folder.join(format!("saved-{version}.json"));
    fs::copy(closed["saved"]["path"].as_str().unwrap(), &saved).unwrap();
    (client, course, saved)
}

#[test]
fn browser_a_given_state_is_resumed_in_both_versions() {
    let folder = tempfile::tempdir().unwrap();
    let (mut client, old, saved) = lesson_left(client(), folder.path(), "2004_4th");
    let before = fs::read(&saved).unwrap();
    let renamed = |file: &str, from: &str, to: &str| {
        let new = tempfile::tempdir_in(folder.path()).unwrap().keep();
        copy_folder(&old, &new);
        let path = new.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(path, text.replace(from, to)).unwrap();
        new
    };
    let item = renamed(
        "imsmanifest.xml",
        "identifier=\"content\"",
        "identifier=\"other\"",
    );
    let heading = renamed("index.html", "One door, one key", "Another heading");
    let mut compared = |new: &Path| {
        let arguments = json!({"old_path": old, "new_path": new, "saved_state": saved});
        client.data_of_long_call("scorm_compare_packages", arguments)
    };
    let same = compared(&old);
    assert_eq!(same["verdict"], "same_place", "{same:#}");
    assert_eq!(same["going_on"]["left"]["location"], "page-03", "{same:#}");
    assert!(
        same["going_on"]["way"][0]
            .to_string()
            .contains("saved state")
    );
    let told = compared(&item);
    assert_eq!(told["verdict"], "begins_anew", "{told:#}");
    assert!(
        told["verdict_why"].to_string().contains("content"),
        "{told:#}"
    );
    // The learner is where they were, under another heading.
    let told = compared(&heading);
    assert_eq!(
        told["going_on"]["in_new"]["location"], "page-03",
        "{told:#}"
    );
    assert_eq!(told["going_on"]["in_new"]["resumed"], true, "{told:#}");
    assert_eq!(
        fs::read(&saved).unwrap(),
        before,
        "the given file was changed"
    );

    let home = tempfile::tempdir().unwrap();
    let output = Command::new(GREENROOM)
        .arg("diff")
        .args([&old, &item])
        .arg("--saved-state")
        .arg(&saved)
        .env("GREENROOM_HOME", home.path())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("going on: begins_anew"), "{text}");
}

#[test]
fn browser_a_state_of_another_course_or_of_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (client, old, _) = lesson_left(client(), folder.path(), "2004_4th");
    let (mut client, _, of_12) = lesson_left(client, folder.path(), "1.2");
    let garbage = folder.path().join("garbage.json");
    fs::write(&garbage, "{]").unwrap();
    let nothing = folder.path().join("nothing.json");
    for (state, says) in [
        (&of_12, "was saved in the course"),
        (&garbage, "garbage.json"),
        (&nothing, "there is no such file"),
    ] {
        let arguments = json!({"old_path": old, "new_path": old, "saved_state": state});
        let failed = client.failure("scorm_compare_packages", arguments);
        assert_eq!(failed["error_code"], "MCP_INVALID_PARAMS", "{failed:#}");
        let text = failed.to_string();
        assert!(
            text.contains(says) && text.contains("saved.path"),
            "{failed:#}"
        );
    }
    // A state in which nobody left for later is one, but nothing to go on from.
    let done = folder.path().join("done.json");
    fs::write(&done, r#"{"coreData": {"cmi.exit": "normal"}}"#).unwrap();
    let arguments = json!({"old_path": old, "new_path": old, "saved_state": done});
    let told = client.data_of_long_call("scorm_compare_packages", arguments);
    assert!(told["verdict"].is_null(), "{told:#}");
    assert!(
        told["verdict_why"]
            .to_string()
            .contains("not left with exit"),
        "{told:#}"
    );
    let sessions = client.data("scorm_session_list", json!({}));
    assert_eq!(sessions["sessions"], json!([]));
}

#[test]
fn the_shell_compares_and_judges() {
    let home = tempfile::tempdir().unwrap();
    let new = changed("imsmanifest.xml", "<title>", "<title>New: ");
    let output = Command::new(GREENROOM)
        .args(["diff", TEA])
        .arg(new.path())
        .arg("--no-play")
        .env("GREENROOM_HOME", home.path())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("title") && text.contains("New: "), "{text}");
    assert!(text.contains("going on: not tried"), "{text}");
}
