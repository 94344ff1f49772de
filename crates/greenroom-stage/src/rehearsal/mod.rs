//! Rehearsals, from their files to their reports, on the engine or in the browser.

mod browser_theatre;
mod faults;
mod files;
mod generated_package;
mod load_error;
mod look;
pub mod reading;
pub mod record;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_store::{SessionOptions, SessionStore};
use scorm_session::rehearsal::format::{Act, Next, Step};
use scorm_session::rehearsal::{self, Case, Report};
use scorm_session::{Learner, Options};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use self::browser_theatre::BrowserTheatre;

pub use self::browser_theatre::{ActLog, NotedAct, Performed};
pub use self::files::{Scenarios, Unreadable};
pub use self::load_error::LoadError;

use crate::course::launch_options::LaunchOptions;
use crate::course::private::Stay;
use crate::course::runtimes::Runtimes;
use crate::{Fault, StageError};

/// The learner of a rehearsal that asks for number `number`.
pub fn learner(number: u32) -> Learner {
    Learner::new(&format!("learner_{number}"), "Learner, Test")
}

/// Plays a rehearsal on the engine alone. One that fails is played once more with the trace on,
/// from where the learner stood before.
pub fn play_on_engine(case: &Case, learner: &mut Learner) -> Report {
    let before = learner.clone();
    let quiet = Options {
        report_changes: false,
        ..Options::default()
    };
    let report = rehearsal::run(case, learner, &quiet);
    if report.passed {
        return report;
    }
    let mut again = before;
    let traced = Options {
        trace: true,
        ..quiet
    };
    rehearsal::run(case, &mut again, &traced)
}

/// Plays a rehearsal through the player page: with the pages of `package`, or with a generated
/// page per activity; in the profile of an LMS, or by the book.
pub async fn play_in_browser(
    runtimes: &Arc<Runtimes>,
    case: &Case,
    learner: &mut Learner,
    package: Option<PathBuf>,
    lms_profile: Option<String>,
) -> Report {
    let performed = Performed {
        package,
        lms_profile,
        ..Performed::default()
    };
    play(runtimes, case, learner, performed).await
}

/// Opens the package that rehearsals play with its own pages, and gives the folder of its files.
///
/// It stays open until the app is closed.
pub fn open_package(sessions: &SessionStore, path: &Path) -> Result<PathBuf, LoadError> {
    let session = sessions.open(path, SessionOptions::default(), &CancellationToken::new())?;
    let package = session.package().ok_or(LoadError::NoPackage)?;
    Ok(package.root().to_owned())
}

pub async fn play(
    runtimes: &Arc<Runtimes>,
    case: &Case,
    learner: &mut Learner,
    performed: Performed,
) -> Report {
    let handle = Handle::current();
    let (runtimes, case) = (Arc::clone(runtimes), case.clone());
    let mut taking = std::mem::take(learner);
    let id = case.rehearsal.id.clone();
    let cancel = CancellationToken::new();
    let _until_answered = cancel.clone().drop_guard();
    let played = tokio::task::spawn_blocking(move || -> io::Result<_> {
        let folder = tempfile::tempdir()?;
        let folder_path = folder.path().to_owned();
        let mut theatre = BrowserTheatre::new(&runtimes, handle, folder_path, performed, cancel);
        let report = rehearsal::run_in(&mut theatre, &case, &mut taking);
        drop(theatre);
        Ok((report, taking))
    });
    match played.await {
        Ok(Ok((report, taken))) => {
            *learner = taken;
            report
        }
        Ok(Err(fault)) => Report::not_played(&id, &fault.to_string()),
        Err(fault) => Report::not_played(&id, &fault.to_string()),
    }
}

/// Plays a rehearsal of the course in `package`, launched with `launch`, and leaves it open where it
/// stands then. Where nobody waits for it any more, it breaks off, and the course is closed.
pub async fn play_and_stay(
    runtimes: &Arc<Runtimes>,
    case: &Case,
    package: PathBuf,
    launch: LaunchOptions,
) -> Result<Stay, StageError> {
    play_noting(runtimes, case, package, launch, None).await
}

/// As [`play_and_stay`], with its acts noted.
pub async fn play_noting(
    runtimes: &Arc<Runtimes>,
    case: &Case,
    package: PathBuf,
    launch: LaunchOptions,
    acts: Option<Arc<ActLog>>,
) -> Result<Stay, StageError> {
    let mut case = case.clone();
    let comes_back = |step: &Step| step.then.relaunch.is_some() || step.then.then.is_some();
    if case.rehearsal.steps.iter().any(comes_back) {
        let message = format!(
            "the rehearsal {} leaves the course and comes back",
            case.rehearsal.id
        );
        let hint = "Give one that plays the course once, up to where it is to be left.";
        return Err(StageError::new(Fault::InvalidParams, message).hint(hint));
    }
    if let Some(last) = case.rehearsal.steps.last_mut()
        && matches!(last.then.act, Act::End { .. })
    {
        // Others leave, and later.
        last.then = Next::new(Act::End { leave_with: None });
    }
    let handle = Handle::current();
    let runtimes = Arc::clone(runtimes);
    let performed = Performed {
        package: Some(package),
        stays: Some(launch),
        acts,
        ..Performed::default()
    };
    let cancel = CancellationToken::new();
    let _until_answered = cancel.clone().drop_guard();
    let played = tokio::task::spawn_blocking(move || -> io::Result<_> {
        let folder = tempfile::tempdir()?;
        let folder_path = folder.path().to_owned();
        let mut theatre = BrowserTheatre::new(&runtimes, handle, folder_path, performed, cancel);
        let mut learner = learner(case.rehearsal.learner);
        let report = rehearsal::run_in(&mut theatre, &case, &mut learner);
        // What did not hold is closed with the theatre.
        let runtime = report.passed.then(|| theatre.hand_over()).flatten();
        let stay = runtime.map(|runtime| Stay::rehearsed(&runtimes, runtime));
        Ok((report, stay.transpose()))
    });
    let unplayable = |why: String| StageError::new(Fault::Unknown, why);
    let (report, stay) = played
        .await
        .map_err(|fault| unplayable(fault.to_string()))?
        .map_err(|fault| unplayable(fault.to_string()))?;
    match (stay?, report.failure) {
        (Some(stay), None) => Ok(stay),
        (_, failure) => {
            let why = failure.map_or_else(
                || "it ends the course itself".to_owned(),
                |failure| {
                    format!(
                        "step {}, {}: expected {}, got {}",
                        failure.step, failure.call, failure.expected, failure.actual
                    )
                },
            );
            let message = format!("the rehearsal {} does not hold: {why}", report.id);
            Err(StageError::new(Fault::InvalidParams, message)
                .hint("Call scorm_rehearse with it, and mend it first."))
        }
    }
}
