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
    stored.differs.iter().filter(is_work).filter(is_new)
}
