//! Saves that fail, time that runs out, and what an LMS has no place for.

use super::super::{Answers, Case, Way};
use super::{facts, judged, stored, visit, why, word};
use crate::answer::{Question, Verdict, Word};
use crate::facts::{Differs, Outage, Played};
use crate::otherwise::{How, Otherwise};
use greenroom_explore::Standing;
use scorm_lms::{Completion, Version};

#[test]
fn a_save_that_fails_once_and_is_never_repeated_is_told() {
    let lost = |elements: &[&str]| {
        let mut record = stored("completed", Completion::Completed);
        record.differs = elements
            .iter()
            .map(|element| Differs {
                element: (*element).to_owned(),
                believed: "x".to_owned(),
                reason: "the server answered its save with HTTP 500".to_owned(),
            })
            .collect();
        record
    };
    for (told_true, says) in [
        (true, "says \"true\" to saves that fail"),
        (false, "does not repeat"),
    ] {
        let mut facts = facts(visit(vec![lost(&["cmi.comments"])]));
        facts.outage = Played::Yes(Box::new(Outage {
            act: "click \"Next\"".to_owned(),
            told_true,
            stored: vec![lost(&[
                "cmi.comments",
                "cmi.suspend_data",
                "cmi.core.session_time",
            ])],
            set_at: [("cmi.suspend_data".to_owned(), "save.js:3".to_owned())].into(),
        }));
        let answers = judged("moodle", &facts);
        assert_eq!(word(&answers, Question::ExitsKeepData), Word::Partly);
        let told = why(&answers, Question::ExitsKeepData);
        assert!(
            told.contains(says) && told.contains("click \"Next\""),
            "{told}"
        );
        // What is lost without a failure too is told elsewhere, and times do not count.
        assert!(told.contains("cmi.suspend_data did not arrive"), "{told}");
        let reason = answers
            .reasons
            .iter()
            .find(|one| one.about == Question::ExitsKeepData);
        assert_eq!(reason.unwrap().at.as_deref(), Some("save.js:3"));
    }
}

#[test]
fn a_place_that_the_standard_refuses_too_is_not_resumed() {
    let long = Otherwise {
        function: scorm_session::ApiFunction::SetValue,
        element: "cmi.suspend_data".to_owned(),
        call: "LMSSetValue(\"cmi.suspend_data\", … (5003 characters))".to_owned(),
        how: How::Refused("405".to_owned()),
        length: 5003,
        at: Some("sco.js:7".to_owned()),
    };
    let refused = || {
        let mut visit = visit(vec![stored("completed", Completion::Completed)]);
        visit.otherwise.push(long.clone());
        facts(visit)
    };
    let base = refused();
    for (lms, word_expected) in [
        ("standard", Word::Partly),
        ("ilias", Word::Partly),
        ("moodle", Word::Yes),
    ] {
        let facts = if lms == "moodle" {
            facts(visit(vec![stored("completed", Completion::Completed)]))
        } else {
            refused()
        };
        let answers = Answers::of(&Case {
            profile: scorm_lms::find(lms).unwrap(),
            version: Version::Scorm12,
            facts: &facts,
            base: &base,
            scos: 1,
            needs_controls: false,
            in_window: false,
            way: Way::Exhausted,
        });
        assert_eq!(word(&answers, Question::Resumes), word_expected, "{lms}");
        let told = why(&answers, Question::Resumes);
        assert_eq!(told.contains("5003 characters"), lms != "moodle", "{told}");
    }
}

#[test]
fn requests_that_the_page_waits_for_add_up() {
    let asked = |count: usize| {
        let mut visit = visit(vec![stored("completed", Completion::Completed)]);
        visit.waits = vec!["cmi.core.lesson_status".to_owned(); count];
        judged("openedx", &facts(visit))
    };
    assert_eq!(word(&asked(50), Question::Completes), Word::Yes);
    let answers = asked(60);
    assert_eq!(word(&answers, Question::Completes), Word::Partly);
    let told = why(&answers, Question::Completes);
    assert!(
        told.contains("60 such calls") && told.contains("6 s"),
        "{told}"
    );
}

#[test]
fn an_lms_for_which_time_did_not_suffice_says_so() {
    let mut facts = facts(visit(Vec::new()));
    facts.whole = Played::Nothing("out of time");
    facts.middle = Played::Nothing("out of time");
    facts.exits = None;
    let answers = judged("moodle", &facts);
    let launches = answers.get(Question::Launches).unwrap();
    assert_eq!(
        (launches.word, launches.detail.as_str()),
        (Word::Unknown, "out of time")
    );
    assert_eq!(answers.verdict(), Verdict::WorksPartly);
}

#[test]
fn a_navigation_request_that_the_lms_ignores_is_what_it_lacks() {
    let mut record = stored("completed", Completion::Completed);
    record.differs.push(Differs {
        element: "adl.nav.request".to_owned(),
        believed: "{target=i2}choice".to_owned(),
        reason: "Moodle does not carry out the navigation request choice.".to_owned(),
    });
    let mut whole = visit(vec![record.clone()]);
    whole.standing = Standing::default();
    let answers = judged("moodle", &facts(whole));
    assert_eq!(word(&answers, Question::Completes), Word::No);
    assert!(why(&answers, Question::Completes).contains("navigation request choice"));
    assert_eq!(answers.verdict(), Verdict::Cannot);
    // Who comes to the end in another way does not need it.
    let answers = judged("moodle", &facts(visit(vec![record])));
    assert_eq!(word(&answers, Question::Completes), Word::Yes);
}

#[test]
fn what_plays_by_the_book_with_limits_of_its_own_is_judged_as_played() {
    let answers = judged("strict", &facts(visit(Vec::new())));
    assert_eq!(answers.verdict(), Verdict::Works, "{answers:?}");
    // Of a partial profile the rest is not known.
    let answers = judged("canvas", &facts(visit(Vec::new())));
    assert_eq!(word(&answers, Question::Completes), Word::Unknown);
    // A value that its limits refuse is told.
    let mut refusing = visit(Vec::new());
    refusing.otherwise = vec![Otherwise {
        function: scorm_session::ApiFunction::SetValue,
        element: "cmi.comments".to_owned(),
        call: "LMSSetValue".to_owned(),
        how: How::Refused("405".to_owned()),
        length: 5000,
        at: None,
    }];
    let answers = judged("strict", &facts(refusing));
    assert_eq!(word(&answers, Question::Completes), Word::Partly);
}

#[test]
fn a_library_hands_the_score_to_its_host_or_loses_it() {
    let mut record = stored("passed", Completion::Passed);
    record.grade = None;
    let answers = judged("scorm_again", &facts(visit(vec![record.clone()])));
    assert_eq!(word(&answers, Question::ScoreArrives), Word::Yes);
    record.differs = vec![Differs {
        element: "cmi.core.score.raw".to_owned(),
        believed: "67".to_owned(),
        reason: "No save of it arrived.".to_owned(),
    }];
    let answers = judged("scorm_again", &facts(visit(vec![record])));
    assert_eq!(word(&answers, Question::ScoreArrives), Word::No);
}

#[test]
fn a_success_that_the_lms_has_no_place_for_is_told_and_done_is_done() {
    let differs = Differs {
        element: "cmi.success_status".to_owned(),
        believed: "passed".to_owned(),
        reason: "It does not save cmi.success_status.".to_owned(),
    };
    let mut record = stored("passed", Completion::Passed);
    record.differs = vec![differs.clone()];
    let answers = judged("frappe", &facts(visit(vec![record])));
    assert_eq!(word(&answers, Question::Completes), Word::Yes);
    let mut about = answers.reasons.iter();
    assert!(about.any(|one| one.about == Question::Completes && one.lms_lacks));
    // Who failed counts as through there.
    let mut record = stored("completed", Completion::Completed);
    record.differs = vec![differs];
    let mut failed = visit(vec![record]);
    failed.standing.satisfied = Some(false);
    let answers = judged("frappe", &facts(failed));
    assert_eq!(word(&answers, Question::Completes), Word::Partly);
}

#[test]
fn a_rehearsal_that_meets_no_other_sco_names_what_the_lms_lacks() {
    let why = "the rehearsal all does not hold: step 2, delivered activity: expected two, got one";
    let mut strays = visit(Vec::new());
    strays.rehearsal = Some(why.to_owned());
    let facts = facts(strays);
    let of = |lms: &str, scos: usize| {
        let base = self::facts(visit(Vec::new()));
        let answers = Answers::of(&Case {
            profile: scorm_lms::find(lms).unwrap(),
            version: Version::Scorm12,
            facts: &facts,
            base: &base,
            scos,
            needs_controls: false,
            in_window: false,
            way: Way::Rehearsed,
        });
        answers.verdict()
    };
    for lms in ["frappe", "openedx", "learnhouse"] {
        assert_eq!(of(lms, 4), Verdict::Cannot, "{lms}");
        assert_eq!(of(lms, 1), Verdict::Fails, "{lms}");
    }
    assert_eq!(of("ilias", 4), Verdict::Fails);
}
