//! Leaving in the middle and coming back: the same place, and nothing lost.

use greenroom_stage::StageError;
use greenroom_stage::course::opening::Prelude;
use scorm_session::{ApiCall, ApiFunction};
use serde::{Deserialize, Serialize};

use crate::explorer::Explorer;
use crate::findings::{Place, Severity};
use crate::knowledge::Manner;
use crate::run::{Ended, Goal, Run};
use crate::standing::Standing;
use crate::state::View;

/// Controls that take a learner back to where they were, in the words of courses that ask first.
const RESUMES: [&str; 8] = [
    "resume",
    "yes",
    "continue",
    "ja",
    "oui",
    "sí",
    "sim",
    "fortsetzen",
];

/// What came of coming back.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Resumed {
    pub(crate) as_left: Option<bool>,
    pub(crate) why: Option<String>,
}

impl Explorer<'_> {
    /// Plays to the middle, leaves, comes back and compares.
    pub(crate) async fn try_resume(&mut self, share: u32) -> Result<Resumed, StageError> {
        let runtime = self.open(None).await?;
        let mut run = Run::new(runtime, Manner::Right, Goal::Middle);
        let (ended, left) = self.walk(&mut run, share).await?;
        let is_cut_short = ended == Ended::Spent;
        let first_page = run.first_page;
        let path = run.path.clone();
        let in_the_middle = ended == Ended::Reached && run.middle.is_some();
        if left.standing.over || (ended == Ended::Spent && run.path.is_empty()) {
            self.close(run).await?;
            let why = "there was no moment in the middle at which the course could be left";
            return Ok(Resumed {
                as_left: None,
                why: Some(why.to_owned()),
            });
        }
        let runtime = std::sync::Arc::clone(&run.runtime);
        let after = self.close(run).await?;
        self.tell_losses(&left, &after, "leaving in the middle");
        let learner = runtime.live.read(|replica| replica.engine.learner());
        drop(runtime);
        let runtime = self.open(Some(Prelude::back(learner))).await?;
        let mut run = Run::new(runtime, Manner::Right, Goal::Middle);
        run.came_back = true;
        run.log.push("come back".to_owned());
        let mut back = View::look(&run.runtime).await?;
        if !back.is_at(&left)
            && let Some(act) = asks_to_resume(&back)
        {
            back = self.take(&mut run, &back, act).await?;
        }
        let asked = !run.path.is_empty();
        let unread = run
            .runtime
            .live
            .read(|replica| never_read(&left.standing, &replica.calls));
        let resumed = self.judge(&left, &back, in_the_middle, first_page, &unread);
        if in_the_middle && resumed.as_left == Some(true) && !asked {
            self.notes.middle = Some(path);
        }
        if !is_cut_short {
            self.notes.resumed = Some(resumed.clone());
        }
        self.close(run).await?;
        Ok(resumed)
    }

    fn judge(
        &mut self,
        left: &View,
        back: &View,
        in_the_middle: bool,
        first: Option<u64>,
        unread: &str,
    ) -> Resumed {
        // A visit after the end of one that was not suspended is a new attempt, with nothing kept.
        let losses = if back.standing.resumed {
            left.standing.losses(&back.standing)
        } else {
            Vec::new()
        };
        let (was, is) = (left.name(), back.name());
        let place = Place {
            page: &was,
            after: Some("leave and come back"),
        };
        if !losses.is_empty() {
            let message = format!("who comes back has lost something: {}", losses.join("; "));
            self.notes
                .findings
                .add(Severity::Error, "lost_on_resume", message.clone(), place);
            return Resumed {
                as_left: Some(false),
                why: Some(message),
            };
        }
        if back.is_at(left) {
            return Resumed {
                as_left: Some(true),
                why: None,
            };
        }
        if !in_the_middle && !back.standing.resumed && left.standing.is_completed() {
            let why = "finished and left, the course begins a new attempt";
            return Resumed {
                as_left: None,
                why: Some(why.to_owned()),
            };
        }
        if !in_the_middle && !left.standing.keeps_place {
            let why = "the course keeps no place to come back to: it begins anew";
            self.notes
                .findings
                .add(Severity::Info, "keeps_no_place", why, place);
            return Resumed {
                as_left: Some(first.is_none_or(|first| first == left.page)),
                why: Some(why.to_owned()),
            };
        }
        let kept = left.standing.location.as_deref().unwrap_or_default();
        let anew = if back.standing.resumed {
            ""
        } else {
            ", since it does not leave with the exit \"suspend\""
        };
        let message = format!(
            "left on {was:?} with the location {kept:?}, the course comes back on {is:?}{anew}{unread}"
        );
        self.notes
            .findings
            .add(Severity::Error, "resume_elsewhere", message.clone(), place);
        Resumed {
            as_left: Some(false),
            why: Some(message),
        }
    }

    /// Tells what an end of an attempt took away.
    pub(crate) fn tell_losses(&mut self, before: &View, after: &Standing, when: &str) {
        let losses = before.standing.losses(after);
        if losses.is_empty() {
            return;
        }
        let name = before.name();
        let place = Place {
            page: &name,
            after: Some(when),
        };
        let message = format!("lost by leaving: {}", losses.join("; "));
        self.notes
            .findings
            .add(Severity::Error, "lost_on_exit", message, place);
    }
}

/// Where the place was kept, if who came back never asked for it.
fn never_read(left: &Standing, calls: &[ApiCall]) -> String {
    let reads = |element: &str| {
        let mut calls = calls.iter();
        calls.any(|call| call.function() == ApiFunction::GetValue && call.element() == element)
    };
    let kept = left.kept_in.iter().filter(|element| !reads(element));
    let unread: Vec<&str> = kept.copied().collect();
    if unread.is_empty() {
        String::new()
    } else {
        format!("; back again, it never reads {}", unread.join(" and "))
    }
}

/// A control that takes the learner back, on a page that asks first.
pub(crate) fn asks_to_resume(view: &View) -> Option<crate::act::Act> {
    let is_called = |words: &str| {
        let label = words
            .trim_start_matches("click ")
            .trim_matches('"')
            .to_lowercase();
        let mut parts = label.split(|c: char| !c.is_alphanumeric());
        RESUMES.contains(&label.as_str()) || parts.any(|part| part == "resume" || part == "yes")
    };
    let mut offers = view.offers.iter();
    offers
        .find(|offered| is_called(&offered.act.words))
        .map(|offered| offered.act.clone())
}
