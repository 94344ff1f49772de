//! Where an LMS has no place for what brings a learner back.

use super::{comeback, facts, judged, stored, visit, why, word};
use crate::answer::{Question, Word};
use crate::facts::{Differs, Facts, Played};
use scorm_lms::Completion;

const LOCATION: &str = "cmi.core.lesson_location";
const DATA: &str = "cmi.suspend_data";

/// The course comes back to the same page or to another, and the LMS has not got an element.
fn left(same_page: bool, element: &str) -> Facts {
    let mut record = stored("incomplete", Completion::Incomplete);
    record.differs = vec![Differs {
        element: element.to_owned(),
        believed: "page-2".to_owned(),
        reason: format!("It does not save {element}."),
    }];
    let mut facts = facts(visit(vec![stored("passed", Completion::Passed)]));
    let mut comeback = comeback();
    comeback.same_page = same_page;
    comeback.stored = vec![record];
    facts.middle = Played::Yes(Box::new(comeback));
    facts
}

#[test]
fn a_location_that_the_lms_never_keeps_is_no_fault_of_who_is_back_where_they_were() {
    let resumes = Question::Resumes;
    let answers = judged("frappe", &left(true, LOCATION));
    assert_eq!(word(&answers, resumes), Word::Yes, "{answers:?}");
    // Who keeps the place in it alone can keep it elsewhere.
    let answers = judged("frappe", &left(false, LOCATION));
    assert_eq!(word(&answers, resumes), Word::No);
    let mut told = answers.reasons.iter().filter(|one| one.about == resumes);
    assert!(told.all(|one| !one.lms_lacks), "{answers:?}");
    // An LMS that keeps locations lost this one.
    let answers = judged("moodle", &left(true, LOCATION));
    assert_eq!(word(&answers, resumes), Word::Partly);
}

#[test]
fn lost_data_is_more_than_a_place() {
    for lms in ["frappe", "moodle"] {
        let answers = judged(lms, &left(true, DATA));
        assert_eq!(word(&answers, Question::Resumes), Word::Partly, "{lms}");
        assert!(why(&answers, Question::Resumes).contains(DATA));
    }
}

#[test]
fn who_is_done_misses_no_state_that_the_lms_erases_then() {
    let mut facts = left(true, DATA);
    if let Played::Yes(comeback) = &mut facts.middle {
        comeback.was_done = true;
        comeback.stored[0].completion = Completion::Passed;
    }
    let answers = judged("frappe", &facts);
    assert_eq!(word(&answers, Question::Resumes), Word::Yes, "{answers:?}");
    let answers = judged("moodle", &facts);
    assert_eq!(word(&answers, Question::Resumes), Word::Partly);
}
