//! A save fails once, and the LMS is well again: does the course's work arrive all the same?

use super::{Case, TOLD};
use crate::answer::{Judged, Question, Reason, Word};
use crate::facts::{Differs, Stored, is_of_the_visit};

const ABOUT: Question = Question::ExitsKeepData;
const MEND: &str = "Do not rely on one save: look at what Commit answers, and set what matters once more before \
                    later Commits, as a text that differs each time (with a counter in it), since an LMS that \
                    forgets a failed save sends only what changed";

/// Worsens the answer where something stays lost.
pub(super) fn add(case: &Case<'_>, judged: &mut Judged) {
    let Some(outage) = case.facts.outage.get() else {
        return;
    };
    let whole = case.facts.whole.get();
    let without = whole.map_or(&[][..], |visit| visit.stored.as_slice());
    let lost: Vec<&Differs> = outage
        .stored
        .iter()
        .flat_map(|stored| lost(stored, without))
        .collect();
    let Some(first) = lost.first() else { return };
    let title = case.title();
    let named: Vec<&str> = lost
        .iter()
        .take(TOLD)
        .map(|one| one.element.as_str())
        .collect();
    let more = lost.len() - named.len();
    let and_more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let told = if outage.told_true {
        format!("{title} says \"true\" to saves that fail")
    } else {
        format!("{title} does not repeat a save that failed, and says \"true\" to the next one")
    };
    let text = format!(
        "{told}: the server failed once, at {}, and {}{and_more} did not arrive any more",
        outage.act,
        named.join(", "),
    );
    let reason = Reason::new(ABOUT, text)
        .at(outage.set_at.get(&first.element))
        .source(case.dialect_source())
        .mend(MEND);
    judged.answer.worsen(Word::Partly, "a failed save is lost");
    // What this LMS does comes before what befalls courses everywhere.
    judged.reasons.insert(0, reason);
}

/// What is not stored here, and is where nothing fails.
fn lost<'s>(stored: &'s Stored, without: &'s [Stored]) -> impl Iterator<Item = &'s Differs> {
    let mut same = without.iter();
    let same = same.find(|one| one.activity == stored.activity);
    let known = same.map_or(&[][..], |same| same.differs.as_slice());
    let is_work = |one: &&Differs| !is_of_the_visit(&one.element);
    let is_new = |one: &&Differs| known.iter().all(|other| other.element != one.element);
    let is_missed = |one: &&Differs| !is_recorded_elsewhere(one, stored);
    let work = stored.differs.iter().filter(is_work).filter(is_new);
    work.filter(is_missed)
}

/// The record of an answer is there under another number: a course that is told of a failed save may
/// record it once more.
fn is_recorded_elsewhere(one: &Differs, stored: &Stored) -> bool {
    let Some((number, _)) = record_of(&one.element) else {
        return false;
    };
    let all = stored.differs.iter();
    let of_it: Vec<(&str, &str)> = all
        .filter_map(|other| {
            let (of, part) = record_of(&other.element)?;
            (of == number).then_some((part, other.believed.as_str()))
        })
        .collect();
    let names = stored.values.keys();
    let mut numbers = names.filter_map(|name| Some(record_of(name)?.0));
    numbers.any(|other| {
        let is_there = |(part, value): &(&str, &str)| {
            let name = format!("{RECORDS}{other}.{part}");
            stored.values.get(&name).map(String::as_str) == Some(*value)
        };
        other != number && of_it.iter().all(is_there)
    })
}

const RECORDS: &str = "cmi.interactions.";

/// The number of a record, and the part of it.
fn record_of(element: &str) -> Option<(&str, &str)> {
    element.strip_prefix(RECORDS)?.split_once('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use scorm_lms::Completion;

    fn differs(element: &str, believed: &str) -> Differs {
        Differs {
            element: element.to_owned(),
            believed: believed.to_owned(),
            reason: String::new(),
        }
    }

    #[test]
    fn a_record_that_is_there_under_another_number_is_not_lost() {
        let values = [
            ("cmi.interactions.1.id", "q1"),
            ("cmi.interactions.1.student_response", "a"),
            ("cmi.interactions.2.id", "q2"),
        ];
        let mut stored = Stored {
            activity: "one".to_owned(),
            status: "incomplete".to_owned(),
            completion: Completion::Incomplete,
            grade: None,
            grade_reason: None,
            total_time: None,
            differs: vec![
                differs("cmi.interactions.0.id", "q1"),
                differs("cmi.interactions.0.student_response", "a"),
            ],
            values: values
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            next: Vec::new(),
            review: false,
        };
        assert_eq!(lost(&stored, &[]).count(), 0);
        // Another answer to the same question is not the one that was given.
        stored.differs[1].believed = "b".to_owned();
        assert_eq!(lost(&stored, &[]).count(), 2);
        stored.differs.push(differs("cmi.suspend_data", "x"));
        assert_eq!(lost(&stored, &[]).count(), 3);
    }
}
