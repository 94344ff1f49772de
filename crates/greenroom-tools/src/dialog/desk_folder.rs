//! Where the desk of a data directory lies, and who has it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use greenroom_dialog::private_files;

/// The folder of the desk that all processes of a data directory share.
pub(super) fn of(data_directory: &Path) -> PathBuf {
    data_directory.join("dialogs")
}

/// Takes the desk in this folder for as long as the file is held; nothing when another process
/// has it.
pub(super) fn take(folder: &Path) -> io::Result<Option<File>> {
    private_files::create_folder(folder)?;
    let lock = File::create(folder.join("host.lock"))?;
    Ok(lock.try_lock().is_ok().then_some(lock))
}
