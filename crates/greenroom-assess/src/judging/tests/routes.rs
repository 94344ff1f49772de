//! Courses that are led by sequencing, in LMSs that do not follow it.

use super::super::{Answers, Case, Way};
use super::{facts, stored, visit, why, word};
use crate::answer::{Question, Verdict, Word};
use crate::facts::{Facts, Visit};
use greenroom_explore::{Followed, Standing, Stopped};
use scorm_lms::{Completion, Version};

fn led(through: &[&str], change: impl FnOnce(&mut Visit)) -> Facts {
    let mut visit = visit(vec![stored("incomplete", Completion::Incomplete)]);
    visit.route = through.iter().map(|&one| one.to_owned()).collect();
    change(&mut visit);
    facts(visit)
}

/// It stands where a button that the way needs is not.
fn stops(visit: &mut Visit) {
    visit.standing = Standing::default();
    visit.followed = Followed {
        acts: 10,
        stopped: Some(Stopped {
            act: "click \"Next\"".to_owned(),
            why: "it has display: none".to_owned(),
            lms_lacks: false,
        }),
    };
}

fn judged(lms: &str, facts: &Facts) -> Answers {
    let base = led(&["pretest", "test"], |_| {});
    Answers::of(&Case {
        profile: scorm_lms::find(lms).unwrap(),
        version: Version::Scorm2004,
        facts,
        base: &base,
        scos: 3,
        needs_controls: false,
        in_window: false,
        way: Way::Exhausted,
    })
}

#[test]
fn who_is_led_elsewhere_by_an_lms_without_sequencing_cannot_be_helped() {
    let facts = led(&["pretest", "lesson"], stops);
    let answers = judged("chamilo", &facts);
    let told = why(&answers, Question::Completes);
    assert!(told.contains("does not follow sequencing"), "{told}");
    assert!(
        told.contains("\"lesson\" where by the standard \"test\""),
        "{told}"
    );
    assert_eq!(answers.verdict(), Verdict::Cannot, "{answers:?}");
}

#[test]
fn a_course_that_stops_where_it_should_be_fails_by_itself() {
    for (lms, through) in [
        ("chamilo", ["pretest", "test"]),
        // It follows sequencing: another way is not its doing.
        ("ilias", ["pretest", "lesson"]),
    ] {
        let facts = led(&through, stops);
        let answers = judged(lms, &facts);
        assert_eq!(word(&answers, Question::Completes), Word::No, "{lms}");
        assert_eq!(answers.verdict(), Verdict::Fails, "{lms}: {answers:?}");
    }
}

#[test]
fn a_rehearsal_that_meets_another_activity_there_is_no_fault_of_the_course() {
    for (lms, says, verdict) in [
        (
            "chamilo",
            "delivered activity: expected test, got lesson",
            Verdict::Cannot,
        ),
        (
            "ilias",
            "delivered activity: expected test, got lesson",
            Verdict::Fails,
        ),
        ("chamilo", "cmi.score.raw: expected 7", Verdict::Fails),
    ] {
        let facts = led(&[], |visit| visit.rehearsal = Some(says.to_owned()));
        assert_eq!(judged(lms, &facts).verdict(), verdict, "{lms}: {says}");
    }
}
