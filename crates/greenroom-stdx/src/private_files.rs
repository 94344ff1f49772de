//! Files and folders that only the user may read, and files that are replaced whole or not at all.

use std::fs::{self, DirEntry, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use greenroom_os::private;
use tempfile::NamedTempFile;

/// Creates a folder and its parents; each folder made here is readable by the user only.
///
/// Folders that exist already keep their permissions: they may be the user's own.
pub fn create_dir(path: &Path) -> io::Result<()> {
    private::create_folders(path)
}

/// Creates one new folder; `AlreadyExists` if it is there.
pub fn create_new_dir(path: &Path) -> io::Result<()> {
    private::create_folder(path)
}

/// Replaces `path` atomically: a reader sees the old content or the new, never a part of either.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    temporary_beside(path, content)?
        .persist(path)
        .map_err(|error| error.error)?;
    Ok(())
}

/// Like [`replace`], and the new content survives a power cut once this has returned.
pub fn replace_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    let file = temporary_beside(path, content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    private::sync_folder(folder_of(path))
}

fn temporary_beside(path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix(".writing-")
        .make_in(folder_of(path), private::create_new_file)?;
    file.write_all(content)?;
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

/// Appends to a file, which is made if it is not there. What was appended survives a power cut
/// once this has returned.
pub fn append_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    let is_new = !path.try_exists()?;
    let mut file = private::open(path, OpenOptions::new().append(true).create(true))?;
    file.write_all(content)?;
    file.sync_data()?;
    if is_new {
        private::sync_folder(folder_of(path))?;
    }
    Ok(())
}

/// Moves everything in a folder to another one, so that it survives a power cut there; a folder
/// that is not there is empty.
pub fn move_all_durably(from: &Path, to: &Path) -> io::Result<()> {
    let entries = list_dir(from)?;
    if entries.is_empty() {
        return Ok(());
    }
    create_dir(to)?;
    for entry in entries {
        fs::rename(entry.path(), to.join(entry.file_name()))?;
    }
    private::sync_folder(to)?;
    private::sync_folder(from)
}

/// Makes a rename or a new file in `folder` survive a power cut.
pub fn sync_dir(folder: &Path) -> io::Result<()> {
    private::sync_folder(folder)
}

/// Removes a folder and what is in it; a folder that is not there is no error.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// What lies in a folder; nothing if it is not there yet.
pub fn list_dir(folder: &Path) -> io::Result<Vec<DirEntry>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = list_dir(folder)
            .unwrap()
            .iter()
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[cfg(unix)]
    #[test]
    fn what_is_made_is_for_the_user_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a").join("b");
        create_dir(&folder).unwrap();
        append_durably(&folder.join("appended"), b"1").unwrap();
        replace(&folder.join("replaced"), b"1").unwrap();
        replace_durably(&folder.join("durable"), b"1").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&home.path().join("a")), 0o700);
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(names(&folder), ["appended", "durable", "replaced"]);
        for name in names(&folder) {
            assert_eq!(mode(&folder.join(&name)), 0o600, "{name}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_replaced_stays_and_nothing_is_left_beside_it() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        replace_durably(&path, b"old").unwrap();
        replace_durably(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // A folder cannot be replaced by a file.
        let taken = home.path().join("taken");
        create_new_dir(&taken).unwrap();
        assert!(replace_durably(&taken, b"x").is_err());
        assert_eq!(names(home.path()), ["file", "taken"]);
    }

    #[test]
    fn appending_makes_the_file_and_goes_on_in_it() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("lines");
        append_durably(&path, b"1\n").unwrap();
        append_durably(&path, b"2\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"1\n2\n");
    }

    #[test]
    fn everything_is_moved_also_from_nowhere() {
        let home = tempfile::tempdir().unwrap();
        let (from, to) = (home.path().join("from"), home.path().join("to"));
        move_all_durably(&from, &to).unwrap();
        assert!(!to.exists(), "there was nothing to move");
        create_dir(&from).unwrap();
        replace(&from.join("a"), b"1").unwrap();
        move_all_durably(&from, &to).unwrap();
        assert_eq!((names(&from), names(&to)), (vec![], vec!["a".to_owned()]));
    }
}
