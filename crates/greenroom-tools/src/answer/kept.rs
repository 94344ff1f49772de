//! Whole answers that were too long to send, as files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io};

use greenroom_stdx::now_ms;
use greenroom_store::{ArtifactType, NewArtifact, StoreError};
use serde_json::{Map, Value};

use crate::app::App;

/// Answers of calls without a session lie here, below the data directory.
const FOLDER: &str = "answers";
/// The latest ones are kept there, so that the folder does not grow without end.
const KEPT: usize = 100;

/// Why a whole answer is not on the disk.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotKept {
    #[error(transparent)]
    Unwritable(#[from] serde_json::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}: {error}", path.display())]
    Disk { path: PathBuf, error: io::Error },
    /// The task that wrote it ended early.
    #[error(transparent)]
    Task(#[from] tokio::task::JoinError),
}

/// Writes a whole answer to a file of its session, or of the folder for calls without one.
///
/// Returns the path relative to the data directory, and the absolute one.
pub(super) fn keep(
    app: &Arc<App>,
    tool: &str,
    session_id: Option<&str>,
    data: &Value,
) -> Result<(String, PathBuf), NotKept> {
    let text = serde_json::to_vec_pretty(data)?;
    let session = session_id.and_then(|id| app.sessions.session(id).ok());
    if let Some(session) = session {
        let new = NewArtifact {
            kind: ArtifactType::Report,
            mime: "application/json".to_owned(),
            tool: tool.to_owned(),
            title: format!("The whole answer of {tool}"),
            metadata: Map::new(),
        };
        let artifact = session.artifacts().write("json", &text, new)?;
        return Ok((artifact.path, artifact.absolute_path));
    }
    let folder = app.data_directory.join(FOLDER);
    let path = folder.join(file_name(tool));
    let write = || -> io::Result<()> {
        fs::create_dir_all(&folder)?;
        fs::write(&path, &text)?;
        forget_old(&folder)
    };
    if let Err(error) = write() {
        return Err(NotKept::Disk { path, error });
    }
    let relative = app.sessions.data_dir().relative(&path);
    if let Some(shared) = app.sessions.data_dir().shared() {
        shared.files.publish(&relative);
    }
    Ok((relative, path))
}

/// Sorted by name is sorted by time; no two calls of any process share a name.
fn file_name(tool: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    format!("{:013}-{process}-{count}-{tool}.json", now_ms())
}

fn forget_old(folder: &Path) -> std::io::Result<()> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    let old = files.len().saturating_sub(KEPT);
    for path in files.into_iter().take(old) {
        match fs::remove_file(&path) {
            // Another server forgets the same files.
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_answers_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        for n in 0..KEPT + 5 {
            fs::write(folder.path().join(format!("{n:013}-x.json")), "{}").unwrap();
        }
        fs::write(folder.path().join("a note.txt"), "mine").unwrap();
        forget_old(folder.path()).unwrap();
        let names: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(names.len(), KEPT + 1);
        assert!(!names.contains(&format!("{:013}-x.json", 4)));
        assert!(names.contains(&format!("{:013}-x.json", 5)));
    }
}
