//! The walk itself: chooses what to do next, does it, and notes what came of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use greenroom_browser::Reason;
use greenroom_stage::StageError;
use greenroom_stage::course::opening::{LaunchRequest, Prelude};
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::page::effects::Watch;
use greenroom_stage::page::loading;
use tokio_util::sync::CancellationToken;

use crate::act::{Act, Deed, Purpose};
use crate::feedback;
use crate::findings::{Place, Severity};
use crate::notebook::Notebook;
use crate::notes::{Hindered, Notes};
use crate::options::{Budget, Chance, ExploreOptions};
use crate::perform::{self, Obstacle};
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

/// One who explores: what is asked for, and what is known so far.
pub(crate) struct Explorer<'a> {
    pub(crate) runtimes: Arc<Runtimes>,
    pub(crate) home: &'a Home,
    pub(crate) options: ExploreOptions,
    pub(crate) budget: Budget,
    pub(crate) chance: Chance,
    pub(crate) cancel: CancellationToken,
    pub(crate) progress: &'a (dyn Fn(String) + Send + Sync),
    pub(crate) notes: Notes,
    pub(crate) notebook: Notebook,
}

impl<'a> Explorer<'a> {
    /// Who begins, with what an earlier exploration that was broken off has noted.
    pub(crate) async fn begin(
        runtimes: &Arc<Runtimes>,
        home: &'a Home,
        mut options: ExploreOptions,
        cancel: &CancellationToken,
        progress: &'a (dyn Fn(String) + Send + Sync),
    ) -> Result<Self, StageError> {
        options.launch.seed = Some(options.seed);
        let folder = runtimes.sessions().data_dir().explorations();
        let (notebook, notes) = Notebook::open(&folder, home, &options).await?;
        Ok(Self {
            runtimes: Arc::clone(runtimes),
            home,
            budget: Budget::new(&options),
            chance: Chance(options.seed),
            options,
            cancel: cancel.clone(),
            progress,
            notes,
            notebook,
        })
    }
}

impl Explorer<'_> {
    /// Launches the course; with a learner, who comes back to it.
    pub(crate) async fn open(&self, prelude: Option<Prelude>) -> Result<Arc<Runtime>, StageError> {
        let request = LaunchRequest::private(self.options.launch.clone());
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
        self.notes.log.extend(log);
        self.notes.collected.conclude(&runtime);
        let id = self.home.session.id().to_string();
        if let Err(error) = self.runtimes.close(&id, "close").await {
            let place = Place {
                page: "",
                after: Some("leaving"),
            };
            self.notes
                .findings
                .add(Severity::Error, "broke_off", error.to_string(), place);
            self.runtimes.abandon(&id).await;
        }
        if !came_back && goal != Goal::Middle {
            self.notes.findings.judge_calls(&runtime);
        }
        let standing = runtime.live.read(Standing::read);
        // Some content reports only when it is left.
        self.note_reached(&path, !answers.is_empty(), &standing);
        self.write_down().await;
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
            run.note_middle(&view);
            let ended = if run.is_reached(&view) {
                Some(Ended::Reached)
            } else if view.standing.over {
                Some(Ended::Over)
            } else if self.budget.is_spent(share) || self.cancel.is_cancelled() {
                Some(Ended::Spent)
            } else {
                None
            };
            if let Some(ended) = ended {
                return Ok((ended, view));
            }
            if run.stale >= STALE {
                return Ok((Ended::Stuck, view));
            }
            let chosen = match self.choose(run, &view).await {
                Ok(chosen) => chosen,
                Err(error) => {
                    self.broke_off(&view, run.log.last().map(String::as_str), &error);
                    return Ok((Ended::Broken, view));
                }
            };
            let Some(act) = chosen else {
                if run.forget_forward(&view) {
                    continue;
                }
                let Some(more) = self.wait_for_more(run, &view).await? else {
                    Box::pin(self.note_dead_end(run, &view)).await?;
                    return Ok((Ended::Stuck, view));
                };
                view = more;
                continue;
            };
            match self.take(run, &view, act).await {
                Ok(next) => view = next,
                Err(error) => {
                    self.broke_off(&view, run.log.last().map(String::as_str), &error);
                    return Ok((Ended::Broken, view));
                }
            }
        }
    }

    /// The page or the browser gave up: this run is over, and what it found counts.
    fn broke_off(&mut self, view: &View, after: Option<&str>, error: &StageError) {
        let name = view.name();
        let place = Place { page: &name, after };
        let message = format!("the course could not be played on: {error}");
        self.notes
            .findings
            .add(Severity::Error, "broke_off", message, place);
    }

    /// A page that is still on its way, or lets its learner on only after a while, gets some time.
    async fn wait_for_more(
        &mut self,
        run: &mut Run,
        view: &View,
    ) -> Result<Option<View>, StageError> {
        let locked = view.barred.iter().any(|one| one.purpose.is_needed());
        let nothing = view.offers_nothing();
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
            self.notes.atlas.nodes.len(),
            act.words.chars().take(80).collect::<String>()
        ));
        let watch = Watch::begin(&run.runtime);
        let obstacle = perform::perform(&run.runtime, &act).await?;
        let calls = watch.calls(&run.runtime);
        let next = View::look(&run.runtime).await?;
        if !act.answers.is_empty() && obstacle.is_none() {
            let said = feedback::said(&view.scene.text, &next.scene.text);
            self.notes
                .knowledge
                .learn(&view.questions, &act.answers, &calls, said);
            run.answers.extend(act.answers.iter().cloned());
        }
        let touched = obstacle.is_none();
        if let Some(obstacle) = obstacle {
            self.hindered(view, &act, obstacle);
        } else {
            let clicked = act.deeds.iter().filter_map(Deed::clicked);
            let used = clicked.map(|selector| (view.page, selector.to_owned()));
            self.notes.used.extend(used);
        }
        let changed = next.state != view.state || !calls.is_empty() || !act.answers.is_empty();
        if changed || act.deeds.len() > 1 {
            run.path.push(act.clone());
        }
        if act.purpose == Purpose::Dismiss && next.state != view.state {
            run.allow_again(view, &act);
        }
        if touched && next.state == view.state && !act.purpose.is_needed() {
            run.reconsider(&next);
        }
        let number = self.arrive(run, &next, Some((view, &act))).await;
        self.notes.atlas.went(view, &act, number);
        if self.notebook.is_due() {
            self.write_down().await;
        }
        Ok(next)
    }

    fn hindered(&mut self, view: &View, act: &Act, obstacle: Obstacle) {
        let covered = obstacle.reason == Some(Reason::Obscured);
        if act.purpose.is_needed() || covered {
            self.notes.obstacles.push(Hindered {
                purpose: act.purpose,
                words: act.words.clone(),
                at: view.page,
                page: view.name(),
                obstacle,
            });
        }
    }

    /// Plays acts again from the launch on; false if the course did not follow.
    pub(crate) async fn replay(&mut self, run: &mut Run, path: &[Act]) -> Result<bool, StageError> {
        for act in path {
            self.budget.acts += 1;
            run.log.push(format!("again: {}", act.words));
            let obstacle = perform::perform(&run.runtime, act).await?;
            if obstacle.is_some() || self.cancel.is_cancelled() || self.budget.is_spent(100) {
                return Ok(false);
            }
            run.path.push(act.clone());
        }
        Ok(true)
    }
}
