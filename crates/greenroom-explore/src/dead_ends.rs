//! Dead ends: pages from which nothing leads on, although the course is not done.

use greenroom_browser::Reason;
use greenroom_stage::StageError;
use serde::{Deserialize, Serialize};

use crate::act::{Act, Barred, Purpose};
use crate::explorer::Explorer;
use crate::findings::{Place, Severity};
use crate::run::{Goal, Run};
use crate::state::View;

/// A page with more to do than this is not tried out.
const MOST_TRIED: usize = 12;

/// A page from which nothing leads on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeadEnd {
    pub(crate) page: String,
    pub(crate) after: Option<String>,
    pub(crate) why: String,
}

impl DeadEnd {
    pub(crate) fn told(&self) -> String {
        format!(
            "a dead end: nothing on {:?} leads on: {}",
            self.page, self.why
        )
    }
}

impl Run {
    /// Notes what would lead on from a page and cannot be used, as long as that is so.
    pub(crate) fn note_barred(&mut self, view: &View) {
        let needed = view.barred.iter().filter(|one| one.purpose.is_needed());
        let words: Vec<String> = needed.take(3).map(Barred::told).collect();
        let done = view.standing.has_completed(&view.activity);
        if words.is_empty() || done {
            self.barred.remove(&view.page);
        } else {
            self.barred
                .insert(view.page, (view.name(), words.join("; ")));
        }
    }
}

impl Explorer<'_> {
    /// A run has nothing left to do: where it could not get on is kept, to be judged when it is known
    /// whether the course can be completed at all.
    pub(crate) async fn note_dead_end(
        &mut self,
        run: &mut Run,
        view: &View,
    ) -> Result<(), StageError> {
        let standing = &view.standing;
        let is_done = standing.is_completed() || standing.is_passed() || standing.is_failed();
        if is_done || run.goal == Goal::Middle || run.came_back || run.after_wrong {
            return Ok(());
        }
        let after = run.log.last().cloned();
        let mut found: Vec<DeadEnd> = run
            .barred
            .values()
            .map(|(page, why)| DeadEnd {
                page: page.clone(),
                after: None,
                why: why.clone(),
            })
            .collect();
        if let Some(why) = self.inert(run, view).await? {
            let page = view.name();
            found.retain(|one| one.page != page);
            found.push(DeadEnd { page, after, why });
        }
        for one in found {
            let known = |other: &DeadEnd| other.page == one.page;
            if !self.notes.dead_ends.iter().any(known) {
                self.notes.dead_ends.push(one);
            }
        }
        Ok(())
    }

    /// Why a page is without effect whatever is done there; nothing if something has one.
    async fn inert(&mut self, run: &mut Run, view: &View) -> Result<Option<String>, StageError> {
        let is_of_lms = |act: &Act| matches!(act.purpose, Purpose::Continue | Purpose::Choice);
        let all = view.offers.iter().map(|offered| &offered.act);
        let acts: Vec<Act> = all
            .filter(|act| !matches!(act.purpose, Purpose::Exit | Purpose::Retry))
            .cloned()
            .collect();
        let unclear = !view.questions.is_empty() || !view.scene.media.is_empty();
        let elsewhere = view.standing.activities.len() > 1 && acts.iter().any(is_of_lms);
        if unclear
            || elsewhere
            || acts.len() > MOST_TRIED
            || !self.notes.tried_out.insert(view.page)
        {
            return Ok(None);
        }
        let obstacles = self.notes.obstacles.len();
        let mut tried = Vec::new();
        for act in acts.into_iter().filter(|act| !is_of_lms(act)) {
            tried.push(act.words.clone());
            let next = self.take(run, view, act).await?;
            if next.state != view.state {
                return Ok(None);
            }
        }
        let hidden = |one: &crate::notes::Hindered| one.obstacle.reason == Some(Reason::Obscured);
        let covered = self.notes.obstacles[obstacles..].iter().any(hidden);
        Ok(Some(if !view.scene.in_dialog.is_empty() || covered {
            format!(
                "a dialog lies over the page and nothing closes it (tried: {})",
                tried.join(", ")
            )
        } else if tried.is_empty() {
            let said: String = view.scene.text.trim().chars().take(80).collect();
            format!("the page offers nothing to do; it says {said:?}")
        } else {
            format!(
                "what can be done has no effect (tried: {})",
                tried.join(", ")
            )
        }))
    }

    /// Tells the dead ends of a course that can be completed, or that says where the learner stands.
    pub(crate) fn tell_dead_ends(&mut self, reported: bool) -> Vec<String> {
        let completes = self.notes.reached.contains_key("completed")
            || self.notes.reached.contains_key("passed");
        let mut told = Vec::new();
        for dead_end in std::mem::take(&mut self.notes.dead_ends) {
            if !reported && !completes {
                continue;
            }
            let place = Place {
                page: &dead_end.page,
                after: dead_end.after.as_deref(),
            };
            let message = dead_end.told();
            self.notes
                .findings
                .add(Severity::Error, "dead_end", message.clone(), place);
            told.push(message);
        }
        told
    }
}
