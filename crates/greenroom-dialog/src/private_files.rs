//! Files and folders that only the user may read.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Creates a folder and its parents.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Moves everything in a folder to another one; a folder that is not there is empty.
pub fn move_all(from: &Path, to: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    create_folder(to)?;
    for entry in entries {
        let entry = entry?;
        fs::rename(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Replaces a file whole or not at all, and waits for the disk.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("writing");
    let mut file = options()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&beside)?;
    file.write_all(content)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path)
}

/// Appends to a file and waits for the disk.
pub fn append(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = options().append(true).create(true).open(path)?;
    file.write_all(content)?;
    file.sync_data()
}

fn options() -> fs::OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "modes are of Unix"))]
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
