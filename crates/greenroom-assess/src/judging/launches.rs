//! Does the course find its API, and begin without errors that the standard does not cause?

use super::Case;
use crate::answer::{Answer, Judged, Question, Reason, Word};
use crate::facts::{Played, Visit};
use crate::otherwise::How;

const ABOUT: Question = Question::Launches;

pub(super) fn judge(case: &Case<'_>) -> Judged {
    let visit = match &case.facts.whole {
        Played::Yes(visit) => visit,
        Played::Nothing(why) => return Judged::of(Answer::new(Word::Unknown, *why)),
        Played::Failed(why) => {
            let reason = Reason::new(ABOUT, format!("in {} {why}", case.title()));
            return Judged::of(Answer::new(Word::No, "does not open")).because(reason);
        }
    };
    let base = case.base.whole.get();
    if visit.rehearsal.is_some() {
        // Where a rehearsal stopped, its launch is not looked at by itself.
        return Judged::of(Answer::new(Word::Unknown, "rehearsal broke off"));
    }
    let mut judged = initialized(case, visit, base);
    let known: Vec<&str> = base
        .into_iter()
        .flat_map(|base| &base.errors)
        .map(|error| error.text.as_str())
        .collect();
    let at_launch = &visit.errors[..visit.errors_at_launch.min(visit.errors.len())];
    let mut new = at_launch
        .iter()
        .filter(|error| !known.contains(&error.text.as_str()));
    if let Some(error) = new.next().filter(|_| !case.is_standard()) {
        let text = format!(
            "in {} the course begins with an error that the standard does not cause: {}",
            case.title(),
            error.text
        );
        let reason = Reason::new(ABOUT, text).at(error.at.as_ref());
        judged.worsen(Word::Partly, "with an error", reason);
        let calls = visit.otherwise.iter().take(20);
        judged.reasons.extend(case.otherwise(ABOUT, calls));
    }
    if case.launches_first_only() {
        let text = format!(
            "{} launches the first of {} SCOs only",
            case.title(),
            case.scos
        );
        let reason = Reason::new(ABOUT, text)
            .source(case.sequencing_source())
            .lms_lacks(true);
        judged.worsen(Word::Partly, "first SCO only", reason);
    }
    judged
}

fn initialized(case: &Case<'_>, visit: &Visit, base: Option<&Visit>) -> Judged {
    let by_the_book = base.and_then(|base| base.initialized);
    let api = case.profile.api.as_ref();
    let source = api.map(|api| api.source.as_ref());
    match (visit.initialized, by_the_book) {
        (Some(true), _) if case.in_window => {
            Judged::of(Answer::new(Word::Yes, "in a window of its own"))
        }
        (Some(true), _) => Judged::of(Answer::yes()),
        (Some(false), _) => {
            let text = format!(
                "{} answers the course's Initialize with \"false\"",
                case.title()
            );
            let reason = Reason::new(ABOUT, text).source(case.dialect_source());
            Judged::of(Answer::new(Word::No, "not initialized")).because(reason)
        }
        (None, Some(_)) => {
            let taken = case.facts.import.as_ref().map(|import| import.version);
            let text = match taken.filter(|taken| *taken != case.version) {
                Some(taken) => format!(
                    "the course finds no API in {}, which offers that of SCORM {} to it",
                    case.title(),
                    taken.as_str()
                ),
                None => format!(
                    "the course never calls Initialize in {}, as it does by the standard{}",
                    case.title(),
                    if case.in_window {
                        " in a window of its own"
                    } else {
                        ""
                    }
                ),
            };
            let mut reason = Reason::new(ABOUT, text).source(source);
            // What the LMS's own code throws is no message of the course.
            let thrown = visit.otherwise.iter();
            let thrown = thrown
                .clone()
                .find(|call| matches!(call.how, How::Throws(_)));
            if let Some(error) = visit.errors.first() {
                reason.text = format!("{}: {}", reason.text, error.text);
                reason.at.clone_from(&error.at);
            } else if let Some(call) = thrown {
                reason.text = format!("{}: {}", reason.text, call.says(case.title()));
                reason.at.clone_from(&call.at);
            }
            Judged::of(Answer::new(Word::No, "no API found")).because(reason)
        }
        (None, None) => match visit.errors.first() {
            None => Judged::of(Answer::new(Word::Yes, "uses no API")),
            Some(error) => {
                let text = format!(
                    "the course breaks off before it calls Initialize, in a frame and in a window of its own, \
                     by the standard too: {}",
                    error.text
                );
                let reason = Reason::new(ABOUT, text).at(error.at.as_ref());
                Judged::of(Answer::new(Word::No, "breaks off")).because(reason)
            }
        },
    }
}
