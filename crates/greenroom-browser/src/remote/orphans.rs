//! Sessions that a server of this machine left in a Grid when it was killed.
//!
//! A server holds the lock of a file as long as it lives, and its sessions carry the file's name. A
//! file whose lock is free belongs to a server that is dead. Where the file is gone too, as with a
//! container, the Grid's own time-out ends the sessions.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::address::Address;
use super::grid;

const PREFIX: &str = "greenroom-grid-";
/// A file that is just being made is not locked yet.
const YOUNG: Duration = Duration::from_mins(1);
/// Sessions of a Grid that nobody names any more are long over.
const OLD: Duration = Duration::from_hours(24);

/// Owns sessions while it lives.
#[derive(Debug)]
pub(super) struct Owner {
    path: PathBuf,
    _lock: File,
}

impl Owner {
    pub(super) fn create(folder: &Path, grids: &[&Address]) -> io::Result<Self> {
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let name = format!("{PREFIX}{:032x}", u128::from_le_bytes(random));
        let path = folder.join(name);
        let mut lock = File::create_new(&path)?;
        lock.lock()?;
        lock.write_all(list(grids).as_bytes())?;
        Ok(Self { path, _lock: lock })
    }

    /// What its sessions are called.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.path));
    }
}

fn list(grids: &[&Address]) -> String {
    let each = grids.iter().map(|grid| grid.authority());
    each.collect::<Vec<_>>().join("\n")
}

/// Files of dead owners that used these Grids.
fn forgotten(folder: &Path, grids: &[&Address]) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let ours = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with(PREFIX);
    let is_dead = |path: &PathBuf| {
        let age = std::fs::metadata(path)
            .and_then(|data| data.modified())
            .ok()
            .and_then(|at| SystemTime::now().duration_since(at).ok());
        let Some(age) = age.filter(|age| *age > YOUNG) else {
            return false;
        };
        let Ok(file) = File::open(path) else {
            return false;
        };
        let free = file.try_lock().is_ok();
        let same = std::fs::read_to_string(path).is_ok_and(|text| text == list(grids));
        free && (same || age > OLD)
    };
    let paths = entries.flatten().filter(ours).map(|entry| entry.path());
    paths.filter(is_dead).collect()
}

/// Ends the sessions of dead owners.
pub(super) async fn reap(folder: &Path, grids: &[&Address]) {
    let (at, named) = (folder.to_owned(), grids.iter().map(|grid| (*grid).clone()));
    let named: Vec<Address> = named.collect();
    let look = move || forgotten(&at, &named.iter().collect::<Vec<_>>());
    let dead = tokio::task::spawn_blocking(look).await.unwrap_or_default();
    if dead.is_empty() {
        return;
    }
    let names: Vec<String> = dead
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    for grid in grids {
        let Ok(sessions) = grid::sessions(grid).await else {
            return;
        };
        for (id, _) in sessions.iter().filter(|(_, name)| names.contains(name)) {
            tracing::info!(
                grid = grid.authority(),
                id,
                "a session without a server is ended"
            );
            grid::end(grid, id).await;
        }
    }
    for path in dead {
        drop(std::fs::remove_file(path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_dead_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let grid = Address::parse("http://grid:4444", 4444).unwrap();
        let other = Address::parse("http://other:4444", 4444).unwrap();
        let alive = Owner::create(folder.path(), &[&grid]).unwrap();
        let dead = folder.path().join(format!("{PREFIX}dead"));
        let elsewhere = folder.path().join(format!("{PREFIX}elsewhere"));
        std::fs::write(&dead, list(&[&grid])).unwrap();
        std::fs::write(&elsewhere, list(&[&other])).unwrap();
        let aged = SystemTime::now() - Duration::from_mins(5);
        for path in [&dead, &elsewhere, &alive.path] {
            let file = File::options().append(true).open(path).unwrap();
            file.set_modified(aged).unwrap();
        }
        assert_eq!(forgotten(folder.path(), &[&grid]), [dead]);
        let path = alive.path.clone();
        drop(alive);
        assert!(!path.exists());
    }
}
