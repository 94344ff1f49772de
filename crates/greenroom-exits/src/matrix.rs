//! All ways at all moments.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{FutureExt as _, StreamExt as _};
use greenroom_explore::{ExploreOptions, Paths, paths};
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};
use tokio_util::sync::CancellationToken;

use crate::cell::{Left, Trial};
use crate::eavesdropping::Listener;
use crate::lms;
use crate::moment::{Moment, RehearsedMoment, Route};
use crate::verdict::{Orderly, Row, Verdict, judge};
use crate::ways::{self, Way};

/// Browsers at a time.
const SIDE_BY_SIDE: usize = 2;
/// What the search for the middle and the end may take.
const SEARCH: Duration = Duration::from_secs(30);
const MOST_ACTS: usize = 400;
/// The same for all visits, so that the same acts lead to the same page.
const SEED: u64 = 0;
/// Leaves in which nothing goes wrong, the most orderly first: what they bring is what others lose.
const ORDERLY: [&str; 2] = ["lms_exit", "tab_closed"];

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
}

/// What came of all ways.
#[derive(Debug)]
pub struct Matrix {
    /// By moment and way, as asked for.
    pub rows: Vec<Row>,
    /// What the content does when it is left.
    pub listeners: Vec<Listener>,
    /// How each moment was reached, in words.
    pub routes: Vec<(Moment, Vec<String>)>,
    pub took: Duration,
}

impl Matrix {
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
    let profiles = options.profiles.iter();
    let profiles: Result<BTreeSet<&str>, StageError> =
        profiles.map(|name| lms::playable(name, runtimes)).collect();
    // The engine by the book is all that can be left so far.
    profiles?;
    let learners = Arc::new(runtimes.of_learner());
    let made = leave_in_all(runtimes, &learners, home, options, cancel, progress).await;
    learners.shut_down().await;
    made
}

async fn leave_in_all(
    runtimes: &Arc<Runtimes>,
    learners: &Arc<Runtimes>,
    home: &Home,
    options: ExitOptions,
    cancel: &CancellationToken,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Matrix, StageError> {
    let began = Instant::now();
    let mut launch = options.launch.clone();
    launch.seed = Some(SEED);
    lms::GENERIC.clone_into(&mut launch.lms_profile);
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
    let found = if options
        .moments
        .iter()
        .any(|one| matches!(one, Moment::Middle | Moment::End))
    {
        progress("looking for the middle and the end of the course".to_owned());
        let explore = ExploreOptions {
            launch: launch.clone(),
            max_time: SEARCH,
            max_acts: MOST_ACTS,
            seed: SEED,
            resume: false,
        };
        let to_the_end = options.moments.contains(&Moment::End);
        Some(Box::pin(paths(runtimes, home, explore, to_the_end, cancel)).await?)
    } else {
        None
    };
    let trial = Trial {
        learners,
        root: &root,
        launch: &launch,
        cancel,
    };
    let mut moments = options.moments.clone();
    moments.dedup();
    for moment in moments {
        let route = match route(moment, found.as_ref(), options.rehearsal.as_ref()) {
            Ok(route) => route,
            Err(why) => {
                let rows = options.ways.iter().map(|way| unreached(*way, moment, why));
                matrix.rows.extend(rows);
                continue;
            }
        };
        if let Route::Path(path) = &route {
            let words = path.words().into_iter().map(ToOwned::to_owned).collect();
            matrix.routes.push((moment, words));
        }
        leave_at(&trial, moment, &route, &options.ways, &mut matrix, progress).await?;
    }
    matrix.took = began.elapsed();
    Ok(matrix)
}

/// All ways at one moment.
async fn leave_at(
    trial: &Trial<'_>,
    moment: Moment,
    route: &Route,
    wanted: &[&'static dyn Way],
    matrix: &mut Matrix,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<(), StageError> {
    let orderly = ORDERLY.iter().filter_map(|name| ways::find(name));
    let is_orderly = |way: &&'static dyn Way| ORDERLY.contains(&way.name());
    let others = wanted.iter().copied().filter(|way| !is_orderly(way));
    let ways: Vec<&'static dyn Way> = orderly.chain(others).collect();
    let total = ways.len();
    let mut leaving = Vec::new();
    for (index, way) in ways.into_iter().enumerate() {
        let one = async move {
            if trial.cancel.is_cancelled() {
                return Err(StageError::new(Fault::Unknown, "the call was cancelled"));
            }
            let (moment_name, name) = (moment.name(), way.name());
            progress(format!("{moment_name}: {name}, {} of {total}", index + 1));
            trial.leave((moment, route), way, lms::STANDARD).await
        };
        leaving.push(one.boxed());
    }
    let mut done: Vec<Left> = Vec::new();
    let mut leaving = futures::stream::iter(leaving).buffered(SIDE_BY_SIDE);
    while let Some(left) = leaving.next().await {
        done.push(left?);
    }
    for listener in done.iter().flat_map(|left| &left.listeners) {
        if !matrix.listeners.contains(listener) {
            matrix.listeners.push(listener.clone());
        }
    }
    let by_order = ORDERLY.iter().filter_map(|name| {
        let of_name = |left: &&Left| left.way == *name && left.not_possible.is_none();
        done.iter().find(of_name)
    });
    let orderly = Orderly::of(by_order);
    let mut rows: Vec<Row> = done.into_iter().map(|left| judge(left, &orderly)).collect();
    rows.retain(|row| wanted.iter().any(|way| way.name() == row.way));
    let place = |name: &str| wanted.iter().position(|way| way.name() == name);
    rows.sort_by_key(|row| place(row.way));
    matrix.rows.extend(rows);
    Ok(())
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
        "nothing on its first page leads on, so this moment is not reached; give a rehearsal",
    )
}

fn unreached(way: &'static dyn Way, moment: Moment, why: &str) -> Row {
    let left = Left::not_possible(way, moment, lms::STANDARD, why.to_owned());
    judge(left, &Orderly::default())
}
