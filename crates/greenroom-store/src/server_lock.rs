//! Tells a running server from one that ended, also by a crash.
//!
//! Each server holds the lock of its own file as long as it runs; the system lets go of it
//! however the server ends. Sessions name their server, so nobody cleans up under a live one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use greenroom_stdx::private_files;

use crate::error::StoreError;
use crate::session_id::SessionId;

/// This server's lock. Dropped at the end of the server, on purpose or not.
#[derive(Debug)]
pub(crate) struct ServerLock {
    name: String,
    path: PathBuf,
    /// Held, never read: closing it lets go of the lock.
    _file: File,
}

impl ServerLock {
    /// Takes a new lock in `folder`.
    pub(crate) fn take(folder: &Path) -> Result<Self, StoreError> {
        private_files::create_dir(folder).map_err(StoreError::write(folder))?;
        let name = SessionId::draw()
            .map_err(StoreError::write(folder))?
            .to_string();
        let path = folder.join(&name);
        // Locked before it gets its name, so that nobody can take it for a stale one.
        let unnamed = folder.join(format!(".{name}"));
        let file = File::create_new(&unnamed).map_err(StoreError::write(&unnamed))?;
        file.lock().map_err(StoreError::write(&unnamed))?;
        fs::rename(&unnamed, &path).map_err(StoreError::write(&path))?;
        Ok(Self {
            name,
            path,
            _file: file,
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for ServerLock {
    fn drop(&mut self) {
        // If this fails, the next server removes the stale file.
        drop(fs::remove_file(&self.path));
    }
}

/// Whether the server called `name` is running.
pub(crate) fn is_running(folder: &Path, name: &str) -> bool {
    // The name comes from a file: it must not lead elsewhere.
    let Some(name) = SessionId::parse(name) else {
        return false;
    };
    File::open(folder.join(name.as_str())).is_ok_and(|file| file.try_lock_shared().is_err())
}

/// Removes the files of servers that ended without doing so.
pub(crate) fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let Some(name) = entry.file_name().to_str().and_then(SessionId::parse) else {
            continue;
        };
        if !is_running(folder, name.as_str()) {
            drop(fs::remove_file(entry.path()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_running_while_it_holds_its_lock() {
        let folder = tempfile::tempdir().unwrap();
        let lock = ServerLock::take(folder.path()).unwrap();
        let name = lock.name().to_owned();
        assert!(is_running(folder.path(), &name));
        remove_stale(folder.path());
        assert!(is_running(folder.path(), &name), "a live lock is not stale");
        drop(lock);
        assert!(!is_running(folder.path(), &name));
    }

    #[test]
    fn the_file_of_a_crashed_server_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let stale = folder.path().join("abcdefghijklmnop");
        fs::write(&stale, "").unwrap();
        assert!(!is_running(folder.path(), "abcdefghijklmnop"));
        remove_stale(folder.path());
        assert!(!stale.exists());
    }
}
