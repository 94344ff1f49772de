//! A whole exploration: see everything, pass, fail, leave and come back, then what is left.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use greenroom_stage::StageError;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::page::blank;
use tokio_util::sync::CancellationToken;

use crate::act::Act;
use crate::atlas::{Atlas, StateNode};
use crate::concluding::barred_words;
use crate::coverage::{Collected, Coverage};
use crate::explorer::Explorer;
use crate::findings::{Finding, Findings, Place, Severity};
use crate::knowledge::{Knowledge, Manner};
use crate::options::{Budget, Chance, ExploreOptions};
use crate::rehearsing::FoundRehearsal;
use crate::resuming::Resumed;
use crate::run::{Ended, Goal, Run};
use crate::state::View;
use crate::verdict::Verdict;

/// Runs to pass are given up after this number.
const MOST_ROUNDS: usize = 24;

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
    /// One learner who looks at everything.
    async fn see_everything(&mut self) -> Result<First, StageError> {
        (self.progress)("opening the course".to_owned());
        let runtime = self.open(None).await?;
        let mut run = Run::new(runtime, Manner::Right, Goal::Everything);
        let (ended, view) = self.walk(&mut run, 45).await?;
        let answers = run.answers.clone();
        // What was broken off by the budget shows nothing that the others do not.
        self.tour = (ended != Ended::Spent && ended != Ended::Broken).then(|| run.path.clone());
        let is_blank = view.scene.text.trim().is_empty() && view.offers_nothing();
        let blank = if is_blank && !view.standing.over {
            Some(blank::cause(&run.runtime).await)
        } else {
            None
        };
        let after = self.close(run).await?;
        self.knowledge.conclude(&answers, view.standing.total());
        self.tell_losses(&view, &after, "leaving at the end");
        Ok(First { ended, view, blank })
    }

    /// One learner who only wants to get through, where looking at everything did not.
    async fn hasten(&mut self, first: &First) -> Result<(), StageError> {
        let reached = ["completed", "passed"].map(|word| self.reached.contains_key(word));
        let standing = &first.view.standing;
        let over = standing.over || standing.completed == Some(true);
        let broken = first.ended == Ended::Broken || self.cancel.is_cancelled();
        if reached != [false, false] || over || broken {
            return Ok(());
        }
        (self.progress)("going straight through".to_owned());
        let runtime = self.open(None).await?;
        let mut run = Run::new(runtime, Manner::Right, Goal::Completed);
        run.hasty = true;
        let (_, view) = self.walk(&mut run, 65).await?;
        let answers = run.answers.clone();
        let after = self.close(run).await?;
        self.knowledge.conclude(&answers, view.standing.total());
        self.tell_losses(&view, &after, "leaving at the end");
        Ok(())
    }

    /// Learners who try until they pass.
    async fn pass(&mut self, verdict: &mut Verdict) -> Result<(), StageError> {
        let mut rounds = 0;
        while !self.reached.contains_key("passed") && !self.knowledge.questions.is_empty() {
            let may_help = self.knowledge.vary() || (rounds == 0 && self.knowledge.is_complete());
            if !may_help
                || rounds >= MOST_ROUNDS
                || self.budget.is_spent(70)
                || self.cancel.is_cancelled()
            {
                break;
            }
            rounds += 1;
            (self.progress)(format!("round {rounds} to pass the course"));
            let runtime = self.open(None).await?;
            let mut run = Run::new(runtime, Manner::Right, Goal::Passed);
            let (_, view) = self.walk(&mut run, 70).await?;
            let answers = run.answers.clone();
            let after = self.close(run).await?;
            self.knowledge.conclude(&answers, view.standing.total());
            self.tell_losses(&view, &after, "leaving at the end");
        }
        let passed = self.reached.contains_key("passed");
        let asked = !self.knowledge.questions.is_empty();
        verdict.passes = (passed || asked).then_some(passed);
        Ok(())
    }

    /// A learner who answers wrong, and then has to find a way on.
    async fn fail(&mut self, verdict: &mut Verdict) -> Result<(), StageError> {
        if self.knowledge.questions.is_empty()
            || self.budget.is_spent(80)
            || self.cancel.is_cancelled()
        {
            return Ok(());
        }
        (self.progress)("answering wrong".to_owned());
        let runtime = self.open(None).await?;
        let mut run = Run::new(runtime, Manner::Wrong, Goal::Failed);
        run.after_wrong = true;
        let (ended, view) = self.walk(&mut run, 80).await?;
        let wrong = |(key, candidate): (&u64, &crate::candidate::Candidate)| {
            let known = self.knowledge.questions.get(key);
            known.is_some_and(|known| known.wrong.contains(candidate))
        };
        let all_wrong = !run.answers.is_empty() && run.answers.iter().all(wrong);
        let name = view.name();
        let place = Place {
            page: &name,
            after: run.log.last().map(String::as_str),
        };
        if view.standing.is_passed() && all_wrong {
            let message = "the course is passed although every answer was wrong";
            self.findings
                .add(Severity::Error, "passed_though_wrong", message, place);
        }
        verdict.fails = Some(self.reached.contains_key("failed"));
        if ended == Ended::Stuck && !view.standing.is_completed() && !view.standing.is_passed() {
            self.find_way_on(&mut run).await?;
        }
        self.close(run).await?;
        Ok(())
    }

    /// Who reports neither passed nor failed cannot be passed or failed.
    fn judge_scoring(&self, verdict: &mut Verdict) {
        let scored = ["passed", "failed"].map(|word| self.reached.contains_key(word));
        if verdict.fails.is_some() && scored == [false, false] {
            (verdict.passes, verdict.fails) = (None, None);
            let why = "the content reports neither passed nor failed";
            verdict.why.push(why.to_owned());
        }
    }

    /// After wrong answers nothing leads on: right ones may, or the course has a dead end.
    async fn find_way_on(&mut self, run: &mut Run) -> Result<(), StageError> {
        let last = run.log.last().cloned();
        run.manner = Manner::Right;
        run.goal = Goal::Completed;
        run.after_wrong = true;
        run.stale = 0;
        let (ended, view) = self.walk(run, 85).await?;
        let completes =
            self.reached.contains_key("completed") || self.reached.contains_key("passed");
        let done =
            view.standing.is_completed() || view.standing.is_failed() || view.standing.is_passed();
        if ended == Ended::Stuck && completes && !done {
            let name = view.name();
            let place = Place {
                page: &name,
                after: last.as_deref(),
            };
            let message = format!(
                "a dead end: after a wrong answer nothing on {name:?} leads on{}",
                barred_words(&view)
            );
            self.findings
                .add(Severity::Error, "dead_end", message, place);
        }
        Ok(())
    }

    /// Goes back by replaying to pages where something was never done.
    async fn visit_the_rest(&mut self) -> Result<(), StageError> {
        let mut given_up = Vec::new();
        while !self.budget.is_spent(100) && !self.cancel.is_cancelled() {
            let Some((page, path)) = self.atlas.nearest_open(&given_up) else {
                break;
            };
            given_up.push(page);
            (self.progress)("going back to what was left out".to_owned());
            let runtime = self.open(None).await?;
            let mut run = Run::new(runtime, Manner::Right, Goal::Everything);
            run.seeks = Some(page);
            if self.replay(&mut run, &path).await? {
                self.walk(&mut run, 100).await?;
            }
            self.close(run).await?;
        }
        Ok(())
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
