//! Played to its end, is the course done in the LMS, as it believes?

use scorm_lms::Completion;
use scorm_lms::profile::TimeRule;

use super::no_end::no_end;
use super::{Case, TOLD, short};
use crate::answer::{Answer, Judged, Question, Reason, Word};
use crate::facts::{PageError, Stored, Visit, is_place, is_status};
use crate::otherwise::telling;
use crate::time;

const ABOUT: Question = Question::Completes;
/// How a rehearsal says that it met another activity than it expects.
const OTHER_ACTIVITY: &str = "delivered activity: expected";
/// The answer where the learner is led otherwise than by the standard.
const ELSEWHERE: &str = "leads elsewhere";
/// Seconds that a request takes to a server that is not far away.
const ROUND_TRIP: f64 = 0.1;
/// Seconds of all that a learner may have to wait for requests of one visit.
const LONGEST_WAIT: f64 = 5.0;
/// Seconds that a time may be rounded by.
const ROUNDED: f64 = 1.0;

pub(super) fn judge(case: &Case<'_>) -> Judged {
    let Some(visit) = case.facts.whole.get() else {
        return Judged::of(Answer::not_reached());
    };
    if let Some(why) = &visit.rehearsal {
        return rehearsal_fails(case, why);
    }
    let is_through_by_the_book = is_through(case.base.whole.get());
    let mut judged = if is_through_by_the_book || is_through(Some(visit)) {
        let hindered = ignored_request(case, visit)
            .or_else(|| strays(case, visit))
            .or_else(|| controls(case, visit));
        if let Some(judged) = hindered {
            return judged;
        }
        if case.is_standard() {
            return Judged::of(Answer::new(Word::Yes, visit.standing.word()));
        }
        done(case, visit)
    } else {
        no_end(case, visit)
    };
    if case.is_standard() {
        return judged;
    }
    if judged.answer.word == Word::No && is_through_by_the_book {
        let first = visit.otherwise.iter();
        judged.reasons.extend(case.otherwise(ABOUT, first));
        return judged;
    }
    refused(case, &mut judged);
    astray(case, visit, &mut judged);
    spoiled(case, visit, &mut judged);
    too_early(case, &mut judged);
    times(case, visit, &mut judged);
    slow(case, visit, &mut judged);
    judged
}

/// A rehearsal that holds by the standard does not hold here.
fn rehearsal_fails(case: &Case<'_>, why: &str) -> Judged {
    let title = case.title();
    let reason = Reason::new(ABOUT, format!("in {title}: {why}"));
    let lacks = if !why.contains(OTHER_ACTIVITY) {
        None
    } else if case.leads_nowhere() {
        Some("does not lead on to another SCO when the course asks for it")
    } else {
        case.unfollowed_sequencing()
    };
    let Some(lacks) = lacks else {
        return Judged::of(Answer::new(Word::No, "rehearsal fails")).because(reason);
    };
    let reason = Reason::new(ABOUT, format!("{}: {title} {lacks}", reason.text))
        .source(case.sequencing_source())
        .lms_lacks(true);
    let detail = if case.leads_nowhere() {
        "no other SCO"
    } else {
        ELSEWHERE
    };
    Judged::of(Answer::new(Word::No, detail)).because(reason)
}

/// The LMS does not follow the sequencing that leads the learner by the standard, and he ends elsewhere.
fn strays(case: &Case<'_>, visit: &Visit) -> Option<Judged> {
    if is_through(Some(visit)) {
        return None;
    }
    let lacks = case.unfollowed_sequencing()?;
    let by_the_book = case.base.whole.get()?.route.iter();
    let mut pairs = by_the_book.zip(&visit.route);
    let (expected, met) = pairs.find(|(expected, met)| expected != met)?;
    let text = format!(
        "{title} {lacks}: it leads to {met:?} where by the standard {expected:?} follows",
        title = case.title(),
    );
    let reason = Reason::new(ABOUT, text)
        .source(case.sequencing_source())
        .lms_lacks(true);
    Some(Judged::of(Answer::new(Word::No, ELSEWHERE)).because(reason))
}

/// The course reports an end.
fn is_through(visit: Option<&Visit>) -> bool {
    visit.is_some_and(|visit| visit.standing.is_completed() || visit.standing.is_failed())
}

/// The course asks the LMS to lead on, and by the standard it does.
fn ignored_request(case: &Case<'_>, visit: &Visit) -> Option<Judged> {
    if is_through(Some(visit)) {
        return None;
    }
    let mut differs = visit.stored.iter().flat_map(|stored| &stored.differs);
    let ignored = differs.find(|one| one.element == "adl.nav.request")?;
    let text = format!("{} By the standard the course goes on so.", ignored.reason);
    let reason = Reason::new(ABOUT, text)
        .at(visit.set_at.get(&ignored.element))
        .source(case.sequencing_source())
        .lms_lacks(true);
    Some(Judged::of(Answer::new(Word::No, "request ignored")).because(reason))
}

/// The way through the course needs what the LMS does not have, or broke off.
fn controls(case: &Case<'_>, visit: &Visit) -> Option<Judged> {
    let stopped = visit.followed.stopped.as_ref();
    let lacks = stopped.is_some_and(|stopped| stopped.lms_lacks)
        || (case.needs_controls && case.lacks_controls());
    if lacks {
        let why = if case.launches_first_only() {
            "it launches the first SCO only"
        } else {
            "it shows neither a menu nor buttons to go on"
        };
        let text = format!(
            "{} offers no way to the other SCOs of the course: {why}",
            case.title()
        );
        let reason = Reason::new(ABOUT, text)
            .source(case.sequencing_source())
            .lms_lacks(true);
        return Some(Judged::of(Answer::new(Word::No, "first SCO only")).because(reason));
    }
    let stopped = stopped.filter(|_| !is_through(Some(visit)))?;
    let text = format!(
        "in {} the course stops at {}, which works by the standard: {}",
        case.title(),
        stopped.act,
        stopped.why
    );
    let mut judged = Judged::of(Answer::new(
        Word::No,
        format!("stops after {} acts", visit.followed.acts),
    ))
    .because(Reason::new(ABOUT, text));
    let errors = errors(case, visit).map(|error| told(case, error));
    judged.reasons.extend(errors);
    judged
        .reasons
        .extend(case.otherwise(ABOUT, &visit.otherwise));
    Some(judged)
}

/// Errors that the standard does not cause.
fn errors<'v>(case: &Case<'v>, visit: &'v Visit) -> impl Iterator<Item = &'v PageError> + use<'v> {
    let base = case.base.whole.get();
    let known = base.map_or(&[][..], |base| base.errors.as_slice());
    let is_new = move |error: &&PageError| known.iter().all(|one| one.text != error.text);
    visit.errors.iter().filter(is_new).take(TOLD)
}

fn told(case: &Case<'_>, error: &PageError) -> Reason {
    let text = format!("in {} there is an error: {}", case.title(), error.text);
    Reason::new(ABOUT, text).at(error.at.as_ref())
}

/// Is it done, as the LMS sees it?
fn done(case: &Case<'_>, visit: &Visit) -> Judged {
    if !is_through(Some(visit)) {
        let mut errors = errors(case, visit);
        let first = errors.next();
        let text = format!(
            "in {} the course itself does not report that it is done, as it does by the standard{}",
            case.title(),
            first.map_or_else(String::new, |error| format!(": {}", error.text))
        );
        let place = first.and_then(|error| error.at.as_ref());
        let reason = Reason::new(ABOUT, text).at(place);
        let mut judged = Judged::of(Answer::new(Word::No, "not reported")).because(reason);
        judged.reasons.extend(errors.map(|error| told(case, error)));
        return judged;
    }
    if visit.stored.is_empty() && case.is_by_the_book() {
        return Judged::of(Answer::new(Word::Yes, visit.standing.word()));
    }
    if visit.stored.is_empty() {
        let detail = format!("by the standard: {}", visit.standing.word());
        return Judged::of(Answer::new(Word::Unknown, detail));
    }
    if !case.is_played() {
        // Of such an LMS only the rules of grades and statuses are known.
        return Judged::of(Answer::new(Word::Unknown, visit.standing.word()));
    }
    let believes_failed = visit.standing.is_failed();
    let mut judged = Judged::of(Answer::new(Word::Yes, visit.standing.word()));
    for stored in &visit.stored {
        let is_done = stored.completion.is_done()
            || (believes_failed && stored.completion == Completion::Failed);
        if !is_done {
            judged.worsen(Word::No, &stored.status, not_done(case, visit, stored));
            continue;
        }
        for differs in stored.status_differs() {
            let reason = Reason::new(ABOUT, differs.reason.clone())
                .at(visit.set_at.get(&differs.element))
                .source(case.dialect_source());
            // Done is done, also where the LMS does not tell how well. Who failed is not done as well.
            if case.has_no_place_for(differs) && !believes_failed {
                judged.reasons.push(reason.lms_lacks(true));
            } else {
                judged.worsen(Word::Partly, &stored.status, reason);
            }
        }
    }
    judged
}

/// Why an activity is not done in the LMS.
fn not_done(case: &Case<'_>, visit: &Visit, stored: &Stored) -> Reason {
    let title = case.title();
    let rules = case.profile.rules(case.version);
    let counts = rules.map(|rules| rules.value.complete_on.as_ref());
    let only = counts.map_or_else(|| "completed".to_owned(), |counts| counts.join(", "));
    if let Some(differs) = stored.status_differs().next() {
        let never = counts.is_some_and(|counts| !counts.iter().any(|one| *one == differs.believed));
        let text = format!(
            "{title} has the status {} and not {:?}: {}{}",
            stored.status,
            differs.believed,
            differs.reason,
            if never {
                format!(" Only {only} counts as done there")
            } else {
                String::new()
            }
        );
        return Reason::new(ABOUT, text)
            .at(visit.set_at.get(&differs.element))
            .source(case.dialect_source());
    }
    let element = visit.set_at.keys().find(|element| is_status(element));
    let place = element.and_then(|element| visit.set_at.get(element));
    let text = format!(
        "{title} has the status {}, and only {only} counts as done there",
        stored.status
    );
    Reason::new(ABOUT, text)
        .at(place)
        .source(case.rules_source())
}

/// Values that the standard takes and this LMS does not.
fn refused(case: &Case<'_>, judged: &mut Judged) {
    let wanted = |element: &str| !is_place(element) && !element.contains(".score.");
    let refused = case.refused(wanted);
    let count = refused.len();
    let reasons = case.otherwise(ABOUT, refused);
    for reason in reasons {
        let detail = format!("{count} values refused");
        judged.worsen(Word::Partly, detail, reason);
    }
}

/// Values under names or in forms that the standard refuses: by the standard the course does not set
/// them so, and here it reckons with an answer that is not there.
fn astray(case: &Case<'_>, visit: &Visit, judged: &mut Judged) {
    let told = telling(&visit.astray);
    // What the course does wrong by the standard too is its own affair.
    let base = case.base.whole.get();
    let wrong = base.map_or(&[][..], |base| base.otherwise.as_slice());
    let mut new = told
        .into_iter()
        .filter(|one| wrong.iter().all(|known| known.key() != one.key()));
    let Some(first) = new.next() else { return };
    let text = format!(
        "in {} the course calls {}, which the standard refuses: it reckons with another answer than \
         it got",
        case.title(),
        first.call
    );
    let reason = Reason::new(ABOUT, text)
        .at(first.at.as_ref())
        .source(case.dialect_source());
    let detail = format!("{} values astray", visit.astray.len());
    judged.worsen(Word::Partly, detail, reason);
    let read = visit.otherwise.iter();
    let read = read.filter(|one| one.element.ends_with("._count"));
    judged.reasons.extend(case.otherwise(ABOUT, read));
}

/// A further launch takes back what was done.
fn spoiled(case: &Case<'_>, visit: &Visit, judged: &mut Judged) {
    for now in case.facts.again.iter().flatten() {
        let mut before = visit.stored.iter();
        let before = before.find(|one| one.activity == now.activity);
        let was_done = before.is_some_and(|one| one.completion.is_done());
        if was_done && !now.completion.is_done() {
            let element = now.status_differs().next().map(|one| &one.element);
            let element = element.or_else(|| visit.set_at.keys().find(|one| is_status(one)));
            let text = format!(
                "{} launches a course that is done once more, and its status becomes {} then: the \
                 course sets it without looking at what is stored",
                case.title(),
                now.status
            );
            let attempts = case.profile.attempts.as_ref();
            let reason = Reason::new(ABOUT, text)
                .at(element.and_then(|element| visit.set_at.get(element)))
                .source(attempts.map(|attempts| attempts.source.as_ref()));
            judged.worsen(Word::Partly, "undone by the next launch", reason);
        }
    }
}

/// Left in the middle, the course counts as done.
fn too_early(case: &Case<'_>, judged: &mut Judged) {
    let Some(comeback) = case.facts.middle.get().filter(|one| !one.was_done) else {
        return;
    };
    let early = comeback.stored.iter().find(|stored| {
        matches!(
            stored.completion,
            Completion::Completed | Completion::Passed | Completion::Failed
        )
    });
    // What sets no status leaves it to the LMS.
    let sets_status = comeback.set_at.keys().any(|element| is_status(element));
    let Some(early) = early.filter(|_| sets_status) else {
        return;
    };
    let why = early.status_differs().next();
    let text = format!(
        "{} has the status {} when the course is left in the middle{}",
        case.title(),
        early.status,
        why.map_or_else(String::new, |why| format!(": {}", why.reason))
    );
    let place = why.and_then(|why| comeback.set_at.get(&why.element));
    let reason = Reason::new(ABOUT, text)
        .at(place)
        .source(case.rules_source().or(case.dialect_source()));
    judged.worsen(Word::Partly, "done too early", reason);
}

/// The time of the visit, where the LMS adds it up.
fn times(case: &Case<'_>, visit: &Visit, judged: &mut Judged) {
    let rules = case.profile.rules(case.version);
    if rules.is_none_or(|rules| rules.value.time == TimeRule::Nothing) {
        return;
    }
    for (activity, told) in &visit.times {
        let mut stored = visit.stored.iter();
        let Some(stored) = stored.find(|one| one.activity == *activity) else {
            continue;
        };
        let Some(expected) = time::seconds(told) else {
            continue;
        };
        let rule = rules.map(|rules| rules.value.time);
        let total = stored.total_time.as_deref().and_then(time::seconds);
        // Of a server that is sent no total, it is not known what it adds up.
        if total.is_none() && rule != Some(TimeRule::AddsSessionWithoutDays) {
            continue;
        }
        let off = (total.unwrap_or(0.0) - expected).abs();
        // Where an LMS counts a visit twice, it does so for every course.
        let is_twice = rule == Some(TimeRule::Twice) && total.is_some_and(|total| total > 0.0);
        if off > ROUNDED && !is_twice {
            let element = visit.set_at.keys();
            let element = element.clone().find(|one| one.ends_with("session_time"));
            let text = format!(
                "{} has the time {} for a visit of {told}",
                case.title(),
                stored.total_time.as_deref().unwrap_or("0")
            );
            let reason = Reason::new(ABOUT, text)
                .at(element.and_then(|element| visit.set_at.get(element)))
                .source(case.rules_source());
            judged.worsen(Word::Partly, "time is wrong", reason);
        }
    }
}

/// The page stands still during requests that other LMSs do not make.
fn slow(case: &Case<'_>, visit: &Visit, judged: &mut Judged) {
    let transport = case.profile.transport.as_ref();
    let of_each = transport.filter(|it| it.value.sync_each_call);
    let (count, source) = match of_each {
        Some(transport) => (visit.calls, Some(transport.source.as_ref())),
        None => (visit.waits.len(), case.dialect_source()),
    };
    let element = most_frequent(&visit.waits).filter(|_| of_each.is_none());
    let calls = element.map_or_else(
        || "calls".to_owned(),
        |element| format!("such calls as GetValue({element:?})"),
    );
    let seconds = count as f64 * ROUND_TRIP;
    if seconds <= LONGEST_WAIT {
        return;
    }
    let text = format!(
        "{} makes a request of each of {count} {calls}, and the page stands still meanwhile: for {} s, if one \
         takes {ROUND_TRIP} s",
        case.title(),
        short(seconds)
    );
    let reason = Reason::new(ABOUT, text).source(source).mend(
        "Keep values in variables instead of asking the LMS for them again and again, and set them when they \
         change",
    );
    judged.worsen(Word::Partly, "slow", reason);
}

fn most_frequent(elements: &[String]) -> Option<&str> {
    let count = |element: &String| elements.iter().filter(|one| *one == element).count();
    let named = elements.iter().filter(|element| !element.is_empty());
    named
        .max_by_key(|element| count(element))
        .map(String::as_str)
}
