//! Plays a course in one LMS and notes what was seen.

use std::path::PathBuf;
use std::sync::Arc;

use greenroom_explore::{Followed, Path, Sight};
use greenroom_stage::StageError;
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::opening::{LaunchRequest, Prelude};
use greenroom_stage::course::private::Stay;
use greenroom_stage::course::runtime::{Ending, Runtime};
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::rehearsal::{self, ActLog};
use greenroom_store::Session;
use scorm_lms::{Profile, Version};
use scorm_session::rehearsal::Case;
use tokio_util::sync::CancellationToken;

use crate::facts::{Comeback, Played, Stored, Visit, is_place};
use crate::noting::{entry, errors, noted};
use crate::otherwise::Otherwise;

/// How the course is played to its end.
#[derive(Debug)]
pub(crate) enum Route {
    Path(Path),
    Rehearsal(Box<Case>),
}

/// What all LMSs share.
#[derive(Debug)]
pub(crate) struct Stand<'a> {
    pub(crate) runtimes: &'a Arc<Runtimes>,
    /// The folder of the course.
    pub(crate) root: PathBuf,
    pub(crate) launch: LaunchOptions,
    pub(crate) cancel: &'a CancellationToken,
}

/// The LMS that a course is played in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InLms<'a> {
    /// As launches name it.
    pub(crate) name: &'a str,
    pub(crate) profile: &'a Profile,
    pub(crate) version: Version,
}

impl Stand<'_> {
    /// Plays the course to its end, leaves it, and opens it once more.
    pub(crate) async fn whole(
        &self,
        lms: InLms<'_>,
        route: &Route,
    ) -> (Played<Visit>, Option<Vec<Stored>>) {
        let launch = self.launch_in(lms.name);
        let acts = Arc::new(ActLog::default());
        let open = match route {
            Route::Path(_) => self.open(launch.clone()).await,
            Route::Rehearsal(case) => {
                let acts = Some(Arc::clone(&acts));
                self.rehearse(case, launch.clone(), acts).await
            }
        };
        let open = match (open, route) {
            (Ok(open), _) => open,
            (Err(error), Route::Rehearsal(_)) => {
                let visit = Visit {
                    rehearsal: Some(error.to_string()),
                    ..Visit::default()
                };
                return (Played::Yes(Box::new(visit)), None);
            }
            (Err(error), Route::Path(_)) => return (Played::Failed(error.to_string()), None),
        };
        let visited = self.visit(&open.runtime, route, &acts, lms).await;
        let again = match &visited {
            Ok(visit) if visit.stored.iter().any(|one| one.completion.is_done()) => {
                self.open_again(&open, launch).await
            }
            _ => None,
        };
        open.close(self.runtimes).await;
        match visited {
            Ok(visit) => (Played::Yes(Box::new(visit)), again),
            Err(error) => (Played::Failed(error.to_string()), None),
        }
    }

    async fn visit(
        &self,
        runtime: &Arc<Runtime>,
        route: &Route,
        acts: &ActLog,
        lms: InLms<'_>,
    ) -> Result<Visit, StageError> {
        let errors_at_launch = errors(runtime).len();
        let mut ends = match route {
            Route::Path(_) => vec![calls(runtime)],
            Route::Rehearsal(_) => acts.acts().iter().map(|act| act.calls).collect(),
        };
        let mut followed = Followed::default();
        if let Route::Path(path) = route {
            for act in path.each() {
                let one = act.follow(runtime).await;
                followed.acts += one.acts;
                followed.stopped = one.stopped;
                if followed.stopped.is_some() {
                    break;
                }
                ends.push(calls(runtime));
            }
        }
        // A page that does not answer any more has said what it will.
        let _answers = runtime.flush().await;
        let errors = errors(runtime);
        let id = runtime.session.id().as_str();
        self.runtimes
            .close_as(id, "close", Ending::AsTheCourseSaid)
            .await?;
        let mut visit = noted(runtime, lms, &ends);
        visit.errors_at_launch = errors_at_launch.min(errors.len());
        visit.errors = errors;
        visit.followed = followed;
        Ok(visit)
    }

    /// What is stored after a launch in which nothing is done but to come and go.
    async fn open_again(&self, open: &Stay, launch: LaunchOptions) -> Option<Vec<Stored>> {
        let learner = open.runtime.live.read(|replica| replica.engine.learner());
        let session = &open.runtime.session;
        let runtime = self
            .launch(session, launch, Some(Prelude::back(learner)))
            .await;
        let runtime = runtime.ok()?;
        let id = session.id().as_str();
        let closed = self.runtimes.close_as(id, "close", Ending::AsTheCourseSaid);
        closed.await.ok()?;
        let reports = runtime.live.lms_reports();
        Some(reports.into_iter().map(Stored::from).collect())
    }

    /// Plays to the middle, leaves, and comes back.
    pub(crate) async fn middle(&self, lms: InLms<'_>, path: &Path) -> Played<Comeback> {
        let launch = self.launch_in(lms.name);
        let open = match self.open(launch.clone()).await {
            Ok(open) => open,
            Err(error) => return Played::Failed(error.to_string()),
        };
        let came_back = self.come_back(&open, path, launch, lms).await;
        open.close(self.runtimes).await;
        match came_back {
            Ok(comeback) => Played::Yes(Box::new(comeback)),
            Err(error) => Played::Failed(error.to_string()),
        }
    }

    async fn come_back(
        &self,
        open: &Stay,
        path: &Path,
        launch: LaunchOptions,
        lms: InLms<'_>,
    ) -> Result<Comeback, StageError> {
        let runtime = &open.runtime;
        let followed = path.follow(runtime).await;
        if followed.stopped.is_some() {
            return Ok(Comeback {
                followed,
                ..Comeback::default()
            });
        }
        let left = Sight::look(runtime).await?;
        let id = runtime.session.id().as_str();
        self.runtimes.close(id, "close").await?;
        let before = noted(runtime, lms, &[]);
        let learner = runtime.live.read(|replica| replica.engine.learner());
        let back = Some(Prelude::back(learner));
        let session = &runtime.session;
        let again = self.launch(session, launch, back).await?;
        left.choose(&again).await;
        let met = Sight::met(&again, &left).await?;
        let entry = again.live.read(|replica| entry(&replica.calls));
        let calls = again
            .live
            .read(|replica| Otherwise::of(&replica.calls, &[]));
        self.runtimes.close(id, "close").await?;
        let mut otherwise = before.otherwise;
        otherwise.extend(calls);
        Ok(Comeback {
            followed,
            same_page: met.is_at(&left),
            left: left.name(),
            met: met.name(),
            kept_place: left.standing().keeps_place
                || before.set_at.keys().any(|one| is_place(one)),
            was_done: [left.standing(), &before.standing]
                .iter()
                .any(|standing| standing.is_completed() || standing.is_failed()),
            entry,
            otherwise,
            stored: before.stored,
            set_at: before.set_at,
        })
    }

    pub(crate) fn launch_in(&self, lms: &str) -> LaunchOptions {
        let mut launch = self.launch.clone();
        lms.clone_into(&mut launch.lms_profile);
        launch
    }

    pub(crate) async fn rehearse(
        &self,
        case: &Case,
        launch: LaunchOptions,
        acts: Option<Arc<ActLog>>,
    ) -> Result<Stay, StageError> {
        let root = self.root.clone();
        rehearsal::play_noting(self.runtimes, case, root, launch, acts).await
    }

    pub(crate) async fn open(&self, launch: LaunchOptions) -> Result<Stay, StageError> {
        Stay::open(self.runtimes, &self.root, launch, self.cancel).await
    }

    async fn launch(
        &self,
        session: &Arc<Session>,
        options: LaunchOptions,
        prelude: Option<Prelude>,
    ) -> Result<Arc<Runtime>, StageError> {
        let request = LaunchRequest::private(options);
        self.runtimes.open_with(session, request, prelude).await
    }
}

/// The number of calls so far.
pub(crate) fn calls(runtime: &Runtime) -> usize {
    runtime.live.read(|replica| replica.calls.len())
}
