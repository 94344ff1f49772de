//! Which files of a package were saved.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use greenroom_store::{OpenPackage, Session, StoreError};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::mpsc;

use super::check_editable;
use crate::{Fault, StageError};

/// Editors write in several steps, build tools in many; a look waits until it is quiet for this long,
const QUIET: Duration = Duration::from_millis(120);
/// but no longer than this.
const LONGEST: Duration = Duration::from_secs(1);
/// Files that are named.
const NAMED: usize = 20;

/// What was saved since the last look.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    /// Paths inside the package; the first ones.
    pub(super) files: Vec<String>,
    pub(super) count: usize,
}

/// Follows the files of one folder.
pub(super) struct Follower {
    root: PathBuf,
    changes: mpsc::UnboundedReceiver<PathBuf>,
    /// Follows as long as it lives.
    _watcher: RecommendedWatcher,
}

impl Follower {
    pub(super) fn of(session: &Session) -> Result<Self, StageError> {
        let path = session.package().map_or(Path::new(""), OpenPackage::path);
        check_editable(path)?;
        let root = path.canonicalize().map_err(|source| StoreError::Read {
            path: path.to_owned(),
            source,
        })?;
        let (changed, changes) = mpsc::unbounded_channel();
        let tell = move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if !event.kind.is_access() {
                for path in event.paths {
                    let _ended = changed.send(path);
                }
            }
        };
        let watcher = notify::recommended_watcher(tell).and_then(|mut watcher| {
            watcher.watch(&root, RecursiveMode::Recursive)?;
            Ok(watcher)
        });
        let watcher = watcher.map_err(|error| {
            let message = format!("{} cannot be followed: {error}", root.display());
            StageError::new(Fault::Unknown, message)
                .hint("A folder of many folders may need a higher fs.inotify.max_user_watches.")
        })?;
        Ok(Self {
            root,
            changes,
            _watcher: watcher,
        })
    }

    /// Waits until something was saved and it is quiet again.
    pub(super) async fn next(&mut self) -> Option<Saved> {
        loop {
            let mut files = BTreeSet::new();
            let first = self.changes.recv().await?;
            files.extend(self.named(&first));
            let began = Instant::now();
            while began.elapsed() < LONGEST
                && let Ok(path) = tokio::time::timeout(QUIET, self.changes.recv()).await
            {
                files.extend(self.named(&path?));
            }
            if !files.is_empty() {
                return Some(Saved {
                    count: files.len(),
                    files: files.into_iter().take(NAMED).collect(),
                });
            }
        }
    }

    /// The path inside the package, unless only an editor or a version control cares for it.
    fn named(&self, path: &Path) -> Option<String> {
        let inside = path.strip_prefix(&self.root).ok()?;
        let parts: Vec<_> = inside
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        let name = parts.last()?;
        let is_of_editor = name.ends_with('~')
            || name.ends_with(".swp")
            || name.ends_with(".tmp")
            // Vim tries out with it whether it may write.
            || name == "4913";
        let is_hidden = parts.iter().any(|part| part.starts_with('.'));
        (!is_of_editor && !is_hidden).then(|| parts.join("/"))
    }
}
