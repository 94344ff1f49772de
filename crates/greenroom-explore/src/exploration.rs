//! A whole exploration: see everything, pass, fail, leave and come back, then what is left.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use greenroom_stage::StageError;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use tokio_util::sync::CancellationToken;

use crate::act::Act;
use crate::atlas::{Atlas, StateNode};
use crate::coverage::{Collected, Coverage};
use crate::explorer::Explorer;
use crate::findings::{Finding, Findings};
use crate::knowledge::Knowledge;
use crate::options::{Budget, Chance, ExploreOptions};
use crate::rehearsing::FoundRehearsal;
use crate::resuming::Resumed;
use crate::run::Ended;
use crate::state::View;
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
    /// Pages that were told apart.
    pub pages: usize,
    /// The shortest ways to the statuses, recorded.
    pub rehearsals: Vec<FoundRehearsal>,
    pub(crate) reached: Vec<(&'static str, Vec<Act>)>,
}

/// How the first run went.
pub(crate) struct First {
    pub(crate) ended: Ended,
    pub(crate) view: View,
    /// Why its last page shows nothing.
    pub(crate) blank: Option<String>,
}

/// Plays the course of `home` in all manners, within the budget.
pub async fn explore(
    runtimes: &Arc<Runtimes>,
    home: &Home,
    mut options: ExploreOptions,
    cancel: &CancellationToken,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Exploration, StageError> {
    options.launch.seed = Some(options.seed);
    let mut explorer = Explorer {
        runtimes: Arc::clone(runtimes),
        home,
        budget: Budget::new(&options),
        chance: Chance(options.seed),
        options,
        cancel: cancel.clone(),
        progress,
        atlas: Atlas::new(),
        knowledge: Knowledge::default(),
        findings: Findings::default(),
        collected: Collected::default(),
        obstacles: Vec::new(),
        used: BTreeSet::new(),
        log: Vec::new(),
        reached: BTreeMap::new(),
        tour: None,
        middle: None,
        dead_ends: Vec::new(),
        tried_out: BTreeSet::new(),
    };
    let mut verdict = Verdict::default();
    let first = explorer.see_everything().await?;
    if first.blank.is_none() {
        explorer.hasten(&first).await?;
    }
    explorer.pass(&mut verdict).await?;
    explorer.fail(&mut verdict).await?;
    let resumed = if first.blank.is_some() {
        // Where nothing is shown there is nothing to come back to.
        Resumed {
            as_left: None,
            why: None,
        }
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
    explorer.conclude(&first, &mut verdict);
    verdict.why.extend(resumed.why);
    Ok(explorer.finish(verdict, rehearsals, cancel))
}

impl Explorer<'_> {
    /// Who reports neither passed nor failed cannot be passed or failed.
    fn judge_scoring(&self, verdict: &mut Verdict) {
        let scored = ["passed", "failed"].map(|word| self.reached.contains_key(word));
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
            .find(|word| self.reached.contains_key(word))
            .unwrap_or(if verdict.completes {
                "completed by the LMS"
            } else {
                "none"
            });
        let stopped_by = if cancel.is_cancelled() {
            "cancelled"
        } else if self.budget.is_spent(100) {
            self.budget.why()
        } else {
            "done"
        };
        Exploration {
            coverage: self.collected.finish(&self.home.session),
            findings: self.findings.into_list(),
            pages: self.atlas.page_count(),
            states: self.atlas.nodes,
            acts: self.budget.acts,
            took: self.budget.elapsed(),
            log: self.log,
            reached: self.reached.into_iter().collect(),
            verdict,
            rehearsals,
            status,
            stopped_by,
        }
    }
}
