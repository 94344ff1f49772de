//! Courses that say nothing of their end, or have none.

use super::super::{Answers, Case, Way};
use super::{facts, stored, visit, why, word};
use crate::answer::{Question, Verdict, Word};
use crate::facts::Visit;
use greenroom_explore::Standing;
use scorm_lms::{Completion, Version};

/// Answers about a course that reports no end, by the book either.
fn unfinished(lms: &str, way: Way, change: impl Fn(&mut Visit)) -> Answers {
    let unfinished = || {
        let mut visit = visit(Vec::new());
        visit.standing = Standing::default();
        change(&mut visit);
        facts(visit)
    };
    let (facts, base) = (unfinished(), unfinished());
    Answers::of(&Case {
        profile: scorm_lms::find(lms).unwrap(),
        version: Version::Scorm12,
        facts: &facts,
        base: &base,
        scos: 1,
        needs_controls: false,
        in_window: false,
        way,
    })
}

#[test]
fn without_a_way_to_the_end_nothing_is_claimed() {
    let answers = unfinished("moodle", Way::Unfinished, |_| {});
    assert_eq!(word(&answers, Question::Completes), Word::Unknown);
    assert!(why(&answers, Question::Completes).contains("rehearsal"));
}

#[test]
fn a_course_that_never_ends_fails_everywhere_and_it_is_the_course() {
    for (lms, says) in [
        ("standard", "in no LMS"),
        ("moodle", "it is the course, not Moodle"),
    ] {
        let answers = unfinished(lms, Way::Exhausted, |_| {});
        assert_eq!(word(&answers, Question::Completes), Word::No, "{lms}");
        assert_eq!(answers.verdict(), Verdict::Fails, "{lms}");
        let told = why(&answers, Question::Completes);
        assert!(told.contains(says), "{told}");
        assert!(told.contains("cmi.core.lesson_status"), "{told}");
    }
}

#[test]
fn a_course_without_a_status_is_completed_by_the_lms_or_never() {
    let silent = |completion: Completion| {
        move |visit: &mut Visit| {
            visit.set_at.clear();
            visit.standing.completed = Some(true);
            visit.stored = vec![stored("", completion)];
        }
    };
    for (lms, completion, expected) in [
        ("standard", Completion::Incomplete, Word::Yes),
        ("moodle", Completion::Completed, Word::Yes),
        ("openedx", Completion::Incomplete, Word::No),
    ] {
        let answers = unfinished(lms, Way::Exhausted, silent(completion));
        assert_eq!(word(&answers, Question::Completes), expected, "{lms}");
    }
}
