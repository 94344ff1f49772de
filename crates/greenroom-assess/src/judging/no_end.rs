//! Played to where nothing is left to do, the course has reported no end, by the standard either.

use super::{Case, Way};
use crate::answer::{Answer, Judged, Question, Reason, Word};
use crate::facts::{Visit, is_status};

const ABOUT: Question = Question::Completes;
const MEND: &str = "Set the status to completed, or to passed or failed, and Commit where the course ends; if it \
                    does so at an end that playing did not find, give a rehearsal that leads there";

pub(super) fn no_end(case: &Case<'_>, visit: &Visit) -> Judged {
    if visit.initialized.is_none() && visit.calls == 0 {
        return Judged::of(Answer::new(Word::NotReached, "uses no API"));
    }
    if !visit.set_at.keys().any(|element| is_status(element)) {
        return left_to_the_lms(case, visit);
    }
    if case.way == Way::Unfinished {
        let text = "no way to the end of the course was found by the standard before the search gave up; give a \
                    rehearsal that completes it";
        return Judged::of(Answer::new(Word::Unknown, "no way found"))
            .because(Reason::new(ABOUT, text));
    }
    never(case, visit)
}

/// The course sets no status, and by the standard it is the LMS that completes it then.
fn left_to_the_lms(case: &Case<'_>, visit: &Visit) -> Judged {
    let is_done = if case.is_by_the_book() {
        visit.standing.completed == Some(true)
    } else if visit.stored.is_empty() || !case.is_played() {
        return Judged::of(Answer::new(Word::Unknown, "no status is set"));
    } else {
        visit.stored.iter().all(|one| one.completion.is_done())
    };
    if is_done {
        return Judged::of(Answer::new(Word::Yes, "by the LMS: no status is set"));
    }
    if case.way == Way::Unfinished {
        return Judged::of(Answer::new(Word::Unknown, "no status is set"));
    }
    let by_the_book = case.base.whole.get();
    let is_done_by_the_book = by_the_book.is_some_and(|base| base.standing.completed == Some(true));
    if case.is_standard() || !is_done_by_the_book {
        return never(case, visit);
    }
    let undone = visit.stored.iter().find(|one| !one.completion.is_done());
    let text = format!(
        "the course sets no status, which leaves it to the LMS to complete it, as by the standard; {} has {:?} \
         when it is left",
        case.title(),
        undone.map_or("", |one| one.status.as_str())
    );
    let reason = Reason::new(ABOUT, text)
        .source(case.rules_source())
        .mend(MEND);
    Judged::of(Answer::new(Word::No, "no status is set")).because(reason)
}

/// It is the course, not the LMS.
fn never(case: &Case<'_>, visit: &Visit) -> Judged {
    let set = visit.set_at.iter().find(|(element, _)| is_status(element));
    let sets = match set {
        Some((element, _)) => {
            format!("it sets {element}, but never to completed, passed or failed")
        }
        None => "it sets no status".to_owned(),
    };
    let tried = match case.way {
        Way::Rehearsed => "the rehearsal was played to its end",
        _ => "everything on its pages was tried",
    };
    let whose = if case.is_standard() {
        "so it will be completed in no LMS".to_owned()
    } else {
        format!(
            "by the standard either: it is the course, not {}",
            case.title()
        )
    };
    let text =
        format!("the course itself never reports that it is done ({sets}; {tried}), {whose}");
    let reason = Reason::new(ABOUT, text)
        .at(set.map(|(_, place)| place))
        .mend(MEND);
    Judged::of(Answer::new(Word::No, "the course never completes")).because(reason)
}
