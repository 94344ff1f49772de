//! Follows the files of a project while its UI runs.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_lua::ErrorLog;
use greenroom_lua::frame::NoticeKind;
use greenroom_lua::viewdef::ViewdefStore;
use greenroom_stdx::IgnorePoison as _;
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::mpsc;

use super::project_files::{Found, ProjectFiles};
use super::sessions::SharedSessions;

/// Editors write in several steps; a look waits until it is quiet for this long.
const QUIET: Duration = Duration::from_millis(100);
/// The folders that are followed, where they exist.
const FOLDERS: [&str; 3] = ["viewdefs", "lua", "html"];

/// What following needs.
#[derive(Clone)]
pub(super) struct Followed {
    pub(super) base_dir: Arc<std::path::PathBuf>,
    pub(super) files: Arc<Mutex<ProjectFiles>>,
    pub(super) store: Arc<ViewdefStore>,
    pub(super) errors: Arc<ErrorLog>,
    pub(super) sessions: SharedSessions,
}

/// Follows the project until the task is aborted.
pub(super) async fn follow(followed: Followed) {
    let (changed, mut changes) = mpsc::unbounded_channel();
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let matters = event.is_ok_and(|event| !event.kind.is_access());
        if matters {
            let _ended = changed.send(());
        }
    });
    let mut watcher = match watcher {
        Ok(watcher) => watcher,
        Err(error) => {
            tracing::warn!(target: "ui", %error, "the project's files are not followed");
            return;
        }
    };
    // The folder itself tells when one of the followed ones appears.
    if let Err(error) = watcher.watch(&followed.base_dir, RecursiveMode::NonRecursive) {
        tracing::warn!(target: "ui", %error, "the project's folder is not followed");
    }
    watch_folders(&mut watcher, &followed.base_dir);
    while changes.recv().await.is_some() {
        while tokio::time::timeout(QUIET, changes.recv()).await.is_ok() {}
        watch_folders(&mut watcher, &followed.base_dir);
        look(&followed).await;
    }
}

fn watch_folders(watcher: &mut RecommendedWatcher, base_dir: &Path) {
    for folder in FOLDERS {
        let folder = base_dir.join(folder);
        if folder.is_dir()
            && let Err(error) = watcher.watch(&folder, RecursiveMode::Recursive)
        {
            tracing::warn!(target: "ui", %error, folder = %folder.display(), "not followed");
        }
    }
}

/// Reads the files and tells the sessions what changed.
async fn look(followed: &Followed) {
    let reading = followed.clone();
    let found = tokio::task::spawn_blocking(move || {
        reading
            .files
            .lock()
            .ignore_poison()
            .look(&reading.base_dir, &reading.store)
    })
    .await
    .unwrap_or_default();
    report(&followed.errors, &found);
    let sessions = followed.sessions.all();
    for (place, problem) in &found.problems {
        for session in &sessions {
            session.notice(NoticeKind::Reloaded, &format!("{place}: {problem}"));
        }
    }
    for session in &sessions {
        if found.style {
            session.notice(NoticeKind::Style, "");
        }
        if !found.lua.is_empty() {
            session.reload(found.lua.clone());
        }
    }
    if !found.viewdefs.is_empty() {
        let pushes = sessions
            .iter()
            .map(|session| session.viewdefs_changed(found.viewdefs.clone()));
        futures::future::join_all(pushes).await;
    }
}

/// Writes what cannot be used to the log of errors.
pub(super) fn report(errors: &ErrorLog, found: &Found) {
    for (place, problem) in &found.problems {
        errors.note("-", place, problem);
    }
    for (key, warnings) in &found.warnings {
        for warning in warnings {
            let words = format!("{}:{} {}", warning.line, warning.column, warning.message);
            tracing::warn!(target: "ui", viewdef = %key, "{words}");
        }
    }
}
