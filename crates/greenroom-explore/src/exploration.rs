//! A whole exploration: see everything, pass, fail, leave and come back, then what is left.

use std::sync::Arc;
use std::time::Duration;

use greenroom_stage::StageError;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use tokio_util::sync::CancellationToken;

use crate::act::Act;
use crate::atlas::StateNode;
use crate::coverage::Coverage;
use crate::explorer::Explorer;
use crate::findings::Finding;
use crate::options::ExploreOptions;
use crate::rehearsing::FoundRehearsal;
use crate::resuming::Resumed;
use crate::verdict::Verdict;

/// What an exploration found.
#[derive(Debug)]
pub struct Exploration {
    pub verdict: Verdict,
    pub coverage: Coverage,
    /// The worst first.
    pub findings: Vec<Finding>,
    pub states: Vec<StateNode>,
    pub acts: usize,
    pub took: Duration,
    /// The words of all acts in order.
    pub log: Vec<String>,
    /// The best status that was reached.
    pub status: &'static str,
    /// What ended it: `done`, `max_seconds`, `max_acts` or `cancelled`.
    pub stopped_by: &'static str,
    /// It went on from one that was broken off.
    pub resumed: bool,
    /// Pages that were told apart.
    pub pages: usize,
    /// The shortest ways to the statuses, recorded.
    pub rehearsals: Vec<FoundRehearsal>,
    pub(crate) reached: Vec<(String, Vec<Act>)>,
}

/// Plays the course of `home` in all manners, within the budget.
pub async fn explore(
    runtimes: &Arc<Runtimes>,
    home: &Home,
    options: ExploreOptions,
    cancel: &CancellationToken,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Exploration, StageError> {
    let mut explorer = Explorer::begin(runtimes, home, options, cancel, progress).await?;
    let mut verdict = Verdict::default();
    let first = explorer.see_everything().await?;
    if first.blank.is_none() {
        explorer.hasten(&first).await?;
    }
    explorer.pass(&mut verdict).await?;
    explorer.fail(&mut verdict).await?;
    let resumed = if first.blank.is_some() {
        // Where nothing is shown there is nothing to come back to.
        Resumed::default()
    } else if let Some(resumed) = explorer.notes.resumed.clone() {
        resumed
    } else if explorer.budget.is_spent(88) || cancel.is_cancelled() {
        Resumed {
            as_left: None,
            why: Some("no time was left to leave and come back".to_owned()),
        }
    } else {
        (explorer.progress)("leaving in the middle and coming back".to_owned());
        explorer.try_resume(88).await?
    };
    verdict.resumes = resumed.as_left;
    explorer.judge_scoring(&mut verdict);
    let rehearsals = explorer.record_ways().await?;
    explorer.visit_the_rest().await?;
    // What follows is a judgement on these notes, and would be told twice by one that goes on.
    explorer.write_down().await;
    explorer.conclude(&first, &mut verdict);
    verdict.why.extend(resumed.why);
    Ok(explorer.finish(verdict, rehearsals, cancel))
}

impl Explorer<'_> {
    /// Who reports neither passed nor failed cannot be passed or failed.
    fn judge_scoring(&self, verdict: &mut Verdict) {
        let scored = ["passed", "failed"].map(|word| self.notes.reached.contains_key(word));
        if verdict.fails.is_some() && scored == [false, false] {
            (verdict.passes, verdict.fails) = (None, None);
            let why = "the content reports neither passed nor failed";
            verdict.why.push(why.to_owned());
        }
    }

    fn finish(
        self,
        verdict: Verdict,
        rehearsals: Vec<FoundRehearsal>,
        cancel: &CancellationToken,
    ) -> Exploration {
        let status = ["passed", "completed", "failed"]
            .into_iter()
            .find(|word| self.notes.reached.contains_key(*word))
            .unwrap_or(if verdict.completes {
                "completed by the LMS"
            } else {
                "none"
            });
        let stopped_by = if cancel.is_cancelled() {
            "cancelled"
        } else {
            self.budget.spent().unwrap_or("done")
        };
        if stopped_by == "done" {
            self.notebook.throw_away();
        }
        let spent = self.notebook.with_before(&self.budget);
        Exploration {
            coverage: self.notes.collected.finish(&self.home.session),
            findings: self.notes.findings.into_list(),
            pages: self.notes.atlas.page_count(),
            states: self.notes.atlas.nodes,
            acts: spent.acts,
            took: spent.time,
            resumed: self.notebook.is_continued(),
            log: self.notes.log,
            reached: self.notes.reached.into_iter().collect(),
            verdict,
            rehearsals,
            status,
            stopped_by,
        }
    }
}
