//! `scorm_test_exits`: what is kept of a course depends on when it saves, and on how it is left.

use std::collections::BTreeMap;
use std::path::Path;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::client;

const COURSE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/courses/exits");
/// Where the course saves at last, in its file.
const LATE: &str = "/* late */";
const EARLY: &str = "/* early */";

/// The course that saves where `place` stands, by `script`.
fn saving(place: &str, script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(COURSE).unwrap() {
        let entry = entry.unwrap();
        let mut text = std::fs::read_to_string(entry.path()).unwrap();
        text = text.replace(place, script);
        std::fs::write(folder.path().join(entry.file_name()), text).unwrap();
    }
    folder
}

fn test(client: &mut McpClient, course: &Path, more: &Value) -> Value {
    let mut arguments = json!({"package_path": course});
    let arguments_of = arguments.as_object_mut().unwrap();
    arguments_of.extend(more.as_object().unwrap().clone());
    client.data_of_long_call("scorm_test_exits", arguments)
}

fn verdicts(tested: &Value) -> BTreeMap<String, String> {
    let rows = tested["matrix"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    rows.map(|row| (text(&row["way"]), text(&row["verdict"])))
        .collect()
}

/// Each of these ways ends so.
fn all_are(tested: &Value, verdict: &str, ways: &[&str]) {
    let verdicts = verdicts(tested);
    for way in ways {
        assert_eq!(
            verdicts.get(*way).map(String::as_str),
            Some(verdict),
            "{way}: {tested:#}"
        );
    }
}

/// No handler of a page runs, or nothing of it gets through.
const WITHOUT_LAST_WORDS: [&str; 5] = [
    "browser_killed",
    "tab_discarded",
    "connection_lost_before",
    "connection_lost_during",
    "session_timed_out",
];
const NOT_HERE: [&str; 4] = [
    "own_exit",
    "next_activity",
    "menu",
    "beforeunload_cancelled",
];

#[test]
fn browser_a_course_that_saves_in_unload_loses_what_no_unload_follows() {
    let mut client = client();
    let course = saving(LATE, "addEventListener(\"unload\", save);");
    let tested = test(&mut client, course.path(), &json!({}));
    let orderly = [
        "lms_exit",
        "browser_back",
        "reload",
        "tab_closed",
        "window_closed",
        "frame_removed",
        "computer_sleeps",
        "storage_full",
    ];
    all_are(&tested, "kept", &orderly);
    all_are(&tested, "lost", &WITHOUT_LAST_WORDS);
    all_are(&tested, "lost", &["unload_blocked", "server_error"]);
    all_are(&tested, "not_applicable", &NOT_HERE);
    let worst = &tested["worst"][0];
    let source = std::fs::read_to_string(course.path().join("course.js")).unwrap();
    let registers = source.lines().position(|line| line.contains("unload"));
    let line = format!("course.js:{}", registers.unwrap() + 1);
    assert_eq!(worst["line"], line, "{tested:#}");
    assert!(
        worst["fix"].as_str().unwrap().contains("pagehide"),
        "{tested:#}"
    );
    assert!(
        tested.to_string().len() < 8_000,
        "{}",
        tested.to_string().len()
    );
    let report = std::fs::read_to_string(tested["report_path"].as_str().unwrap()).unwrap();
    assert!(report.contains("tab_discarded"));
}

#[test]
fn browser_a_course_that_saves_in_pagehide_needs_no_unload() {
    let mut client = client();
    let course = saving(LATE, "addEventListener(\"pagehide\", save);");
    let ways = json!({"ways": ["lms_exit", "frame_removed", "tab_closed", "unload_blocked", "browser_killed", "tab_discarded"]});
    let tested = test(&mut client, course.path(), &ways);
    let with_last_words = ["lms_exit", "frame_removed", "tab_closed", "unload_blocked"];
    all_are(&tested, "kept", &with_last_words);
    all_are(&tested, "lost", &["browser_killed", "tab_discarded"]);
    for row in tested["matrix"].as_array().unwrap() {
        if row["verdict"] == "kept" {
            assert!(
                row["tried"].as_str().unwrap().starts_with("pagehide: "),
                "{row:#}"
            );
            assert!(
                row["on_return"]
                    .as_str()
                    .unwrap()
                    .starts_with("same page; entry resume"),
                "{row:#}"
            );
        } else {
            assert_eq!(row["tried"], "", "{row:#}");
        }
    }
}

#[test]
fn browser_a_course_that_saves_in_beforeunload_loses_what_is_taken_away_unasked() {
    let mut client = client();
    let script =
        "addEventListener(\"beforeunload\", (event) => { save(); event.preventDefault(); });";
    let course = saving(LATE, script);
    let ways = json!({"ways": ["tab_closed", "frame_removed", "beforeunload_cancelled"]});
    let tested = test(&mut client, course.path(), &ways);
    all_are(&tested, "kept", &["tab_closed", "beforeunload_cancelled"]);
    all_are(&tested, "lost", &["frame_removed"]);
}

#[test]
fn browser_a_course_that_saves_early_loses_nothing() {
    let mut client = client();
    let course = saving(EARLY, "save();");
    let tested = test(&mut client, course.path(), &json!({"moments": ["middle"]}));
    for (way, verdict) in verdicts(&tested) {
        let expected = if NOT_HERE.contains(&way.as_str()) {
            "not_applicable"
        } else {
            "kept"
        };
        assert_eq!(verdict, expected, "{way}: {tested:#}");
    }
    assert_eq!(tested["worst"], json!([]));
}

#[test]
fn browser_a_rehearsal_leads_to_where_the_course_is_left() {
    let mut client = client();
    let course = saving(LATE, "addEventListener(\"pagehide\", save);");
    let rehearsal = course.path().join("rehearsal.json");
    let steps = json!([{
        "expect_activity": "pages",
        "acts": [
            {"action": "click", "role": "button", "name": "Next"},
            {"action": "click", "role": "button", "name": "Next"},
        ],
        "data": {"cmi.core.lesson_mode": "normal"},
        "then": {"kind": "end"},
    }]);
    let text = json!({"id": "to-the-pear-tree", "steps": steps}).to_string();
    std::fs::write(&rehearsal, text).unwrap();
    let more = json!({"rehearsal": rehearsal, "ways": ["tab_closed", "browser_killed"]});
    let tested = test(&mut client, course.path(), &more);
    all_are(&tested, "kept", &["tab_closed"]);
    all_are(&tested, "lost", &["browser_killed"]);
    let rows = tested["matrix"].as_array().unwrap();
    assert_eq!(rows[0]["moment"], "rehearsal", "{tested:#}");
    let met = rows[0]["on_return"].as_str().unwrap();
    assert!(met.ends_with("status completed"), "{tested:#}");
}

/// The row of this way in this LMS.
fn row<'a>(tested: &'a Value, lms: &str, way: &str) -> &'a Value {
    let mut rows = tested["matrix"].as_array().unwrap().iter();
    let found = rows.find(|row| row["lms"] == lms && row["way"] == way);
    found.unwrap_or_else(|| panic!("{lms}, {way}: {tested:#}"))
}

/// All that is known of the rows, from the file beside the answer.
fn rows_of(tested: &Value) -> Vec<Value> {
    let path = tested["matrix_path"].as_str().unwrap();
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Why this LMS has not got an element.
fn reason(tested: &Value, lms: &str, way: &str, element: &str) -> String {
    let rows = rows_of(tested);
    let row = rows
        .iter()
        .find(|row| row["lms"] == lms && row["way"] == way);
    let mut lost = row.unwrap()["lost"].as_array().unwrap().iter();
    let lost = lost.find(|one| one["what"] == element);
    let reason = lost.and_then(|lost| lost["reason"].as_str());
    reason
        .unwrap_or_else(|| panic!("{lms}, {way}, {element}: {rows:#?}"))
        .to_owned()
}

#[test]
fn browser_what_pagehide_saves_is_kept_in_moodle_and_lost_in_ilias() {
    let mut client = client();
    let course = saving(
        LATE,
        "addEventListener(\"pagehide\", () => { save(); api.LMSFinish(\"\"); });",
    );
    let more = json!({
        "lms_profiles": ["standard", "moodle", "ilias"],
        "ways": ["tab_closed", "frame_removed"],
    });
    let tested = test(&mut client, course.path(), &more);
    for lms in ["standard", "moodle"] {
        let closed = row(&tested, lms, "tab_closed");
        assert_eq!(closed["verdict"], "kept", "{tested:#}");
        let met = closed["on_return"].as_str().unwrap();
        assert!(met.starts_with("same page; entry resume"), "{tested:#}");
    }
    assert_eq!(
        row(&tested, "moodle", "frame_removed")["verdict"],
        "kept",
        "{tested:#}"
    );
    let closed = row(&tested, "ilias", "tab_closed");
    assert_eq!(closed["verdict"], "lost", "{tested:#}");
    let why = reason(&tested, "ilias", "tab_closed", "cmi.suspend_data");
    assert!(why.contains("synchronous request"), "{why}");
    let met = closed["on_return"].as_str().unwrap();
    assert!(met.starts_with("page \"The garden gate\""), "{tested:#}");
    // An LMS that never does so cannot be left so.
    let removed = row(&tested, "ilias", "frame_removed");
    assert_eq!(removed["verdict"], "not_applicable", "{tested:#}");
    assert!(
        removed["on_return"].as_str().unwrap().contains("ILIAS"),
        "{tested:#}"
    );
    let worst = &tested["worst"][0];
    assert_eq!(worst["lms"], "ilias", "{tested:#}");
    assert!(
        worst["line"].as_str().unwrap().starts_with("course.js:"),
        "{tested:#}"
    );
}

#[test]
fn browser_a_login_page_is_a_failure_in_moodle_and_taken_for_success_in_open_edx() {
    let mut client = client();
    let course = saving(LATE, "addEventListener(\"pagehide\", save);");
    let more = json!({
        "lms_profiles": ["moodle", "openedx"],
        "ways": ["session_timed_out", "next_activity"],
    });
    let tested = test(&mut client, course.path(), &more);
    for (lms, told) in [
        ("moodle", "the save failed"),
        ("openedx", "takes for success"),
    ] {
        let left = row(&tested, lms, "session_timed_out");
        assert_eq!(left["verdict"], "lost", "{tested:#}");
        // Open edX sends the first of the values only.
        let why = reason(
            &tested,
            lms,
            "session_timed_out",
            "cmi.core.lesson_location",
        );
        assert!(
            why.contains("the login page") && why.contains(told),
            "{why}"
        );
    }
    let next = row(&tested, "openedx", "next_activity");
    assert_eq!(next["verdict"], "not_applicable", "{tested:#}");
}

#[test]
fn browser_an_end_is_left_too() {
    let mut client = client();
    let course = saving(EARLY, "save();");
    let more = json!({"moments": ["end"], "ways": ["tab_closed", "browser_killed"]});
    let tested = test(&mut client, course.path(), &more);
    for way in ["tab_closed", "browser_killed"] {
        let left = row(&tested, "standard", way);
        assert_eq!(left["moment"], "end", "{tested:#}");
        assert_eq!(left["verdict"], "kept", "{tested:#}");
        let met = left["on_return"].as_str().unwrap();
        assert!(met.contains("status completed"), "{tested:#}");
    }
}

#[test]
fn what_cannot_be_tried_out_is_refused_by_name() {
    let mut client = client();
    for (arguments, named) in [
        (json!({"lms_profiles": ["moodel"]}), "moodel"),
        (json!({"ways": ["teleport"]}), "teleport"),
    ] {
        let mut arguments = arguments;
        arguments["package_path"] = json!(COURSE);
        let error = client.failure("scorm_test_exits", arguments);
        assert_eq!(error["error_code"], "MCP_INVALID_PARAMS", "{error:#}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(named), "{error:#}");
    }
}
