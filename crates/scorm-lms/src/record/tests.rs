//! What servers make of what arrives.

use std::collections::BTreeMap;

use super::{Completion, Record};
use crate::launch::Launch;
use crate::network::{Body, Kind};
use crate::profile::{Profile, Version};
use crate::value::JsValue;

fn profile(name: &str) -> &'static Profile {
    crate::find(name).expect("a profile")
}

fn body(kind: Kind, values: &[(&str, &str)]) -> Body {
    Body {
        kind,
        values: values
            .iter()
            .map(|(element, value)| ((*element).to_owned(), JsValue::text(*value)))
            .collect(),
        changed: None,
        finished: kind == Kind::Finish,
    }
}

fn record(name: &str, version: Version, requests: &[Body]) -> Record {
    let mut record = Record::new(profile(name), version);
    record.launched(&Launch::default());
    for request in requests {
        record.receive(request);
    }
    record
}

#[test]
fn moodle_grades_only_the_raw_score() {
    let values = [
        ("cmi.score.scaled", "0.9"),
        ("cmi.completion_status", "completed"),
    ];
    let record = record("moodle", Version::Scorm2004, &[body(Kind::Finish, &values)]);
    assert_eq!(record.completion(), Completion::Completed);
    let grade = record.grade();
    assert_eq!(grade.percent, Some(0.0));
    assert_eq!(
        grade.reason.as_deref(),
        Some(
            "The grade in Moodle will be 0, because only score.scaled is set and it reads \
             score.raw."
        )
    );
}

#[test]
fn moodle_takes_raw_points_of_ten_for_percent() {
    let values = [("cmi.core.score.raw", "8"), ("cmi.core.score.max", "10")];
    let record = record("moodle", Version::Scorm12, &[body(Kind::Finish, &values)]);
    assert_eq!(record.grade().percent, Some(8.0));
    assert!(record.grade().reason.is_some());
}

#[test]
fn moodle_opens_a_failed_course_for_review() {
    let values = [("cmi.core.lesson_status", "failed")];
    let record = record("moodle", Version::Scorm12, &[body(Kind::Finish, &values)]);
    let next = record.next(profile("moodle"));
    assert_eq!(next.mode, "review");
    assert!(
        next.reasons[0].contains("still stored"),
        "{:?}",
        next.reasons
    );
}

#[test]
fn moodle_2004_gives_nothing_back_after_a_normal_exit() {
    let values = [("cmi.location", "p3"), ("cmi.exit", "normal")];
    let record = record("moodle", Version::Scorm2004, &[body(Kind::Finish, &values)]);
    let next = record.next(profile("moodle"));
    assert!(
        next.reasons[0].contains("nothing back"),
        "{:?}",
        next.reasons
    );
    assert_eq!(
        next.prior.get("cmi.location").map(String::as_str),
        Some("p3")
    );
}

#[test]
fn frappe_completes_only_passed_courses_and_erases_their_state() {
    let saved = [("cmi.suspend_data", "abc")];
    let completed = [("cmi.core.lesson_status", "completed")];
    let passed = [("cmi.core.lesson_status", "passed")];
    let requests = [body(Kind::Set, &saved), body(Kind::Set, &completed)];
    let before = record("frappe", Version::Scorm12, &requests);
    assert_eq!(before.completion(), Completion::Incomplete);
    assert_eq!(
        before.stored.get("cmi.suspend_data").map(String::as_str),
        Some("abc")
    );
    let requests = [body(Kind::Set, &saved), body(Kind::Set, &passed)];
    let after = record("frappe", Version::Scorm12, &requests);
    assert_eq!(after.completion(), Completion::Passed);
    assert_eq!(after.stored.get("cmi.suspend_data"), None);
    assert!(after.has_erased("cmi.suspend_data") && !before.has_erased("cmi.suspend_data"));
    assert!(!after.has_erased("cmi.location"));
}

#[test]
fn chamilo_completes_a_suspended_course_when_the_learner_leaves() {
    let mut leave = body(Kind::Leave, &[("cmi.core.lesson_status", "incomplete")]);
    leave.changed = Some(Vec::new());
    let mut save = body(Kind::Commit, &[("cmi.core.lesson_status", "incomplete")]);
    save.changed = Some(vec!["cmi.core.lesson_status".to_owned()]);
    let record = record("chamilo", Version::Scorm12, &[save, leave]);
    assert_eq!(record.status(), "completed");
    assert!(
        record.lost[0].reason.contains("learner leaves"),
        "{:?}",
        record.lost
    );
}

/// A save of SCORM 2004 that carries everything, and says what was changed.
fn save_2004(kind: Kind, completion: &str, success: &str, changed: &[&str]) -> Body {
    let values = [
        ("cmi.completion_status", completion),
        ("cmi.success_status", success),
    ];
    Body {
        changed: Some(changed.iter().map(|one| (*one).to_owned()).collect()),
        ..body(kind, &values)
    }
}

#[test]
fn chamilo_leaves_a_suspended_course_of_2004_incomplete() {
    let status = "cmi.completion_status";
    let save = save_2004(Kind::Commit, "incomplete", "unknown", &[status]);
    let leave = save_2004(Kind::Leave, "incomplete", "unknown", &[]);
    let record = record("chamilo", Version::Scorm2004, &[save, leave]);
    assert_eq!(record.completion(), Completion::Incomplete);
    assert!(record.lost.is_empty(), "{:?}", record.lost);
}

#[test]
fn chamilo_forgets_the_success_at_a_save_that_does_not_set_it_again() {
    let both = ["cmi.completion_status", "cmi.success_status"];
    let save = save_2004(Kind::Commit, "completed", "passed", &both);
    let time = ["cmi.session_time"];
    let finish = save_2004(Kind::Finish, "completed", "passed", &time);
    let passed = record("chamilo", Version::Scorm2004, std::slice::from_ref(&save));
    assert_eq!(passed.status(), "completed, passed");
    assert_eq!(passed.completion(), Completion::Passed);
    let forgotten = record("chamilo", Version::Scorm2004, &[save.clone(), finish]);
    assert_eq!(forgotten.status(), "completed");
    let reason = &forgotten.lost[0].reason;
    assert!(reason.contains("keeps one status"), "{reason}");
    // Set once more, it stays.
    let again = save_2004(Kind::Finish, "completed", "passed", &both[1..]);
    let kept = record("chamilo", Version::Scorm2004, &[save, again]);
    assert_eq!(kept.completion(), Completion::Passed);
    // Who fails without an end counts as through.
    let failed = save_2004(Kind::Finish, "incomplete", "failed", &both);
    let failed = record("chamilo", Version::Scorm2004, &[failed]);
    assert_eq!(failed.status(), "completed, failed");
}

#[test]
fn chamilo_refuses_the_whole_save_for_one_long_value() {
    let long = "x".repeat(65_536);
    let values = [
        ("cmi.core.lesson_status", "completed"),
        ("cmi.suspend_data", long.as_str()),
    ];
    let record = record("chamilo", Version::Scorm12, &[body(Kind::Commit, &values)]);
    assert!(record.stored.is_empty());
    assert!(
        record.lost[0].reason.contains("65535"),
        "{:?}",
        record.lost[0].reason
    );
}

#[test]
fn chamilo_counts_days_as_nothing() {
    let values = [("cmi.session_time", "P1DT1H")];
    let record = record(
        "chamilo",
        Version::Scorm2004,
        &[body(Kind::Finish, &values)],
    );
    assert_eq!(record.total_time(), None);
}

#[test]
fn open_edx_drops_a_batch_with_a_bad_score() {
    let values = [("cmi.suspend_data", "s"), ("cmi.core.score.raw", "abc")];
    let record = record("openedx", Version::Scorm12, &[body(Kind::Set, &values)]);
    assert!(record.stored.is_empty());
    assert_eq!(record.lost.len(), 2);
}

#[test]
fn open_edx_gives_nothing_for_a_failed_course() {
    let values = [
        ("cmi.core.score.raw", "80"),
        ("cmi.core.lesson_status", "failed"),
    ];
    let record = record("openedx", Version::Scorm12, &[body(Kind::Set, &values)]);
    assert_eq!(record.grade().percent, Some(0.0));
}

#[test]
fn openolat_passes_only_passed_courses_and_counts_time_twice() {
    let values = [
        ("cmi.core.lesson_status", "completed"),
        ("cmi.core.session_time", "00:01:00"),
        ("cmi.core.total_time", "00:01:00"),
    ];
    let record = record("openolat", Version::Scorm12, &[body(Kind::Finish, &values)]);
    assert_eq!(record.completion(), Completion::Incomplete);
    assert_eq!(record.total_time(), Some("00:02:00"));
}

#[test]
fn sakai_reads_only_the_scaled_score() {
    let values = [
        ("cmi.score.raw", "40"),
        ("cmi.completion_status", "completed"),
    ];
    let record = record("sakai", Version::Scorm2004, &[body(Kind::Finish, &values)]);
    assert_eq!(record.grade().percent, Some(100.0));
    assert!(record.grade().reason.is_some());
}

#[test]
fn d2l_needs_a_maximum() {
    let values = [("cmi.core.score.raw", "8")];
    let without = record("d2l", Version::Scorm12, &[body(Kind::Finish, &values)]);
    assert_eq!(without.grade().percent, None);
    let values = [("cmi.core.score.raw", "8"), ("cmi.core.score.max", "10")];
    let with = record("d2l", Version::Scorm12, &[body(Kind::Finish, &values)]);
    assert_eq!(with.grade().percent, Some(80.0));
}

#[test]
fn ilias_keeps_the_place_but_not_the_state_after_a_normal_exit() {
    let values = [
        ("cmi.location", "p3"),
        ("cmi.suspend_data", "s"),
        ("cmi.exit", "normal"),
    ];
    let record = record("ilias", Version::Scorm2004, &[body(Kind::Finish, &values)]);
    let next = record.next(profile("ilias"));
    assert!(
        next.reasons[0].contains("cmi.suspend_data"),
        "{:?}",
        next.reasons
    );
}

#[test]
fn what_a_course_believes_is_compared_with_what_is_stored() {
    let mut record = Record::new(profile("moodle"), Version::Scorm12);
    record.launched(&Launch {
        mastery_score: Some("80".to_owned()),
        ..Launch::default()
    });
    let values = [
        ("cmi.core.score.raw", "10"),
        ("cmi.core.lesson_status", "failed"),
    ];
    record.receive(&body(Kind::Finish, &values));
    let believed = BTreeMap::from([
        ("cmi.core.lesson_status".to_owned(), "incomplete".to_owned()),
        ("cmi.core.score.raw".to_owned(), "10".to_owned()),
        ("cmi.suspend_data".to_owned(), "late".to_owned()),
    ]);
    let lost = record.differs(profile("moodle"), &believed);
    assert_eq!(lost.len(), 2);
    assert!(lost[0].reason.contains("mastery score"), "{:?}", lost[0]);
    assert!(lost[1].reason.contains("No save"), "{:?}", lost[1]);
}

#[test]
fn a_record_survives_being_written_down() {
    let values = [("cmi.core.lesson_status", "passed")];
    let record = record("moodle", Version::Scorm12, &[body(Kind::Finish, &values)]);
    let json = serde_json::to_string(&record).expect("a record can be written");
    let read: Record = serde_json::from_str(&json).expect("a record can be read");
    assert_eq!(read, record);
}
