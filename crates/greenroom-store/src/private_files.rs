//! Files and folders that only the user may read, and files that are replaced whole or not at all.

use std::fs::{self, DirBuilder, DirEntry, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Creates a folder and its parents; each folder made here is readable by the user only.
///
/// Folders that exist already keep their permissions: they may be the user's own.
pub(crate) fn create_dir(path: &Path) -> io::Result<()> {
    private_builder().recursive(true).create(path)
}

/// Creates one new folder; `AlreadyExists` if it is there.
pub(crate) fn create_new_dir(path: &Path) -> io::Result<()> {
    private_builder().create(path)
}

#[cfg(unix)]
fn private_builder() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private_builder() -> DirBuilder {
    DirBuilder::new()
}

/// Replaces `path` atomically: a reader sees the old content or the new, never a part of either.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    temporary_beside(path, content)?
        .persist(path)
        .map_err(|error| error.error)?;
    Ok(())
}

/// Like [`replace`], and the new content survives a power cut once this has returned.
pub(crate) fn replace_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    let file = temporary_beside(path, content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_dir(folder_of(path))
}

fn temporary_beside(path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix(".writing-")
        .tempfile_in(folder_of(path))?;
    file.write_all(content)?;
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

/// Makes a rename or a new file in `folder` survive a power cut.
pub(crate) fn sync_dir(folder: &Path) -> io::Result<()> {
    // Windows cannot open a folder as a file, and needs no such call.
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

/// Removes a folder and what is in it; a folder that is not there is no error.
pub(crate) fn remove_dir(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// What lies in a folder; nothing if it is not there yet.
pub(crate) fn list_dir(folder: &Path) -> io::Result<Vec<DirEntry>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?.collect(),
    }
}
