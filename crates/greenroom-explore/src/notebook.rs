//! The file in which an exploration writes down what it knows, so that one that was broken off, by its
//! budget, by its caller or by a kill, can go on.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use greenroom_report::stamp;
use greenroom_stage::StageError;
use greenroom_stage::course::private::Home;
use greenroom_stdx::private_files;
use serde::{Deserialize, Serialize};

use crate::explorer::Explorer;
use crate::notes::Notes;
use crate::options::{Budget, ExploreOptions};
use crate::state::hash;

/// How long a run goes on before what it found is written down.
const BETWEEN: Duration = Duration::from_secs(5);
/// Explorations that can be gone on with; the oldest are forgotten.
const MOST: usize = 20;

/// Where the notes lie.
#[derive(Debug)]
pub(crate) struct Notebook {
    path: PathBuf,
    written: Instant,
    /// What the calls took that it goes on from; nothing if it begins.
    before: Option<Spent>,
}

/// Acts and time.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Spent {
    pub(crate) acts: usize,
    pub(crate) time: Duration,
}

impl Notebook {
    /// The notebook of this course and these options, and what it says if the caller goes on from it.
    pub(crate) async fn open(
        folder: &Path,
        home: &Home,
        options: &ExploreOptions,
    ) -> Result<(Self, Notes), StageError> {
        let folder = folder.to_owned();
        let session = Arc::clone(&home.session);
        let launch = format!("{:?}", options.launch);
        let resume = options.resume;
        let open = move || {
            let package = session.package();
            let content = package.map(|one| (one.path(), stamp(one.path(), one.package())));
            // Another version may look at pages otherwise.
            let key = hash(&(content, launch, env!("CARGO_PKG_VERSION")));
            let path = folder.join(format!("{key:016x}.json"));
            let known = resume.then(|| read(&path)).flatten();
            let (before, notes) = if let Some((before, notes)) = known {
                (Some(before), notes)
            } else {
                make_room(&folder);
                (None, Notes::default())
            };
            let notebook = Self {
                path,
                written: Instant::now(),
                before,
            };
            (notebook, notes)
        };
        Ok(tokio::task::spawn_blocking(open).await?)
    }

    /// It goes on from what was written down before.
    pub(crate) fn is_continued(&self) -> bool {
        self.before.is_some()
    }

    /// What the exploration took with what it goes on from.
    pub(crate) fn with_before(&self, budget: &Budget) -> Spent {
        let before = self.before.unwrap_or_default();
        Spent {
            acts: before.acts + budget.acts,
            time: before.time + budget.elapsed(),
        }
    }

    pub(crate) fn is_due(&self) -> bool {
        self.written.elapsed() >= BETWEEN
    }

    /// Nothing is left to go on with.
    pub(crate) fn throw_away(&self) {
        // One that was never written is what is wanted.
        let _gone = std::fs::remove_file(&self.path);
    }
}

impl Explorer<'_> {
    /// Writes down what is known. A disk that does not take it takes nothing from this exploration.
    pub(crate) async fn write_down(&mut self) {
        self.notebook.written = Instant::now();
        let text = serde_json::to_vec(&(self.notebook.with_before(&self.budget), &self.notes));
        let path = self.notebook.path.clone();
        let write = move || -> std::io::Result<()> {
            private_files::create_dir(path.parent().unwrap_or(&path))?;
            private_files::replace(&path, &text?)
        };
        match tokio::task::spawn_blocking(write).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "this exploration could not be written down");
            }
            Err(error) => tracing::warn!(%error, "this exploration was not written down"),
        }
    }
}

fn read(path: &Path) -> Option<(Spent, Notes)> {
    let text = std::fs::read(path).ok()?;
    let notes = serde_json::from_slice(&text);
    notes
        .inspect_err(|error| tracing::warn!(%error, "notes of an exploration cannot be read"))
        .ok()
}

fn make_room(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut known: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    known.sort();
    let most = known.len().saturating_sub(MOST - 1);
    for (_, path) in known.into_iter().take(most) {
        // Another process may have been quicker.
        let _gone = std::fs::remove_file(path);
    }
}
