//! Copies of folders that a test may spoil.

use std::fs;
use std::path::Path;

/// Copies all files below a folder. A copy may be written to, whatever its original allows.
pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    let entries = fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            let bytes = fs::read(&path).expect("the file can be read");
            fs::write(target, bytes).expect("the file can be written");
        }
    }
}
