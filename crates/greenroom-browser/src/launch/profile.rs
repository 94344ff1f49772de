//! Profile folders: one per browser, held by a lock, swept when the owner is dead.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use greenroom_os::private;

const PREFIX: &str = "greenroom-profile-";
const LOCK: &str = "owner.lock";
/// A folder without a lock file may be one that is just being made.
const YOUNG: Duration = Duration::from_mins(1);

/// A profile folder. The lock lives as long as this value or this process.
#[derive(Debug)]
pub(super) struct Profile {
    path: PathBuf,
    _lock: File,
}

impl Profile {
    pub(super) fn create(parent: &Path) -> io::Result<Self> {
        let mut random = [0_u8; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let name = format!("{PREFIX}{:016x}", u64::from_le_bytes(random));
        let path = parent.join(name);
        private::create_folder(&path)?;
        let lock = File::create(path.join(LOCK))?;
        lock.lock()?;
        Ok(Self { path, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Remove the folder; processes that just died may still be letting go of it.
    pub(super) fn remove(&self) -> io::Result<()> {
        for _ in 0..50 {
            match fs::remove_dir_all(&self.path) {
                Ok(()) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        fs::remove_dir_all(&self.path)
    }
}

/// Remove profile folders in `parent` whose owner is dead. Folders in use are left alone.
pub(super) fn sweep(parent: &Path) {
    for path in forgotten(parent) {
        match fs::remove_dir_all(&path) {
            Ok(()) => tracing::info!(path = %path.display(), "stale profile removed"),
            Err(error) => tracing::warn!(%error, "stale profile could not be removed"),
        }
    }
}

/// Profile folders in `parent` whose owner is dead.
pub(super) fn forgotten(parent: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX))
        .map(|entry| entry.path())
        .filter(|path| owner_is_dead(path))
        .collect()
}

fn owner_is_dead(profile: &Path) -> bool {
    match File::open(profile.join(LOCK)) {
        Ok(file) => match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::metadata(profile)
            .and_then(|metadata| metadata.modified())
            .is_ok_and(|time| {
                SystemTime::now()
                    .duration_since(time)
                    .is_ok_and(|age| age > YOUNG)
            }),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_in_use_survives_the_sweep_and_a_forgotten_one_does_not() {
        let parent = tempfile::tempdir().unwrap();
        let held = Profile::create(parent.path()).unwrap();
        let forgotten = Profile::create(parent.path()).unwrap();
        let forgotten_path = forgotten.path().to_path_buf();
        // Dropping releases the lock, as the death of its process does.
        drop(forgotten);
        assert_eq!(
            super::forgotten(parent.path()),
            vec![forgotten_path.clone()]
        );
        sweep(parent.path());
        assert!(held.path().is_dir());
        assert!(!forgotten_path.exists());
        held.remove().unwrap();
        assert!(!held.path().exists());
    }

    #[test]
    fn other_folders_are_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let other = parent.path().join("other");
        fs::create_dir(&other).unwrap();
        fs::write(other.join(LOCK), "").unwrap();
        sweep(parent.path());
        assert!(other.is_dir());
    }
}
