//! Where the desk of a data directory lies, and who has it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use greenroom_stdx::private_files;

/// Begins the name of the folder of a process's own desk; its id follows.
const ALONE: &str = "dialogs-";

/// The folder of the desk that all processes of a data directory share.
pub fn of(data_directory: &Path) -> PathBuf {
    data_directory.join("dialogs")
}

/// The folder of a desk that this process alone has.
pub(super) fn of_this_process(data_directory: &Path) -> PathBuf {
    data_directory.join(format!("{ALONE}{}", std::process::id()))
}

/// The desks of processes that had one for themselves and are gone, each with its lock.
pub(super) fn deserted(data_directory: &Path) -> Vec<(PathBuf, File)> {
    let entries = std::fs::read_dir(data_directory).into_iter().flatten();
    entries
        .flatten()
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let process = name.strip_prefix(ALONE);
            process.is_some_and(|process| process.parse::<u32>().is_ok())
        })
        .filter_map(|entry| Some((entry.path(), take(&entry.path()).ok()??)))
        .collect()
}

/// Takes the desk in this folder for as long as the file is held; nothing when another process
/// has it.
pub fn take(folder: &Path) -> io::Result<Option<File>> {
    private_files::create_dir(folder)?;
    let lock = File::create(folder.join("host.lock"))?;
    Ok(lock.try_lock().is_ok().then_some(lock))
}
