//! A whole exploration: see everything, pass, fail, leave and come back, then what is left.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use greenroom_browser::Reason;
use greenroom_stage::StageError;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::page::blank;
use tokio_util::sync::CancellationToken;

use crate::act::{Act, Purpose};
use crate::atlas::{Atlas, StateNode};
use crate::coverage::{Collected, Coverage};
use crate::explorer::{Explorer, Hindered};
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
struct First {
    ended: Ended,
    view: View,
    /// Why its last page shows nothing.
    blank: Option<String>,
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
        atlas: Atlas::default(),
        knowledge: Knowledge::default(),
        findings: Findings::default(),
        collected: Collected::default(),
        obstacles: Vec::new(),
        used: BTreeSet::new(),
        log: Vec::new(),
        reached: BTreeMap::new(),
    };
    let mut verdict = Verdict::default();
    let first = explorer.see_everything().await?;
    explorer.pass(&mut verdict).await?;
    explorer.fail(&mut verdict).await?;
    let resumed = if explorer.budget.is_spent(88) || cancel.is_cancelled() {
        Resumed {
            as_left: None,
            why: Some("no time was left to leave and come back".to_owned()),
        }
    } else {
        (explorer.progress)("leaving in the middle and coming back".to_owned());
        explorer.try_resume(88).await?
    };
    verdict.resumes = resumed.as_left;
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
        let is_blank = view.scene.text.trim().is_empty() && view.scene.pictures.is_empty();
        let blank = (is_blank && !view.standing.over).then(|| blank::cause(&run.runtime));
        let after = self.close(run).await?;
        self.knowledge.conclude(&answers, view.standing.total());
        self.tell_losses(&view, &after, "leaving at the end");
        Ok(First { ended, view, blank })
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
        let (ended, view) = self.walk(&mut run, 80).await?;
        let wrong = |(key, candidate): (&u64, &crate::question::Candidate)| {
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

    /// After wrong answers nothing leads on: right ones may, or the course has a dead end.
    async fn find_way_on(&mut self, run: &mut Run) -> Result<(), StageError> {
        let last = run.log.last().cloned();
        run.manner = Manner::Right;
        run.goal = Goal::Completed;
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
            if self.replay(&mut run, &path).await? {
                self.walk(&mut run, 100).await?;
            }
            self.close(run).await?;
        }
        Ok(())
    }

    /// Says why what is not so is not so.
    fn conclude(&mut self, first: &First, verdict: &mut Verdict) {
        let view = &first.view;
        verdict.completes = self.reached.contains_key("completed");
        let by_lms = !view.standing.reported && view.standing.completed == Some(true);
        let viewport = greenroom_stage::course::viewport::Viewport::from(
            self.options.launch.viewport.unwrap_or_default(),
        );
        let mut blocking = Vec::new();
        let mut told = BTreeSet::new();
        for hindered in std::mem::take(&mut self.obstacles) {
            let Hindered {
                purpose,
                words,
                activity,
                page,
                obstacle,
            } = hindered;
            let what = match obstacle.reason {
                Some(Reason::Obscured) => "covered",
                Some(Reason::Disabled) => "disabled",
                _ => "unreachable",
            };
            // What could be used at another moment was only busy.
            let used = self.used.contains(&(activity, obstacle.selector.clone()));
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
            self.findings.add(severity, what, message, place);
        }
        if !verdict.completes {
            self.why_not_completed(first, by_lms, &blocking, verdict);
        }
        for question in self.knowledge.never_right() {
            let message = format!("no answer is right: {question}");
            let place = Place {
                page: &question,
                after: None,
            };
            self.findings
                .add(Severity::Error, "never_right", message.clone(), place);
            verdict.why.push(message);
        }
        if verdict.passes == Some(false) && !self.findings.has("never_right") {
            let known = if self.knowledge.is_complete() {
                "with the right answers to all questions"
            } else {
                "not all right answers were found"
            };
            verdict.why.push(format!(
                "not passed: {known}, the status was {:?}",
                view.standing.word()
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
        let view = &first.view;
        let name = view.name();
        let place = Place {
            page: &name,
            after: None,
        };
        if let Some(cause) = &first.blank {
            let why = format!("the page {name:?} shows nothing: {cause}");
            self.findings
                .add(Severity::Error, "blank_page", why.clone(), place);
            verdict.why.push(why);
            return;
        }
        if by_lms {
            verdict.completes = true;
            let why =
                "the content reports no status; an LMS takes it for completed when it is left";
            verdict.why.push(why.to_owned());
            self.findings.add(Severity::Info, "no_status", why, place);
            return;
        }
        let mut barred = barred_words(view);
        if view.offers.is_empty() && view.questions.is_empty() {
            let said: String = view.scene.text.trim().chars().take(80).collect();
            barred = format!(" (the page offers nothing to do; it says {said:?})");
        }
        let why = if !blocking.is_empty() {
            format!("not completed: {}", blocking.join("; "))
        } else if first.ended == Ended::Spent {
            format!("not completed within the budget; the last page was {name:?}")
        } else if first.ended == Ended::Over {
            format!(
                "the course ended itself on {name:?} with the status {:?}",
                view.standing.word()
            )
        } else if !view.standing.reported {
            format!("the content reports no status; nothing on {name:?} leads on{barred}")
        } else {
            format!(
                "nothing on {name:?} leads on{barred}; the status is {:?}",
                view.standing.word()
            )
        };
        let severity = if first.ended == Ended::Spent || !view.standing.reported {
            Severity::Warning
        } else {
            Severity::Error
        };
        self.findings
            .add(severity, "not_completed", why.clone(), place);
        verdict.why.push(why);
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

/// What is on the page and cannot be used, in words; empty without such.
fn barred_words(view: &View) -> String {
    let needed = view
        .barred
        .iter()
        .filter(|one| one.purpose.is_needed() || one.purpose == Purpose::Choice);
    let words: Vec<String> = needed.take(3).map(crate::act::Barred::told).collect();
    if words.is_empty() {
        String::new()
    } else {
        format!(" ({})", words.join("; "))
    }
}
