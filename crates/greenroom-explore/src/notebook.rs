//! The file in which an exploration writes down what it knows, so that one that was broken off, by its
//! budget, by its caller or by a kill, can go on.

use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use greenroom_stage::StageError;
use greenroom_stage::course::private::Home;
use greenroom_stdx::private_files;
use greenroom_store::{OpenPackage, Session};

use crate::coverage::package_files;
use crate::explorer::Explorer;
use crate::notes::Notes;
use crate::options::ExploreOptions;
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
    is_continued: bool,
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
            // Another version may look at pages otherwise.
            let key = hash(&(marks(&session), launch, env!("CARGO_PKG_VERSION")));
            let path = folder.join(format!("{key:016x}.json"));
            let notes = resume.then(|| read(&path)).flatten();
            if notes.is_none() {
                make_room(&folder);
            }
            let notebook = Self {
                path,
                written: Instant::now(),
                is_continued: notes.is_some(),
            };
            (notebook, notes.unwrap_or_default())
        };
        Ok(tokio::task::spawn_blocking(open).await?)
    }

    /// It goes on from what was written down before.
    pub(crate) fn is_continued(&self) -> bool {
        self.is_continued
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
        let notes = &mut self.notes;
        let before = (notes.acts_before, notes.time_before);
        notes.acts_before += self.budget.acts;
        notes.time_before += self.budget.elapsed();
        let text = serde_json::to_vec(notes);
        (notes.acts_before, notes.time_before) = before;
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

fn read(path: &Path) -> Option<Notes> {
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

/// What tells whether a course is still the same: where it lies, and size and time of its files.
fn marks(session: &Session) -> impl Hash {
    let mark = |path: &Path| {
        let about = path.metadata().ok();
        let time = about.as_ref().and_then(|about| about.modified().ok());
        (about.map_or(0, |about| about.len()), time)
    };
    let path = session.package().map_or(Path::new(""), OpenPackage::path);
    let files = if path.is_dir() {
        package_files(session)
    } else {
        vec![String::new()]
    };
    let marks = files.into_iter().map(|name| {
        let file = if name.is_empty() {
            path.to_owned()
        } else {
            path.join(&name)
        };
        (mark(&file), name)
    });
    (path.to_owned(), marks.collect::<Vec<_>>())
}
