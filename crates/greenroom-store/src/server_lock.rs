//! Tells a running server from one that ended, also by a crash.
//!
//! Each server holds the lock of its own file as long as it runs; the system lets go of it
//! however the server ends. Sessions name their server, so nobody cleans up under a live one.
//! Beside the lock lies what the server announces to others of its user: how it can be reached.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use greenroom_stdx::private_files;

use crate::error::StoreError;
use crate::session_id::SessionId;

/// No announcement is longer, in bytes.
const LONGEST_ANNOUNCEMENT: u64 = 4096;

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

    /// Tells other servers of this user something, as long as this one runs.
    pub(crate) fn announce(&self, what: &[u8]) -> Result<(), StoreError> {
        let path = announced_at(&self.path);
        private_files::replace_durably(&path, what).map_err(StoreError::write(&path))
    }
}

impl Drop for ServerLock {
    fn drop(&mut self) {
        // If this fails, the next server removes the stale files.
        drop(fs::remove_file(announced_at(&self.path)));
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

/// What the server called `name` announces while it runs.
pub(crate) fn announced(folder: &Path, name: &str) -> Option<Vec<u8>> {
    if !is_running(folder, name) {
        return None;
    }
    let file = File::open(announced_at(&folder.join(name))).ok()?;
    let mut what = Vec::new();
    let length = file
        .take(LONGEST_ANNOUNCEMENT)
        .read_to_end(&mut what)
        .ok()?;
    (length > 0).then_some(what)
}

/// Removes the files of servers that ended without doing so.
pub(crate) fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let file_name = entry.file_name();
        let file_name = file_name.to_str().unwrap_or_default();
        let of_server = file_name.strip_suffix(ANNOUNCED).unwrap_or(file_name);
        let Some(name) = SessionId::parse(of_server) else {
            continue;
        };
        if !is_running(folder, name.as_str()) {
            drop(fs::remove_file(entry.path()));
        }
    }
}

/// How the file of an announcement is called, after the name of its server.
const ANNOUNCED: &str = ".json";

fn announced_at(lock: &Path) -> PathBuf {
    lock.with_extension("json")
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
    fn the_files_of_a_crashed_server_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let stale = folder.path().join("abcdefghijklmnop");
        fs::write(&stale, "").unwrap();
        fs::write(stale.with_extension("json"), "secret").unwrap();
        assert!(!is_running(folder.path(), "abcdefghijklmnop"));
        assert_eq!(announced(folder.path(), "abcdefghijklmnop"), None);
        remove_stale(folder.path());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_server_announces_is_there_while_it_runs_and_for_its_user_only() {
        let folder = tempfile::tempdir().unwrap();
        let lock = ServerLock::take(folder.path()).unwrap();
        let name = lock.name().to_owned();
        assert_eq!(announced(folder.path(), &name), None);
        lock.announce(b"here").unwrap();
        remove_stale(folder.path());
        assert_eq!(announced(folder.path(), &name).unwrap(), b"here");
        assert_eq!(
            announced(folder.path(), &format!("../servers/{name}")),
            None
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let file = fs::metadata(announced_at(&folder.path().join(&name))).unwrap();
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
