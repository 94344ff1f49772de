//! `scorm_assess_lms` names each cause: in which answer, why, and what to change.

use std::path::{Path, PathBuf};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use super::FILES;
use super::cause::Cause;
use super::package::{self, Form};
use crate::client;

/// Causes that are asked about on every run, each in its first LMS; `make soak` asks about all.
const FEW: [&str; 3] = [
    "03_one_failed_commit",
    "09_incomplete_in_review",
    "14a_long_suspend_data",
];

#[test]
fn browser_the_verdict_names_the_cause_and_what_to_change() {
    let chosen = std::env::var("GREENROOM_CAUSES").unwrap_or_default();
    let is_asked = |file: &&str| match chosen.as_str() {
        "" => FEW.contains(file),
        "all" => true,
        begin => begin.split(',').any(|begin| file.starts_with(begin)),
    };
    let mut client = client();
    let mut wrong = Vec::new();
    for file in FILES.iter().filter(|file| is_asked(file)) {
        let cause = Cause::read(file);
        let asked = if chosen.is_empty() {
            1
        } else {
            cause.lms.len()
        };
        for lms in &cause.lms[..asked] {
            let before = assess(&mut client, &cause, Form::Before, lms);
            wrong.extend(
                not_named(&cause, &before).map(|why| format!("{file} in {lms}: {why}\n{before:#}")),
            );
            if cause.after.is_some() && !chosen.is_empty() && !cause.verdict.stays {
                let after = assess(&mut client, &cause, Form::After, lms);
                if names(&cause, &after) {
                    wrong.push(format!("{file} in {lms}, mended, is still told\n{after:#}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Clicks through the course, and states what holds where no save fails.
fn rehearsal(cause: &Cause, folder: &Path) -> PathBuf {
    let click = json!({"action": "click", "role": "button", "name": "Next"});
    let saved = json!({"method": "LMSCommit", "expect_result": "true", "expect_error": "0"});
    let holds = json!({"action": "expect", "calls": [saved]});
    let acts = cause.steps().flat_map(|_| [click.clone(), holds.clone()]);
    let step = json!({
        "expect_activity": "i1",
        "acts": acts.collect::<Vec<_>>(),
        "then": {"kind": "end"},
    });
    let file = folder.join("rehearsal.json");
    let text = json!({"id": "clicks", "steps": [step]}).to_string();
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn browser_a_failed_save_is_tried_where_a_rehearsal_is_given_too() {
    let mut client = client();
    for (file, lms) in [
        ("03_one_failed_commit", "moodle"),
        ("04_trusting_true", "openedx"),
    ] {
        let cause = Cause::read(file);
        for form in [Form::Before, Form::After] {
            let folder = tempfile::tempdir().unwrap();
            package::write(&cause, form, "course", folder.path());
            let file = rehearsal(&cause, folder.path());
            let arguments = json!({
                "package_path": folder.path(), "lms": [lms], "ways": ["lms_exit"], "rehearsal": file,
            });
            let assessed = client.data_of_long_call("scorm_assess_lms", arguments);
            let told = &assessed["lms"][0];
            let is_named = names(&cause, told);
            assert_eq!(is_named, form == Form::Before, "{lms} {form:?} {told:#}");
            if is_named {
                let missing = not_named(&cause, told);
                assert!(missing.is_none(), "{missing:?} {told:#}");
                // The act is one of the rehearsal.
                assert!(told.to_string().contains("click"), "{told:#}");
            }
        }
    }
}

/// What is said of the LMS.
fn assess(client: &mut McpClient, cause: &Cause, form: Form, lms: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    package::write(cause, form, "course", folder.path());
    let arguments = json!({"package_path": folder.path(), "lms": [lms], "ways": ["lms_exit"]});
    let assessed = client.data_of_long_call("scorm_assess_lms", arguments);
    assessed["lms"][0].clone()
}

fn names(cause: &Cause, told: &Value) -> bool {
    let reasons = told["reasons"].as_array().unwrap().iter();
    let mut about = reasons.filter(|reason| reason["about"] == cause.verdict.about.as_str());
    about.any(|reason| {
        reason["text"]
            .as_str()
            .unwrap()
            .contains(&cause.verdict.says)
    })
}

/// What the verdict lacks.
fn not_named(cause: &Cause, told: &Value) -> Option<String> {
    let about = cause.verdict.about.as_str();
    let word = told[about].as_str().unwrap_or_default();
    if !matches!(word, "no" | "partly") {
        return Some(format!("{about} is {word:?}"));
    }
    if !names(cause, told) {
        return Some(format!("nothing says {:?}", cause.verdict.says));
    }
    let reasons = told["reasons"].as_array().unwrap().iter();
    let mut lacks = reasons.filter(|reason| reason["fix"] == "none");
    let has_fix = told["fixes"]
        .as_array()
        .is_some_and(|fixes| !fixes.is_empty());
    let is_mendable = cause.after.is_some();
    let is_told = if is_mendable {
        has_fix
    } else {
        lacks.next().is_some()
    };
    (!is_told).then(|| "neither a fix nor what the LMS lacks is told".to_owned())
}
