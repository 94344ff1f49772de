//! `scorm_assess_lms`: the same course works in one LMS and fails in another, for a reason that is told.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::{GREENROOM, client};

const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);
const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/courses/exits");
const QUESTIONS: [&str; 6] = [
    "imports",
    "launches",
    "completes",
    "score_arrives",
    "exits_keep_data",
    "resumes",
];

/// A course of three pages in SCORM 1.2 that saves on each page, with `more` in its script.
fn pages(more: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_pages(folder.path(), more);
    folder
}

fn write_pages(folder: &Path, more: &str) {
    for entry in std::fs::read_dir(PAGES).unwrap() {
        let entry = entry.unwrap();
        let text = std::fs::read_to_string(entry.path()).unwrap();
        let text = text.replace("/* early */", "save();");
        let text = text.replace("/* late */", more);
        std::fs::write(folder.join(entry.file_name()), text).unwrap();
    }
}

fn assess(client: &mut McpClient, course: &Path, lms: &[&str]) -> Value {
    let arguments = json!({"package_path": course, "lms": lms, "ways": ["lms_exit"]});
    client.data_of_long_call("scorm_assess_lms", arguments)
}

fn of<'a>(assessed: &'a Value, lms: &str) -> &'a Value {
    let all = assessed["lms"].as_array().unwrap();
    let found = all.iter().find(|one| one["name"] == lms);
    found.unwrap_or_else(|| panic!("{lms}: {assessed:#}"))
}

/// The reasons of one answer as one text.
fn why(told: &Value, question: &str) -> String {
    let reasons = told["reasons"].as_array().unwrap().iter();
    let about = reasons.filter(|reason| reason["about"] == question);
    about.map(ToString::to_string).collect()
}

#[test]
fn browser_points_are_no_percentage_in_moodle_and_openolat_takes_no_2004() {
    let mut client = client();
    let assessed = assess(
        &mut client,
        Path::new(TEA),
        &["moodle", "standard", "openolat"],
    );
    let standard = of(&assessed, "standard");
    for question in [
        "imports",
        "launches",
        "completes",
        "score_arrives",
        "resumes",
    ] {
        assert_eq!(standard[question], "yes", "{question} {assessed:#}");
    }
    assert_eq!(assessed["lms"][0]["name"], "standard", "{assessed:#}");
    let moodle = of(&assessed, "moodle");
    assert_eq!(moodle["verdict"], "fails", "{assessed:#}");
    assert_eq!(moodle["completes"], "yes", "{assessed:#}");
    assert_eq!(moodle["score_arrives"], "no", "{assessed:#}");
    let told = why(moodle, "score_arrives");
    assert!(
        told.contains("score.raw") && told.contains("quiz.js:"),
        "{told}"
    );
    assert!(told.contains("locallib.php"), "{told}");
    let openolat = of(&assessed, "openolat");
    assert_eq!(openolat["verdict"], "cannot", "{assessed:#}");
    assert_eq!(openolat["imports"], "no", "{assessed:#}");
    for question in &QUESTIONS[1..] {
        assert_eq!(openolat[question], "not_reached", "{assessed:#}");
    }
    assert_eq!(openolat["reasons"][0]["fix"], "none", "{assessed:#}");
    let change = &assessed["changes"][0];
    assert!(
        change["helps"].to_string().contains("moodle"),
        "{assessed:#}"
    );
    assert!(
        assessed.to_string().len() < 8_000,
        "{}",
        assessed.to_string().len()
    );
    let report = std::fs::read_to_string(assessed["report_path"].as_str().unwrap()).unwrap();
    assert!(report.contains("Score arrives") && report.contains("OpenOLAT"));
    let whole = std::fs::read_to_string(assessed["assessment_path"].as_str().unwrap()).unwrap();
    let whole: Value = serde_json::from_str(&whole).unwrap();
    assert!(
        whole["way"].as_array().is_some_and(|way| !way.is_empty()),
        "{whole:#}"
    );
}

#[test]
fn browser_a_course_that_keeps_its_place_in_the_location_does_not_resume_in_frappe() {
    let mut client = client();
    let course = pages("");
    let assessed = assess(&mut client, course.path(), &["frappe", "moodle"]);
    let moodle = of(&assessed, "moodle");
    for question in ["imports", "launches", "completes", "resumes"] {
        assert_eq!(moodle[question], "yes", "{question} {assessed:#}");
    }
    assert_eq!(moodle["score_arrives"], "not_reached", "{assessed:#}");
    let frappe = of(&assessed, "frappe");
    assert_eq!(frappe["resumes"], "no", "{assessed:#}");
    let told = why(frappe, "resumes");
    assert!(
        told.contains("cmi.core.lesson_location") || told.contains("garden gate"),
        "{told}"
    );
    assert_eq!(frappe["completes"], "no", "{assessed:#}");
    assert!(why(frappe, "completes").contains("passed"), "{assessed:#}");
    assert_eq!(frappe["verdict"], "fails", "{assessed:#}");
}

#[test]
fn what_cannot_be_played_in_is_refused_by_name() {
    let mut client = client();
    for (arguments, named) in [
        (json!({"lms": ["moodel"]}), "moodel"),
        (json!({"ways": ["teleport"]}), "teleport"),
    ] {
        let mut arguments = arguments;
        arguments["package_path"] = json!(TEA);
        let error = client.failure("scorm_assess_lms", arguments);
        assert_eq!(error["error_code"], "MCP_INVALID_PARAMS", "{error:#}");
        assert!(
            error["message"].as_str().unwrap().contains(named),
            "{error:#}"
        );
    }
    let arguments = json!({"package_path": TEA, "lms": ["moodel"]});
    let error = client.failure("scorm_assess_lms", arguments);
    assert!(error.to_string().contains("openedx"), "{error:#}");
}

#[test]
fn browser_the_exit_code_says_whether_it_works_everywhere() {
    let home = tempfile::tempdir().unwrap();
    let course = pages("");
    for (lms, code) in [("standard", 0), ("frappe", 1), ("moodel", 2)] {
        let output = Command::new(GREENROOM)
            .args(["lms", "--ways", "lms_exit", "--lms", lms])
            .arg(course.path())
            .env("GREENROOM_HOME", home.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{lms} {text} {output:?}");
        if code < 2 {
            assert!(text.contains(lms) && text.contains("report: "), "{text}");
        }
    }
}

#[test]
fn browser_out_of_time_no_lms_is_begun_and_none_is_called_well() {
    let mut client = client();
    let course = pages("");
    let arguments = json!({
        "package_path": course.path(), "lms": ["moodle", "standard"], "ways": ["lms_exit"], "max_seconds": 1,
    });
    let assessed = client.data_of_long_call("scorm_assess_lms", arguments);
    // What was played by the book is told.
    let standard = of(&assessed, "standard");
    assert_eq!(standard["completes"], "yes", "{assessed:#}");
    assert_eq!(standard["exits_keep_data"], "unknown", "{assessed:#}");
    assert!(why(standard, "exits_keep_data").contains("out of time"));
    let moodle = of(&assessed, "moodle");
    assert_eq!(moodle["imports"], "yes", "{assessed:#}");
    assert_eq!(moodle["launches"], "unknown", "{assessed:#}");
    assert_eq!(moodle["details"]["launches"], "out of time", "{assessed:#}");
    assert_eq!(moodle["verdict"], "works_partly", "{assessed:#}");
    let refused = json!({"package_path": course.path(), "max_seconds": 0});
    let error = client.failure("scorm_assess_lms", refused);
    assert_eq!(error["error_code"], "MCP_INVALID_PARAMS", "{error:#}");
}

/// A rehearsal that goes on so often.
fn rehearsal(folder: &Path, clicks: usize) -> std::path::PathBuf {
    let acts = vec![json!({"action": "click", "role": "button", "name": "Next"}); clicks];
    let step = json!({
        "expect_activity": "pages",
        "acts": acts,
        "data": {"cmi.core.lesson_mode": "normal"},
        "then": {"kind": "end"},
    });
    let file = folder.join(format!("rehearsal-{clicks}.json"));
    let text = json!({"id": format!("clicks-{clicks}"), "steps": [step]}).to_string();
    std::fs::write(&file, text).unwrap();
    file
}

fn lms(home: &Path, course: &Path, more: &[&str]) -> Output {
    Command::new(GREENROOM)
        .args(["lms", "--format", "json", "--ways", "lms_exit"])
        .args(more)
        .arg(course)
        .env("GREENROOM_HOME", home)
        .output()
        .unwrap()
}

#[test]
fn browser_a_rehearsal_is_played_in_the_lms_that_the_project_declares() {
    let (home, project) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let course = project.path().join("course");
    std::fs::create_dir(&course).unwrap();
    write_pages(&course, "");
    let own = "[profiles.ours]\nbase = \"moodle\"\ntitle = \"Our LMS\"\nsuspend_data_12 = 4\n";
    std::fs::write(project.path().join("greenroom.toml"), own).unwrap();
    let whole = rehearsal(project.path(), 2);
    let whole = whole.to_str().unwrap();
    let output = lms(
        home.path(),
        &course,
        &["--lms", "ours", "--rehearsal", whole],
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let told: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{output:?}"));
    let ours = of(&told, "ours");
    assert_eq!(ours["completes"], "yes", "{told:#}");
    // The place is kept in the location too, so the learner is where they were.
    assert_eq!(ours["resumes"], "partly", "{told:#}");
    let why = why(ours, "resumes");
    assert!(
        why.contains("Our LMS refuses") && why.contains("suspend_data"),
        "{why}"
    );
    assert_eq!(output.status.code(), Some(1));
    // One that stops on the way completes nothing, in no LMS.
    let half = rehearsal(project.path(), 1);
    let half = half.to_str().unwrap();
    let output = lms(
        home.path(),
        &course,
        &["--lms", "standard", "--rehearsal", half],
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let told: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{output:?}"));
    let standard = of(&told, "standard");
    assert_eq!(standard["completes"], "no", "{told:#}");
    let why = self::why(standard, "completes");
    assert!(why.contains("the rehearsal was played to its end"), "{why}");
    // Elsewhere nobody knows the LMS of this project.
    let elsewhere = pages("");
    let output = lms(home.path(), elsewhere.path(), &["--lms", "ours"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// Browsers below the server: processes with a profile folder that are no part of another browser.
fn browsers(server: u32) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let processes = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_browser = |pid: &u32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        line.contains("--user-data-dir") && !line.contains("--type=") && is_below(*pid, server)
    };
    processes.filter(is_browser).count()
}

fn is_below(mut pid: u32, server: u32) -> bool {
    while pid > 1 {
        if pid == server {
            return true;
        }
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let parent = rest.split_whitespace().nth(1);
        pid = parent.and_then(|text| text.parse().ok()).unwrap_or(0);
    }
    false
}

/// Waits until it is so.
fn until(client: &mut McpClient, limit: u64, what: &str, is_so: impl Fn(&Value, usize) -> bool) {
    let began = Instant::now();
    loop {
        let sessions = client.data("scorm_session_list", json!({}))["sessions"].clone();
        let browsers = browsers(client.pid());
        if is_so(&sessions, browsers) {
            return;
        }
        assert!(
            began.elapsed() < Duration::from_secs(limit),
            "{what}: {browsers} browsers, {sessions:#}"
        );
    }
}

#[test]
fn browser_a_cancelled_call_leaves_no_session_and_no_browser_of_its_own() {
    let mut client = client();
    let course = pages("");
    let plays = |sessions: &Value| {
        let sessions = sessions.as_array().unwrap();
        sessions
            .iter()
            .any(|session| session["runtime_open"] == true)
    };
    let whole = rehearsal(course.path(), 2);
    let assessed = json!({"package_path": course.path(), "lms": ["moodle", "ilias"]});
    let left = json!({"package_path": course.path(), "rehearsal": whole});
    // While a way is searched for, while a rehearsal plays, and while the course is left as learners do.
    for (tool, arguments, most) in [
        ("scorm_assess_lms", &assessed, 1),
        ("scorm_test_exits", &left, 2),
        ("scorm_assess_lms", &assessed, 2),
    ] {
        let id = client.send_call(tool, arguments.clone());
        until(
            &mut client,
            90,
            "it does not come to it",
            |sessions, browsers| plays(sessions) && browsers == most,
        );
        client.notify("notifications/cancelled", json!({"requestId": id}));
        until(
            &mut client,
            10,
            "something is left",
            |sessions, browsers| *sessions == json!([]) && browsers <= 1,
        );
    }
}
