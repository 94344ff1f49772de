//! `scorm_replay_field_log` and `greenroom replay-log`: the calls of a log, made again.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::{GREENROOM, client};

/// Every form that is read, with an example.
const DOCUMENT: &str = include_str!("../../../../../docs/field-logs.md");
const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

fn example(name: &str) -> &'static str {
    let (_, rest) = DOCUMENT.split_once(&format!("```log {name}\n")).unwrap();
    rest.split_once("\n```").unwrap().0
}

fn replay_log(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(GREENROOM)
        .arg("replay-log")
        .args(arguments)
        .current_dir(folder)
        .env("GREENROOM_HOME", folder.join("home"))
        .output()
        .unwrap()
}

fn rehearse(folder: &Path, file: &str) -> Output {
    Command::new(GREENROOM)
        .args(["rehearse", "--engine", file])
        .env("GREENROOM_HOME", folder.join("home"))
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn a_log_tells_the_first_difference_the_end_and_a_rehearsal_that_passes() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("from support.txt");
    fs::write(&log, example("moodle")).unwrap();
    let mut client = client();
    let data = client.data("scorm_replay_field_log", json!({"log_path": log}));
    assert_eq!(data["calls"], 9);
    assert_eq!(data["unknown_lines"], 0);
    assert_eq!(data["formats"], json!(["moodle"]));
    assert_eq!(data["scorm_version"], "1.2");
    let first = &data["first_difference"];
    assert_eq!(first["line"], 11);
    assert_eq!(first["method"], "LMSSetValue");
    assert_eq!(first["args"], json!(["cmi.core.score.raw", "1e2"]));
    assert_eq!(first["logged"], json!({"error": "0"}));
    assert_eq!(
        first["answered"],
        json!({"result": "false", "error": "405"})
    );
    let end = &data["end_state"];
    assert_eq!(end["completion"], "incomplete");
    assert_eq!(end["data"]["cmi.interactions.0.id"], "q1");
    assert_eq!(end["api"], "terminated");
    let rehearsal = data["rehearsal_path"].as_str().unwrap();
    let played = client.data(
        "scorm_rehearse",
        json!({"path": rehearsal, "mode": "engine"}),
    );
    assert_eq!(played["passed"], true, "{played}");
}

#[test]
fn every_documented_form_is_replayed_by_the_tool() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let mut replayed = 0;
    for block in DOCUMENT.split("```log ").skip(1) {
        let name = block.split_once('\n').unwrap().0;
        let log = folder.path().join(name);
        fs::write(&log, example(name)).unwrap();
        let data = client.data("scorm_replay_field_log", json!({"log_path": log}));
        assert!(data["calls"].as_u64().unwrap() >= 3, "{name}: {data}");
        let path = json!({"path": data["rehearsal_path"], "mode": "engine"});
        let played = client.data("scorm_rehearse", path);
        assert_eq!(played["passed"], true, "{name}: {played}");
        replayed += 1;
    }
    assert_eq!(replayed, 12);
}

#[test]
fn a_log_is_replayed_on_its_course_in_the_limits_of_an_lms() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("tea.log");
    let long = "x".repeat(70_000);
    let text = format!(
        "Initialize('') returned 'true'\n\
         SetValue('cmi.location', 'oxygen') returned 'true'\n\
         SetValue('cmi.suspend_data', '{long}') returned 'false' (error: 406)\n\
         Terminate('') returned 'true'\n"
    );
    fs::write(&log, text).unwrap();
    let mut client = client();
    let mut replay = |arguments: Value| client.data("scorm_replay_field_log", arguments);
    let by_the_book = replay(json!({"log_path": log, "package_path": TEA}));
    assert_eq!(by_the_book["end_state"]["activity"], "leaves");
    assert_eq!(by_the_book["first_difference"]["call"], 3);
    assert_eq!(by_the_book["differing"], 1);
    let args = by_the_book["first_difference"]["args"][1].as_str().unwrap();
    assert!(
        args.ends_with("(70000 characters)") && args.len() < 300,
        "{args}"
    );
    let out = folder.path().join("tea.yaml");
    let moodle = replay(json!({
        "log_path": log, "package_path": TEA, "lms_profile": "moodle", "output_path": out,
    }));
    assert_eq!(moodle["first_difference"], Value::Null, "{moodle}");
    let notes = moodle["notes"].to_string();
    assert!(notes.contains("only the limits apply"), "{notes}");
    let played = rehearse(folder.path(), "tea.yaml");
    assert!(played.status.success(), "{played:?}");
}

#[test]
fn what_cannot_be_replayed_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("empty"), "").unwrap();
    fs::write(at("prose"), "Dear support,\nit does not work.\n").unwrap();
    fs::write(at("good"), example("spoor")).unwrap();
    fs::write(at("precious.yaml"), "recipe: tea\n").unwrap();
    let huge = fs::File::create(at("huge")).unwrap();
    huge.set_len(200 * 1024 * 1024).unwrap();
    let mut client = client();
    for (arguments, code, words) in [
        (
            json!({"log_path": at("none")}),
            "PATH_RESOLUTION_ERROR",
            "none",
        ),
        (
            json!({"log_path": folder.path()}),
            "PATH_RESOLUTION_ERROR",
            "not a file",
        ),
        (json!({"log_path": at("huge")}), "LIMIT_EXCEEDED", "64 MB"),
        (
            json!({"log_path": at("empty")}),
            "MCP_INVALID_PARAMS",
            "no SCORM call",
        ),
        (
            json!({"log_path": at("prose")}),
            "MCP_INVALID_PARAMS",
            "2 lines",
        ),
        (
            json!({"log_path": at("good"), "lms_profile": "mootle"}),
            "MCP_INVALID_PARAMS",
            "mootle",
        ),
        (
            json!({"log_path": at("good"), "package_path": at("none")}),
            "PATH_RESOLUTION_ERROR",
            "none",
        ),
        (
            json!({"log_path": at("good"), "output_path": at("precious.yaml")}),
            "MCP_ARTIFACT_WRITE_FAILED",
            "not a rehearsal",
        ),
    ] {
        let error = client.failure("scorm_replay_field_log", arguments);
        assert_eq!(error["error_code"], code, "{error}");
        assert!(
            error["message"].as_str().unwrap().contains(words),
            "{error}"
        );
    }
    assert_eq!(
        fs::read_to_string(at("precious.yaml")).unwrap(),
        "recipe: tea\n"
    );
}

#[test]
fn the_shell_prints_differences_and_exits_with_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("same.log"), example("scorm_again")).unwrap();
    fs::write(folder.path().join("other.log"), example("moodle")).unwrap();
    let same = replay_log(folder.path(), &["same.log", "--rehearsal", "same.yaml"]);
    let text = String::from_utf8_lossy(&same.stdout);
    assert_eq!(same.status.code(), Some(0), "{same:?}");
    assert!(
        text.contains("every call is answered as the log says"),
        "{text}"
    );
    assert!(folder.path().join("same.imsmanifest.xml").exists());
    assert!(rehearse(folder.path(), "same.yaml").status.success());
    let other = replay_log(folder.path(), &["other.log", "--format", "json"]);
    assert_eq!(other.status.code(), Some(1), "{other:?}");
    let data: Value = serde_json::from_slice(&other.stdout).unwrap();
    assert_eq!(data["first_difference"]["line"], 11);
    let none = replay_log(folder.path(), &["none.log"]);
    assert_eq!(none.status.code(), Some(3), "{none:?}");
}
