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
use scorm_session::rehearsal::{self, Case, Report};
use scorm_session::{Learner, Options};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use self::browser_theatre::BrowserTheatre;

pub use self::browser_theatre::Performed;
pub use self::files::{Scenarios, Unreadable};
pub use self::load_error::LoadError;

use crate::course::runtimes::Runtimes;

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
        home: None,
        lms_profile,
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
    let played = tokio::task::spawn_blocking(move || -> io::Result<_> {
        let folder = tempfile::tempdir()?;
        let mut theatre =
            BrowserTheatre::new(&runtimes, handle, folder.path().to_owned(), performed);
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
