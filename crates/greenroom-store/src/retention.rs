//! Cleaning up at start: session directories that are too old or too many.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use greenroom_stdx::private_files;

use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::journal;
use crate::limits::StoreLimits;
use crate::server_lock;
use crate::session_id::SessionId;
use crate::session_record::SessionRecord;

/// What a clean-up did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CleanUp {
    /// Session directories that were removed.
    pub removed: usize,
    /// Directories over the limits that were kept, since their journal is not saved.
    pub kept_unsaved: Vec<SessionId>,
}

/// Removes what dead servers left behind, and session directories beyond the retention limits.
///
/// Sessions of running servers are left alone, and so is a directory whose journal is not saved.
pub fn clean_up(data_dir: &DataDir, limits: &StoreLimits) -> Result<CleanUp, StoreError> {
    server_lock::remove_stale(&data_dir.servers());
    let age = Duration::from_secs(limits.retention_days.saturating_mul(24 * 60 * 60));
    // An age beyond the clock's beginning keeps all, as 0 does.
    let oldest = SystemTime::now()
        .checked_sub(age)
        .filter(|_| limits.retention_days > 0);
    let most = if limits.retention_sessions > 0 {
        limits.retention_sessions
    } else {
        usize::MAX
    };

    let mut outcome = CleanUp::default();
    for (rank, (used, id, directory)) in dead_sessions(data_dir)?.into_iter().enumerate() {
        // The unpacked copy of a session that was never closed.
        remove_or_log(&directory.join("package"));
        if rank < most && oldest.is_none_or(|oldest| used >= oldest) {
            continue;
        }
        if journal::is_unsaved(&directory) {
            outcome.kept_unsaved.push(id);
        } else if remove_or_log(&directory) {
            outcome.removed += 1;
        }
    }
    Ok(outcome)
}

/// Sessions without a running server, most recently used first.
fn dead_sessions(data_dir: &DataDir) -> Result<Vec<(SystemTime, SessionId, PathBuf)>, StoreError> {
    let sessions = data_dir.sessions();
    let mut dead = Vec::new();
    for entry in private_files::list_dir(&sessions).map_err(StoreError::read(&sessions))? {
        // Only what Greenroom made: whatever else lies here is not ours to remove.
        let Some(id) = entry.file_name().to_str().and_then(SessionId::parse) else {
            continue;
        };
        let directory = entry.path();
        if !SessionRecord::is_live(&directory, &data_dir.servers()) {
            dead.push((last_used(&directory), id, directory));
        }
    }
    dead.sort_by(|a, b| b.cmp(a));
    Ok(dead)
}

fn last_used(directory: &Path) -> SystemTime {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified());
    modified(&directory.join(crate::events::FILE_NAME))
        .or_else(|_| modified(directory))
        .unwrap_or(SystemTime::UNIX_EPOCH)
}

fn remove_or_log(folder: &Path) -> bool {
    let removed = private_files::remove_dir(folder);
    if let Err(error) = &removed {
        tracing::warn!(path = %folder.display(), %error, "a folder could not be removed");
    }
    removed.is_ok()
}
