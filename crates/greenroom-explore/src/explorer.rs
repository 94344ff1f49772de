//! The walk itself: chooses what to do next, does it, and notes what came of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use greenroom_browser::Reason;
use greenroom_stage::StageError;
use greenroom_stage::course::opening::{LaunchRequest, Prelude};
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::page::automation::AutomationApi;
use greenroom_stage::page::effects::Watch;
use greenroom_stage::page::loading;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::act::{Act, Deed, Purpose};
use crate::atlas::Atlas;
use crate::coverage::Collected;
use crate::findings::{Findings, Place, Severity};
use crate::knowledge::{self, Knowledge, Manner};
use crate::options::{Budget, Chance, ExploreOptions};
use crate::perform::{self, Obstacle};
use crate::question::Question;
use crate::run::{Ended, Goal, Run};
use crate::standing::Standing;
use crate::state::View;

/// A run in which nothing new was seen for so many acts is over.
const STALE: usize = 20;
/// How long a page may load before it is taken as it is.
const LONGEST_LOADING: Duration = Duration::from_secs(5);
/// How long a page that offers nothing may take to offer something.
const LONGEST_WAIT: Duration = Duration::from_secs(3);
const BETWEEN_LOOKS: Duration = Duration::from_millis(400);

/// An act that could not be done.
#[derive(Debug)]
pub(crate) struct Hindered {
    pub(crate) purpose: Purpose,
    pub(crate) words: String,
    pub(crate) activity: String,
    pub(crate) page: String,
    pub(crate) obstacle: Obstacle,
}

/// Everything that an exploration knows and keeps.
pub(crate) struct Explorer<'a> {
    pub(crate) runtimes: Arc<Runtimes>,
    pub(crate) home: &'a Home,
    pub(crate) options: ExploreOptions,
    pub(crate) budget: Budget,
    pub(crate) chance: Chance,
    pub(crate) cancel: CancellationToken,
    pub(crate) progress: &'a (dyn Fn(String) + Send + Sync),
    pub(crate) atlas: Atlas,
    pub(crate) knowledge: Knowledge,
    pub(crate) findings: Findings,
    pub(crate) collected: Collected,
    /// What stood in the way of acts.
    pub(crate) obstacles: Vec<Hindered>,
    /// Controls that could be used, by activity.
    pub(crate) used: BTreeSet<(String, String)>,
    /// The words of all acts, run after run.
    pub(crate) log: Vec<String>,
    /// The shortest way to each status.
    pub(crate) reached: BTreeMap<&'static str, Vec<Act>>,
}

impl Explorer<'_> {
    /// Launches the course; with a learner, who comes back to it.
    pub(crate) async fn open(&self, prelude: Option<Prelude>) -> Result<Arc<Runtime>, StageError> {
        let request = LaunchRequest {
            options: self.options.launch.clone(),
            new_attempt: true,
            keep: false,
            trace: false,
        };
        self.runtimes
            .open_with(&self.home.session, request, prelude)
            .await
    }

    /// Ends an attempt as an LMS would, and gives where the learner stands then.
    pub(crate) async fn close(&mut self, run: Run) -> Result<Standing, StageError> {
        let Run {
            runtime,
            log,
            came_back,
            goal,
            path,
            answers,
            ..
        } = run;
        self.log.extend(log);
        self.collected.conclude(&runtime);
        let id = self.home.session.id().to_string();
        self.runtimes.close(&id, "close").await?;
        if !came_back && goal != Goal::Middle {
            self.findings.judge_calls(&runtime);
        }
        let standing = runtime.live.read(Standing::read);
        // Some content reports only when it is left.
        self.note_reached(&path, !answers.is_empty(), &standing);
        Ok(standing)
    }

    /// Plays on until the goal is reached, nothing is left to do, or the share of the budget is spent.
    pub(crate) async fn walk(
        &mut self,
        run: &mut Run,
        share: u32,
    ) -> Result<(Ended, View), StageError> {
        let mut view = View::look(&run.runtime).await?;
        self.arrive(run, &view, None).await;
        loop {
            let ended = if run.is_reached(&view) {
                Some(Ended::Reached)
            } else if self.budget.is_spent(share) || self.cancel.is_cancelled() {
                Some(Ended::Spent)
            } else if view.standing.over {
                Some(Ended::Over)
            } else {
                None
            };
            if let Some(ended) = ended {
                return Ok((ended, view));
            }
            if run.stale >= STALE {
                return Ok((Ended::Stuck, view));
            }
            let chosen = self.choose(run, &view).await?;
            let Some(act) = chosen else {
                if run.forget_forward(&view) {
                    continue;
                }
                match self.wait_for_more(run, &view).await? {
                    Some(more) => view = more,
                    None => return Ok((Ended::Stuck, view)),
                }
                continue;
            };
            view = self.take(run, &view, act).await?;
        }
    }

    /// A page that is still on its way, or lets its learner on only after a while, gets some time.
    async fn wait_for_more(
        &mut self,
        run: &mut Run,
        view: &View,
    ) -> Result<Option<View>, StageError> {
        let locked = view.barred.iter().any(|one| one.purpose.is_needed());
        let nothing = view.offers.is_empty() && view.questions.is_empty();
        let may_come = nothing || run.path.is_empty() || (locked && !view.standing.is_completed());
        if !may_come || !run.waited.insert(view.state) {
            return Ok(None);
        }
        loading::wait(&run.runtime, LONGEST_LOADING).await;
        let began = Instant::now();
        while began.elapsed() < LONGEST_WAIT {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            run.runtime.settle_within(BETWEEN_LOOKS).await?;
            run.runtime.flush().await?;
            let next = View::look(&run.runtime).await?;
            if next.state != view.state {
                run.log.push("wait".to_owned());
                self.arrive(run, &next, None).await;
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// The best act that this run has not done here.
    async fn choose(&mut self, run: &Run, view: &View) -> Result<Option<Act>, StageError> {
        let mut acts: Vec<Act> = view
            .offers
            .iter()
            .map(|offered| offered.act.clone())
            .collect();
        if !view.questions.is_empty() {
            acts.extend(self.answer(run, view).await?);
        }
        let everything = run.goal == Goal::Everything;
        let passed = view.standing.is_passed();
        // Beyond the only activity there is nothing but the end.
        let alone = view.standing.activities.len() < 2;
        acts.retain(|act| {
            let fits = match act.purpose {
                Purpose::Exit => false,
                Purpose::Continue | Purpose::Choice => !alone,
                Purpose::Back => everything,
                Purpose::Retry => run.manner == Manner::Right && !passed,
                _ => true,
            };
            fits && !run.is_done(view, act)
        });
        let chance = self.chance;
        let rank = |act: &Act| {
            let again = matches!(
                act.purpose,
                Purpose::Menu | Purpose::Hotspot | Purpose::Choice
            ) && self.atlas.was_done(view.page, act);
            (act.purpose, again, chance.of(&act.words))
        };
        acts.sort_by_key(rank);
        Ok(acts.into_iter().next())
    }

    /// Answers all questions of the page and hands them in.
    async fn answer(&mut self, run: &Run, view: &View) -> Result<Vec<Act>, StageError> {
        let mut act = Act {
            purpose: Purpose::Answer,
            words: String::new(),
            deeds: Vec::new(),
            answers: Vec::new(),
        };
        let mut words = Vec::new();
        let mut hand_in: Vec<String> = Vec::new();
        for question in &view.questions {
            if let Some(deed) = self.automated(run, question).await? {
                words.push(format!("{:?} by the automation API", question.text));
                act.deeds.push(deed);
                continue;
            }
            let Some(candidate) = self.knowledge.pick(question, run.manner) else {
                continue;
            };
            act.deeds.extend(question.deeds(&candidate));
            words.push(format!(
                "{:?} with {:?}",
                question.text,
                question.words(&candidate)
            ));
            act.answers.push((question.key, candidate));
            if let Some(submit) = question.submit.as_ref()
                && !hand_in.contains(submit)
            {
                hand_in.push(submit.clone());
            }
        }
        act.deeds.extend(hand_in.into_iter().map(Deed::Click));
        act.words = format!("answer {}", words.join(", "));
        Ok(vec![act])
    }

    /// The right answer, where the automation API tells and takes it.
    async fn automated(&self, run: &Run, question: &Question) -> Result<Option<Deed>, StageError> {
        let Some(id) = question
            .interaction
            .as_ref()
            .filter(|_| run.manner == Manner::Right)
        else {
            return Ok(None);
        };
        let Some(api) = AutomationApi::find(&run.runtime).await? else {
            return Ok(None);
        };
        if !api.has("getCorrectResponse") || !api.has("setResponse") {
            return Ok(None);
        }
        // A course may keep its answers to itself.
        let told = api
            .call(&run.runtime, "getCorrectResponse", &[json!(id)])
            .await;
        Ok(told
            .ok()
            .map(|response| Deed::Automate(id.clone(), response)))
    }

    /// Does an act and looks at what came of it.
    pub(crate) async fn take(
        &mut self,
        run: &mut Run,
        view: &View,
        act: Act,
    ) -> Result<View, StageError> {
        run.mark(view, &act);
        self.budget.acts += 1;
        run.log.push(act.words.clone());
        (self.progress)(format!(
            "act {}, state {}: {}",
            self.budget.acts,
            self.atlas.nodes.len(),
            act.words.chars().take(80).collect::<String>()
        ));
        let watch = Watch::begin(&run.runtime);
        let obstacle = perform::perform(&run.runtime, &act).await?;
        let calls = watch.calls(&run.runtime);
        let next = View::look(&run.runtime).await?;
        if !act.answers.is_empty() && obstacle.is_none() {
            let said = knowledge::said(&view.scene.text, &next.scene.text);
            self.knowledge
                .learn(&view.questions, &act.answers, &calls, said);
            run.answers.extend(act.answers.iter().cloned());
        }
        if let Some(obstacle) = obstacle {
            self.hindered(view, &act, obstacle);
        } else {
            let clicked = act.deeds.iter().filter_map(Deed::clicked);
            let used = clicked.map(|selector| (view.activity.clone(), selector.to_owned()));
            self.used.extend(used);
        }
        let changed = next.state != view.state || !calls.is_empty() || !act.answers.is_empty();
        if changed || act.deeds.len() > 1 {
            run.path.push(act.clone());
        }
        let number = self.arrive(run, &next, Some((view, &act))).await;
        self.atlas.went(view, &act, number);
        Ok(next)
    }

    fn hindered(&mut self, view: &View, act: &Act, obstacle: Obstacle) {
        let covered = obstacle.reason == Some(Reason::Obscured);
        if act.purpose.is_needed() || covered {
            self.obstacles.push(Hindered {
                purpose: act.purpose,
                words: act.words.clone(),
                activity: view.activity.clone(),
                page: view.name(),
                obstacle,
            });
        }
    }

    /// Notes a state that was reached, and gives its number.
    async fn arrive(&mut self, run: &mut Run, view: &View, came: Option<(&View, &Act)>) -> usize {
        let known = self.atlas.nodes.len();
        let (number, is_new_page) = self
            .atlas
            .arrive(&run.runtime, view, &run.path, &mut self.findings)
            .await;
        self.collected.arrive(&run.runtime, view).await;
        run.first_page.get_or_insert(view.page);
        let first_in_run = run.pages.insert(view.page);
        if first_in_run || self.atlas.nodes.len() > known {
            run.stale = 0;
        } else {
            run.stale += 1;
        }
        let name = view.name();
        let after = came.map(|(_, act)| act.words.as_str());
        let place = Place { page: &name, after };
        self.findings.watch(&run.runtime, &mut run.seen, place);
        self.note_reached(&run.path, !run.answers.is_empty(), &view.standing);
        self.note_completion(run, view, came, first_in_run && is_new_page);
        number
    }

    fn note_reached(&mut self, path: &[Act], answered: bool, standing: &Standing) {
        for word in ["completed", "passed", "failed"] {
            let is_so = standing.has(word) && (answered || word != "failed");
            let shorter = |known: &Vec<Act>| path.len() < known.len();
            if is_so && self.reached.get(word).is_none_or(shorter) {
                self.reached.insert(word, path.to_vec());
            }
        }
    }

    /// Content that calls itself completed while pages are still to come speaks too early.
    fn note_completion(
        &mut self,
        run: &mut Run,
        view: &View,
        came: Option<(&View, &Act)>,
        is_new_page: bool,
    ) {
        let purpose = came.map(|(_, act)| act.purpose);
        let Some((from, act)) = came else {
            if view.standing.has_completed(&view.activity) {
                let on = (view.name(), purpose);
                run.completed_on.insert(view.activity.clone(), on);
            }
            return;
        };
        let known = run.completed_on.get(&view.activity);
        let same = from.activity == view.activity;
        if let Some((page, by)) = known
            && same
            && is_new_page
            && act.purpose == Purpose::Forward
            && *by != Some(Purpose::Answer)
            && *by != Some(Purpose::Submit)
            && !view.standing.over
        {
            let message = format!(
                "{} is completed on {page:?}, while {:?} and perhaps more is still to come",
                view.activity,
                view.name()
            );
            let place = Place { page, after: None };
            if !self.findings.has("early_status") {
                self.findings
                    .add(Severity::Warning, "early_status", message, place);
            }
        } else if known.is_none() && view.standing.has_completed(&view.activity) {
            run.completed_on
                .insert(view.activity.clone(), (view.name(), purpose));
        }
    }

    /// Plays acts again from the launch on; false if the course did not follow.
    pub(crate) async fn replay(&mut self, run: &mut Run, path: &[Act]) -> Result<bool, StageError> {
        for act in path {
            self.budget.acts += 1;
            run.log.push(format!("again: {}", act.words));
            let obstacle = perform::perform(&run.runtime, act).await?;
            if obstacle.is_some() || self.cancel.is_cancelled() {
                return Ok(false);
            }
            run.path.push(act.clone());
        }
        Ok(true)
    }
}
