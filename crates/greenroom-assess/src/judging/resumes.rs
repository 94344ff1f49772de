//! Does a learner who leaves in the middle come back to the same place, with what was kept?

use super::Case;
use crate::answer::{Answer, Judged, Question, Reason, Word};
use crate::facts::{Comeback, Played, is_location, is_place};
use crate::otherwise::telling;

const ABOUT: Question = Question::Resumes;
const SHORTER: &str = "Keep less in suspend_data and location (numbers instead of texts, and only what cannot be \
                       computed again), within 4096 and 255 characters in SCORM 1.2, and look at what SetValue answers";
/// Characters up to which every LMS takes a value for its length.
const LONG: usize = 255;

pub(super) fn judge(case: &Case<'_>) -> Judged {
    let comeback = match &case.facts.middle {
        Played::Yes(comeback) => comeback,
        Played::Nothing(why) => return Judged::of(Answer::new(Word::NotReached, *why)),
        Played::Failed(why) => {
            let text = format!("in {} the course does not come back: {why}", case.title());
            return Judged::of(Answer::new(Word::No, "does not open"))
                .because(Reason::new(ABOUT, text));
        }
    };
    if let Some(stopped) = &comeback.followed.stopped {
        let text = format!(
            "in {} the middle of the course is not reached: {} {}",
            case.title(),
            stopped.act,
            stopped.why
        );
        let reason = Reason::new(ABOUT, text).lms_lacks(stopped.lms_lacks);
        return Judged::of(Answer::not_reached()).because(reason);
    }
    if comeback.was_done && !comeback.same_page {
        return Judged::of(Answer::new(Word::NotReached, "done before the middle"));
    }
    let by_the_book = case.base.middle.get();
    let works_by_the_book = by_the_book.is_some_and(|base| base.same_page);
    let nothing_kept = comeback.followed.acts == 0 && !comeback.kept_place;
    let mut judged = if nothing_kept {
        Judged::of(Answer::new(Word::NotReached, "no place is kept"))
    } else if comeback.same_page {
        Judged::of(Answer::yes())
    } else {
        elsewhere(case, comeback, works_by_the_book)
    };
    if !case.is_played() {
        let detail = format!("by the standard {}", judged.answer.detail);
        judged.answer = Answer::new(Word::Unknown, detail);
    }
    refused(case, &mut judged);
    if case.is_standard() || !case.is_played() {
        return judged;
    }
    for stored in &comeback.stored {
        for lost in stored.differs.iter().filter(|one| is_place(&one.element)) {
            // Who is done has nothing to go on with, where the LMS erases it then.
            if case.erases_when_done() && stored.completion.is_done() {
                continue;
            }
            let has_no_place = case.has_no_place_for(lost);
            // A location is the place and nothing else, and the learner is there.
            if has_no_place && comeback.same_page && is_location(&lost.element) {
                continue;
            }
            let reason = Reason::new(ABOUT, lost.reason.clone())
                .at(comeback.set_at.get(&lost.element))
                .source(case.rules_source().or(case.dialect_source()))
                .lms_lacks(has_no_place && !is_location(&lost.element));
            judged.worsen(Word::Partly, "data lost", reason);
        }
        // Who is done may be given nothing back, and look at the course once more.
        let expects = !comeback.was_done && (comeback.kept_place || stored.review);
        let told = stored.next.iter().filter(|_| expects);
        for why in told {
            let attempts = case.profile.attempts.as_ref();
            let source = attempts.map(|attempts| attempts.source.as_ref());
            let reason = Reason::new(ABOUT, why.clone()).source(source);
            let detail = if stored.review {
                "for review"
            } else {
                "begins anew"
            };
            judged.worsen(Word::Partly, detail, reason);
        }
    }
    if judged.answer.word == Word::No && works_by_the_book && judged.reasons.len() < 2 {
        let calls = comeback.otherwise.iter();
        judged.reasons.extend(case.otherwise(ABOUT, calls));
    }
    judged
}

/// What the course keeps its place in is not taken: here, or by the standard already.
fn refused(case: &Case<'_>, judged: &mut Judged) {
    let (everywhere, here) = case.all_refused(is_place);
    let is_long = here.iter().any(|call| call.length > LONG);
    for reason in case.otherwise(ABOUT, here) {
        judged.worsen(Word::Partly, "data refused", mended(reason, is_long));
    }
    let everywhere: Vec<_> = everywhere.into_iter().cloned().collect();
    for call in telling(&everywhere) {
        let also = if case.is_standard() {
            ", and so does every LMS that goes by it"
        } else {
            ", as the standard does"
        };
        let text = format!("{}{also}", call.says(case.title()));
        let reason = Reason::new(ABOUT, text).at(call.at.as_ref());
        let is_long = call.length > LONG;
        judged.worsen(Word::Partly, "data refused", mended(reason, is_long));
    }
}

fn mended(reason: Reason, is_long: bool) -> Reason {
    if is_long {
        reason.mend(SHORTER)
    } else {
        reason
    }
}

/// The learner meets another page.
fn elsewhere(case: &Case<'_>, comeback: &Comeback, works_by_the_book: bool) -> Judged {
    if !comeback.kept_place {
        return Judged::of(Answer::new(Word::NotReached, "no place is kept"));
    }
    let entry = comeback.entry.as_deref();
    let text = format!(
        "left on {:?} in {}, the course comes back on {:?}{}{}",
        comeback.left,
        case.title(),
        comeback.met,
        entry.map_or_else(String::new, |entry| format!(", where entry is {entry:?}")),
        if works_by_the_book || case.is_standard() {
            ""
        } else {
            ", as by the standard"
        }
    );
    let reason = Reason::new(ABOUT, text).source(case.dialect_source());
    Judged::of(Answer::new(Word::No, "begins elsewhere")).because(reason)
}
