//! All ways at all moments in all LMSs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use greenroom_explore::{ExploreOptions, Paths, paths};
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};
use tokio_util::sync::CancellationToken;

use crate::cell::Trial;
use crate::eavesdropping::Listener;
use crate::homecoming::Homecomings;
use crate::lms;
use crate::moment::{Moment, RehearsedMoment, Route};
use crate::round::{Round, leave_at};
use crate::verdict::{Row, Verdict};
use crate::ways::Way;

/// What the search for the end may take.
const SEARCH: Duration = Duration::from_secs(30);
/// The same for the middle alone: what has kept no place by then is left half of the way.
const SEARCH_FOR_MIDDLE: Duration = Duration::from_secs(12);
const MOST_ACTS: usize = 400;
/// The same for all visits, so that the same acts lead to the same page.
const SEED: u64 = 0;

/// What the caller asks for.
#[derive(Debug)]
pub struct ExitOptions {
    pub moments: Vec<Moment>,
    pub ways: Vec<&'static dyn Way>,
    /// Names of LMS profiles; `standard` if empty.
    pub profiles: Vec<String>,
    /// For [`Moment::Rehearsal`].
    pub rehearsal: Option<RehearsedMoment>,
    pub launch: LaunchOptions,
    /// The ways to the moments where they are known already; else they are searched for.
    pub known: Option<Paths>,
}

/// What came of all ways.
#[derive(Debug)]
pub struct Matrix {
    /// By moment, LMS and way, as asked for.
    pub rows: Vec<Row>,
    /// What the content does when it is left.
    pub listeners: Vec<Listener>,
    /// How each moment was reached, in words.
    pub routes: Vec<(Moment, Vec<String>)>,
    pub took: Duration,
}

impl Matrix {
    fn take(&mut self, round: Round) {
        for listener in round.listeners {
            if !self.listeners.contains(&listener) {
                self.listeners.push(listener);
            }
        }
        self.rows.extend(round.rows);
    }

    /// The rows in which something is lost, the worst first.
    pub fn worst(&self) -> Vec<&Row> {
        let is_bad = |row: &&Row| matches!(row.verdict, Verdict::Lost | Verdict::PartlyLost);
        let mut bad: Vec<&Row> = self.rows.iter().filter(is_bad).collect();
        bad.sort_by_key(|row| (row.verdict, row.lost.first().map(|one| one.kind)));
        bad
    }
}

/// Leaves the course of `home` in all these ways.
pub async fn test_exits(
    runtimes: &Arc<Runtimes>,
    home: &Home,
    options: ExitOptions,
    cancel: &CancellationToken,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Matrix, StageError> {
    let profiles = lms::playable(&options.profiles, runtimes)?;
    let learners = Arc::new(runtimes.of_learner());
    let made = leave_in_all(
        runtimes, &learners, home, options, &profiles, cancel, progress,
    )
    .await;
    learners.shut_down().await;
    made
}

async fn leave_in_all(
    runtimes: &Arc<Runtimes>,
    learners: &Arc<Runtimes>,
    home: &Home,
    options: ExitOptions,
    profiles: &[String],
    cancel: &CancellationToken,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Matrix, StageError> {
    let began = Instant::now();
    let mut launch = options.launch.clone();
    launch.seed = Some(SEED);
    lms::STANDARD.clone_into(&mut launch.lms_profile);
    let package = home.session.package();
    let root = package.map(|package| package.root().to_owned());
    let root =
        root.ok_or_else(|| StageError::new(Fault::UnknownSession, "this session has no package"))?;
    let mut matrix = Matrix {
        rows: Vec::new(),
        listeners: Vec::new(),
        routes: Vec::new(),
        took: Duration::ZERO,
    };
    let is_searched = |moment: &Moment| matches!(moment, Moment::Middle | Moment::End);
    let search = Search {
        runtimes,
        home,
        to_the_end: options.moments.contains(&Moment::End),
        cancel,
    };
    let found = if options.known.is_some() {
        options.known.clone()
    } else if options.moments.iter().any(is_searched) {
        progress("looking for the middle and the end of the course".to_owned());
        Some(search.paths(&launch).await?)
    } else {
        None
    };
    let mut moments = options.moments.clone();
    moments.dedup();
    for moment in moments {
        let route = route(moment, found.as_ref(), options.rehearsal.as_ref());
        if let Ok(Route::Path(path)) = &route {
            let words = path.words().into_iter().map(ToOwned::to_owned).collect();
            matrix.routes.push((moment, words));
        }
        for lms in profiles {
            launch.lms_profile.clone_from(lms);
            let trial = Trial {
                learners,
                root: &root,
                launch: &launch,
                cancel,
                homecomings: Homecomings::default(),
            };
            let round = match &route {
                Ok(route) => leave_at(&trial, moment, route, &options.ways, progress).await?,
                Err(why) => Round::without(&options.ways, moment, lms, why),
            };
            let round = if round.strayed && is_searched(&moment) && lms != lms::STANDARD {
                progress(format!("looking for the way in {lms}"));
                let paths = search.paths(&launch).await?;
                match self::route(moment, Some(&paths), None) {
                    Ok(route) => leave_at(&trial, moment, &route, &options.ways, progress).await?,
                    Err(why) => Round::without(&options.ways, moment, lms, why),
                }
            } else {
                round
            };
            matrix.take(round);
        }
    }
    matrix.took = began.elapsed();
    Ok(matrix)
}

/// How a moment is reached, or why it cannot be.
fn route(
    moment: Moment,
    found: Option<&Paths>,
    rehearsal: Option<&RehearsedMoment>,
) -> Result<Route, &'static str> {
    let path = match moment {
        Moment::Start => return Ok(Route::Launch),
        Moment::Rehearsal => {
            let rehearsal = rehearsal.ok_or("there is no rehearsal")?;
            return Ok(Route::Rehearsal(Box::new(rehearsal.clone())));
        }
        Moment::Middle => found.and_then(|paths| paths.middle.clone()),
        Moment::End => found.and_then(|paths| paths.end.clone()),
    };
    path.map(Route::Path).ok_or(
        "nothing on its first page led on in the time of the search, so this moment is not reached; give \
         a rehearsal",
    )
}

/// The search for the moments of a course.
struct Search<'a> {
    runtimes: &'a Arc<Runtimes>,
    home: &'a Home,
    to_the_end: bool,
    cancel: &'a CancellationToken,
}

impl Search<'_> {
    /// The ways to the moments, where the course is launched so.
    async fn paths(&self, launch: &LaunchOptions) -> Result<Paths, StageError> {
        let options = ExploreOptions {
            launch: launch.clone(),
            max_time: if self.to_the_end {
                SEARCH
            } else {
                SEARCH_FOR_MIDDLE
            },
            max_acts: MOST_ACTS,
            seed: SEED,
            resume: false,
        };
        let Self {
            runtimes,
            home,
            cancel,
            ..
        } = self;
        Box::pin(paths(runtimes, home, options, self.to_the_end, cancel)).await
    }
}
