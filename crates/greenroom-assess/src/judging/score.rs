//! Is the grade in the LMS the score that the learner saw?

use scorm_lms::Completion;
use scorm_lms::profile::Score as Grade;

use super::{Case, short};
use crate::answer::{Answer, Judged, Question, Reason, Word};
use crate::facts::{Score, Stored, Visit};

const ABOUT: Question = Question::ScoreArrives;
/// Points of 100 that a grade may be rounded by.
const ROUNDED: f64 = 0.51;

pub(super) fn judge(case: &Case<'_>) -> Judged {
    let Some(visit) = case.facts.whole.get() else {
        return Judged::of(Answer::not_reached());
    };
    let by_the_book = case.base.whole.get();
    if by_the_book.is_none_or(|base| base.scores.is_empty()) && visit.scores.is_empty() {
        return Judged::of(Answer::new(Word::NotReached, "no score is set"));
    }
    if visit.scores.is_empty() {
        return Judged::of(Answer::not_reached());
    }
    if case.is_standard() {
        return Judged::of(Answer::new(Word::Yes, in_percent(visit)));
    }
    let rules = case.profile.rules(case.version);
    let grade = rules.map(|rules| rules.value.grade);
    match grade {
        None if !case.is_played() => {
            let detail = format!("by the standard {}", in_percent(visit));
            return Judged::of(Answer::new(Word::Unknown, detail));
        }
        Some(Grade::Host) => return handed_on(case, visit),
        Some(Grade::Nothing) => {
            let text = format!("{} keeps no scores", case.title());
            let reason = Reason::new(ABOUT, text)
                .source(case.rules_source())
                .lms_lacks(true);
            return Judged::of(Answer::new(Word::No, "none")).because(reason);
        }
        _ => {}
    }
    let mut judged = Judged::of(Answer::new(Word::Yes, in_percent(visit)));
    for (activity, score) in &visit.scores {
        let mut stored = visit.stored.iter();
        let stored = stored.find(|one| one.activity == *activity);
        if let Some(stored) = stored {
            compare(case, visit, stored, *score, &mut judged);
        }
    }
    for reason in case.otherwise(ABOUT, case.refused(|element| element.contains(".score."))) {
        judged.worsen(Word::Partly, "refused", reason);
    }
    judged
}

/// Grades are made by the page that embeds this code: it gets the score as the course set it, or not.
fn handed_on(case: &Case<'_>, visit: &Visit) -> Judged {
    let detail = format!("{}, to its host", in_percent(visit));
    let mut judged = Judged::of(Answer::new(Word::Yes, detail));
    let stored = visit.stored.iter().flat_map(|stored| &stored.differs);
    for lost in stored.filter(|one| one.element.contains(".score.")) {
        let reason = Reason::new(ABOUT, lost.reason.clone())
            .at(visit.set_at.get(&lost.element))
            .source(case.dialect_source());
        judged.worsen(Word::No, "not handed on", reason);
    }
    judged
}

fn compare(case: &Case<'_>, visit: &Visit, stored: &Stored, score: Score, judged: &mut Judged) {
    let Some(percent) = score.percent() else {
        return;
    };
    let title = case.title();
    let arrived = stored
        .grade
        .is_some_and(|grade| (grade - percent).abs() <= ROUNDED);
    let reason = |text: String| {
        let parts = [".score.raw", ".score.scaled", ".score.max"];
        let set = |part: &&str| visit.set_at.keys().find(|one| one.ends_with(part));
        let element = parts.iter().find_map(set);
        let place = element.and_then(|element| visit.set_at.get(element));
        Reason::new(ABOUT, text)
            .at(place)
            .source(case.rules_source())
    };
    // A grade that is right by chance is wrong for other learners.
    let why = stored.grade_reason.as_deref();
    match (arrived, why) {
        (true, None) => {}
        (true, Some(why)) => {
            let text = format!(
                "{why} It is right for {} only by chance",
                of_percent(percent)
            );
            judged.worsen(Word::Partly, "right by chance", reason(text));
        }
        (false, why) => {
            let lost = stored.differs.iter();
            let lost = lost.clone().find(|one| one.element.contains(".score."));
            let why = why.map(ToOwned::to_owned);
            let why = why.or_else(|| lost.map(|lost| lost.reason.clone()));
            let shows = stored
                .grade
                .map_or_else(|| "no grade".to_owned(), of_percent);
            let text = format!(
                "the learner has {}, {title} shows {shows}{}",
                of_percent(percent),
                why.map_or_else(String::new, |why| format!(": {why}"))
            );
            let detail = stored.grade.map_or_else(
                || "none".to_owned(),
                |grade| format!("{} of 100", short(grade)),
            );
            let failed = stored.completion == Completion::Failed && visit.standing.is_failed();
            judged.worsen(Word::No, detail, reason(text).lms_lacks(failed));
        }
    }
}

fn of_percent(percent: f64) -> String {
    format!("{} %", short(percent))
}

fn in_percent(visit: &Visit) -> String {
    let percents = visit.scores.values().filter_map(|score| score.percent());
    let words: Vec<String> = percents.map(of_percent).collect();
    words.join(", ")
}
