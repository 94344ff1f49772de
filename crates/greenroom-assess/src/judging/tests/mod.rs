//! Answers from recorded facts.

mod ends;
mod failing;
mod places;
mod routes;

use std::collections::BTreeMap;

use greenroom_explore::{Followed, Standing, Stopped};
use greenroom_stage::course::lms::{Imported, Note};
use scorm_lms::{Completion, Version};

use super::{Answers, Case, Way};
use crate::answer::{Question, Verdict, Word};
use crate::facts::{Comeback, Differs, Facts, Played, Score, Stored, Visit};

fn stored(status: &str, completion: Completion) -> Stored {
    Stored {
        activity: "one".to_owned(),
        status: status.to_owned(),
        completion,
        grade: Some(67.0),
        grade_reason: None,
        total_time: None,
        differs: Vec::new(),
        values: BTreeMap::new(),
        next: Vec::new(),
        review: false,
    }
}

fn completed() -> Standing {
    let mut standing = Standing::default();
    standing.completed = Some(true);
    standing.reported = true;
    standing
}

/// A visit in which everything is well.
fn visit(records: Vec<Stored>) -> Visit {
    let score = Score {
        raw: Some(67.0),
        ..Score::default()
    };
    Visit {
        initialized: Some(true),
        standing: completed(),
        scores: [("one".to_owned(), score)].into(),
        set_at: [("cmi.core.lesson_status".to_owned(), "quiz.js:9".to_owned())].into(),
        stored: records,
        ..Visit::default()
    }
}

fn comeback() -> Comeback {
    Comeback {
        same_page: true,
        kept_place: true,
        ..Comeback::default()
    }
}

fn facts(whole: Visit) -> Facts {
    Facts {
        import: Some(Imported {
            version: Version::Scorm12,
            refused: Vec::new(),
            risks: Vec::new(),
        }),
        whole: Played::Yes(Box::new(whole)),
        again: None,
        middle: Played::Yes(Box::new(comeback())),
        outage: Played::default(),
        exits: Some(Ok(Vec::new())),
    }
}

fn judged(lms: &str, facts: &Facts) -> Answers {
    let base = self::facts(visit(Vec::new()));
    Answers::of(&Case {
        profile: scorm_lms::find(lms).unwrap(),
        version: Version::Scorm12,
        facts,
        base: &base,
        scos: 1,
        needs_controls: false,
        in_window: false,
        way: Way::Exhausted,
    })
}

fn word(answers: &Answers, question: Question) -> Word {
    answers.get(question).unwrap().word
}

/// The reasons of one answer as one text.
fn why(answers: &Answers, question: Question) -> String {
    let reasons = answers.reasons.iter().filter(|one| one.about == question);
    reasons
        .map(|one| one.text.clone())
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn what_is_stored_as_it_was_set_works() {
    let facts = facts(visit(vec![stored("completed", Completion::Completed)]));
    let answers = judged("moodle", &facts);
    assert_eq!(answers.verdict(), Verdict::Works, "{answers:?}");
    assert!(answers.reasons.is_empty(), "{answers:?}");
}

#[test]
fn a_grade_that_is_not_the_score_is_told_with_its_reason() {
    let mut record = stored("completed", Completion::Completed);
    record.grade = Some(0.0);
    record.grade_reason = Some("only score.scaled is set".to_owned());
    let answers = judged("moodle", &facts(visit(vec![record.clone()])));
    assert_eq!(word(&answers, Question::ScoreArrives), Word::No);
    let told = why(&answers, Question::ScoreArrives);
    assert!(told.contains("67 %") && told.contains("0 %"), "{told}");
    assert!(told.contains("only score.scaled is set"), "{told}");
    assert_eq!(answers.verdict(), Verdict::Fails);
    // The same number for a wrong reason is no proof.
    record.grade = Some(67.0);
    let answers = judged("moodle", &facts(visit(vec![record])));
    assert_eq!(word(&answers, Question::ScoreArrives), Word::Partly);
}

#[test]
fn an_lms_without_scores_lacks_them_and_is_not_the_courses_fault() {
    let answers = judged(
        "frappe",
        &facts(visit(vec![stored("passed", Completion::Passed)])),
    );
    assert_eq!(word(&answers, Question::ScoreArrives), Word::No);
    assert_eq!(answers.verdict(), Verdict::WorksPartly);
    assert!(answers.reasons.iter().all(|one| one.lms_lacks));
}

#[test]
fn a_status_that_does_not_count_names_what_counts() {
    let answers = judged(
        "frappe",
        &facts(visit(vec![stored("completed", Completion::Incomplete)])),
    );
    assert_eq!(word(&answers, Question::Completes), Word::No);
    let told = why(&answers, Question::Completes);
    assert!(told.contains("only passed counts"), "{told}");
    let reason = answers
        .reasons
        .iter()
        .find(|one| one.about == Question::Completes);
    assert_eq!(reason.unwrap().at.as_deref(), Some("quiz.js:9"));
}

#[test]
fn a_refused_package_is_not_played() {
    let mut facts = Facts {
        import: facts(visit(Vec::new())).import,
        ..Facts::default()
    };
    facts.import.as_mut().unwrap().refused.push(Note {
        text: "OpenOLAT does not play SCORM 2004".to_owned(),
        source: "read".to_owned(),
        lms_lacks: true,
        mend: None,
    });
    let answers = judged("openolat", &facts);
    assert_eq!(word(&answers, Question::Imports), Word::No);
    for question in Question::ALL.into_iter().skip(1) {
        assert_eq!(word(&answers, question), Word::NotReached);
    }
    assert_eq!(answers.verdict(), Verdict::Cannot);
}

#[test]
fn controls_that_the_lms_lacks_cannot_be_mended() {
    let mut whole = visit(vec![stored("incomplete", Completion::Incomplete)]);
    whole.followed = Followed {
        acts: 3,
        stopped: Some(Stopped {
            act: "continue".to_owned(),
            why: "Open edX shows no buttons".to_owned(),
            lms_lacks: true,
        }),
    };
    let facts = facts(whole);
    let base = self::facts(visit(Vec::new()));
    let answers = Answers::of(&Case {
        profile: scorm_lms::find("openedx").unwrap(),
        version: Version::Scorm12,
        facts: &facts,
        base: &base,
        scos: 3,
        needs_controls: true,
        in_window: false,
        way: Way::Exhausted,
    });
    assert_eq!(word(&answers, Question::Completes), Word::No);
    assert_eq!(word(&answers, Question::Launches), Word::Partly);
    assert_eq!(answers.verdict(), Verdict::Cannot);
}

#[test]
fn a_further_launch_that_takes_back_what_was_done_is_told() {
    let mut facts = facts(visit(vec![stored("completed", Completion::Completed)]));
    facts.again = Some(vec![stored("incomplete", Completion::Incomplete)]);
    let answers = judged("moodle", &facts);
    assert_eq!(word(&answers, Question::Completes), Word::Partly);
    assert!(why(&answers, Question::Completes).contains("once more"));
}

#[test]
fn what_counts_as_done_in_the_middle_is_done_too_early() {
    let mut facts = facts(visit(vec![stored("completed", Completion::Completed)]));
    facts.middle = Played::Yes(Box::new(Comeback {
        stored: vec![stored("completed", Completion::Completed)],
        set_at: [("cmi.core.lesson_status".to_owned(), "quiz.js:2".to_owned())].into(),
        ..comeback()
    }));
    let answers = judged("chamilo", &facts);
    assert_eq!(word(&answers, Question::Completes), Word::Partly);
    assert!(why(&answers, Question::Completes).contains("in the middle"));
}

#[test]
fn who_comes_back_elsewhere_is_told_why() {
    let mut facts = facts(visit(vec![stored("completed", Completion::Completed)]));
    let mut record = stored("incomplete", Completion::Incomplete);
    record.differs.push(Differs {
        element: "cmi.suspend_data".to_owned(),
        believed: "p7".to_owned(),
        reason: "No save of cmi.suspend_data arrived in ILIAS.".to_owned(),
    });
    facts.middle = Played::Yes(Box::new(Comeback {
        same_page: false,
        left: "Page 7".to_owned(),
        met: "Page 1".to_owned(),
        entry: Some("ab-initio".to_owned()),
        stored: vec![record],
        ..comeback()
    }));
    let answers = judged("ilias", &facts);
    assert_eq!(word(&answers, Question::Resumes), Word::No);
    let told = why(&answers, Question::Resumes);
    assert!(
        told.contains("Page 7") && told.contains("ab-initio"),
        "{told}"
    );
    assert!(told.contains("No save of cmi.suspend_data"), "{told}");
}

#[test]
fn a_course_that_finds_no_api_does_not_launch() {
    let mut whole = visit(Vec::new());
    whole.initialized = None;
    whole.standing = Standing::default();
    let mut facts = facts(whole);
    facts.import.as_mut().unwrap().version = Version::Scorm2004;
    let answers = judged("moodle", &facts);
    assert_eq!(word(&answers, Question::Launches), Word::No);
    let told = why(&answers, Question::Launches);
    assert!(told.contains("SCORM 2004"), "{told}");
}

#[test]
fn what_is_not_known_of_an_lms_is_said_to_be_unknown() {
    let answers = judged("canvas", &facts(visit(Vec::new())));
    assert_eq!(word(&answers, Question::Completes), Word::Unknown);
    assert_eq!(word(&answers, Question::ScoreArrives), Word::Unknown);
    assert_eq!(answers.verdict(), Verdict::WorksPartly);
}
