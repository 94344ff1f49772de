//! Why what is not so is not so: obstacles, questions without a right answer, pages that lead nowhere.

use std::collections::BTreeSet;

use greenroom_browser::Reason;
use greenroom_stage::course::viewport::Viewport;

use crate::act::{Barred, Purpose};
use crate::explorer::Explorer;
use crate::findings::{Place, Severity};
use crate::notes::{First, Hindered};
use crate::run::Ended;
use crate::state::View;
use crate::verdict::Verdict;

impl Explorer<'_> {
    /// Says why what is not so is not so.
    pub(crate) fn conclude(&mut self, first: &First, verdict: &mut Verdict) {
        verdict.completes = self.notes.reached.contains_key("completed");
        let by_lms = !first.reported && first.completed == Some(true);
        let viewport = Viewport::from(self.options.launch.viewport.unwrap_or_default());
        let mut blocking = Vec::new();
        let mut told = BTreeSet::new();
        for hindered in std::mem::take(&mut self.notes.obstacles) {
            let Hindered {
                purpose,
                words,
                at,
                page,
                obstacle,
            } = hindered;
            let what = match obstacle.reason {
                Some(Reason::Obscured) => "covered",
                Some(Reason::Disabled) => "disabled",
                _ => "unreachable",
            };
            // What could be used at another moment was only busy.
            let used = self.notes.used.contains(&(at, obstacle.selector.clone()));
            if used || !told.insert((obstacle.selector.clone(), what)) {
                continue;
            }
            let message = format!(
                "{} cannot be used ({words}) at {}×{}: {}",
                obstacle.selector, viewport.width, viewport.height, obstacle.detail
            );
            let severity = match (what, verdict.completes) {
                _ if !purpose.is_needed() => Severity::Info,
                ("covered", false) => Severity::Error,
                ("covered", true) => Severity::Warning,
                _ => Severity::Info,
            };
            if what == "covered" && purpose.is_needed() {
                blocking.push(message.clone());
            }
            let place = Place {
                page: &page,
                after: Some(&words),
            };
            self.notes.findings.add(severity, what, message, place);
        }
        let dead_ends = self.tell_dead_ends(first.reported || first.incomplete);
        if !verdict.completes {
            blocking.extend(dead_ends);
            self.why_not_completed(first, by_lms, &blocking, verdict);
        }
        for question in self.notes.knowledge.never_right() {
            let message = format!("no answer is right: {question}");
            let place = Place {
                page: &question,
                after: None,
            };
            self.notes
                .findings
                .add(Severity::Error, "never_right", message.clone(), place);
            verdict.why.push(message);
        }
        if verdict.passes == Some(false) && !self.notes.findings.has("never_right") {
            let known = if self.notes.knowledge.is_complete() {
                "with the right answers to all questions"
            } else {
                "not all right answers were found"
            };
            verdict.why.push(format!(
                "not passed: {known}, the status was {:?}",
                first.status
            ));
        }
        if verdict.fails == Some(false) {
            verdict
                .why
                .push("wrong answers do not fail the course".to_owned());
        }
    }

    fn why_not_completed(
        &mut self,
        first: &First,
        by_lms: bool,
        blocking: &[String],
        verdict: &mut Verdict,
    ) {
        let name = &first.page;
        let place = Place {
            page: name,
            after: None,
        };
        if let Some(cause) = &first.blank {
            let why = format!("the page {name:?} shows nothing: {cause}");
            self.notes
                .findings
                .add(Severity::Error, "blank_page", why.clone(), place);
            verdict.why.push(why);
            return;
        }
        if by_lms {
            verdict.completes = true;
            let why =
                "the content reports no status; an LMS takes it for completed when it is left";
            verdict.why.push(why.to_owned());
            self.notes
                .findings
                .add(Severity::Info, "no_status", why, place);
            return;
        }
        let held_by = &first.held_by;
        let why = if !blocking.is_empty() {
            format!("not completed: {}", blocking.join("; "))
        } else if first.ended == Ended::Spent {
            format!("not completed within the budget; the last page was {name:?}")
        } else if first.ended == Ended::Broken {
            format!("the course could not be played on after {name:?}")
        } else if first.ended == Ended::Over {
            format!(
                "the course ended itself on {name:?} with the status {:?}",
                first.status
            )
        } else if first.incomplete {
            format!("the content stays incomplete; nothing on {name:?} leads on{held_by}")
        } else if !first.reported {
            let cause = self.notes.findings.why_silent();
            format!("the content reports no status{cause}; nothing on {name:?} leads on{held_by}")
        } else {
            format!(
                "nothing on {name:?} leads on{held_by}; the status is {:?}",
                first.status
            )
        };
        let silent = !first.reported && !first.incomplete;
        let severity = if first.ended == Ended::Spent || silent {
            Severity::Warning
        } else {
            Severity::Error
        };
        self.notes
            .findings
            .add(severity, "not_completed", why.clone(), place);
        verdict.why.push(why);
        verdict.why.extend(self.notes.collected.never_reached());
    }
}

/// What is on the page and cannot be used, in words; empty without such.
pub(crate) fn barred_words(view: &View) -> String {
    let needed = view
        .barred
        .iter()
        .filter(|one| one.purpose.is_needed() || one.purpose == Purpose::Choice);
    let words: Vec<String> = needed.take(3).map(Barred::told).collect();
    if words.is_empty() {
        String::new()
    } else {
        format!(" ({})", words.join("; "))
    }
}
