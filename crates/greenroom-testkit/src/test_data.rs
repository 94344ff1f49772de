//! The conformance cases and real courses that are not part of this repository.

use std::path::PathBuf;

/// A path below the folder named by `GREENROOM_TEST_DATA`, or `None` with a loud line on stderr.
///
/// Tests that need it return early on `None`, so the project passes without the data.
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
pub fn test_data(relative: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("GREENROOM_TEST_DATA") else {
        eprintln!("SKIPPED: GREENROOM_TEST_DATA is not set, so `{relative}` was not tested");
        return None;
    };
    let path = PathBuf::from(root).join(relative);
    if path.exists() {
        return Some(path);
    }
    eprintln!("SKIPPED: {} does not exist", path.display());
    None
}

/// The files of a folder of the test data in the order of their names; as [`test_data`].
pub fn test_files(relative: &str) -> Option<Vec<PathBuf>> {
    let folder = test_data(relative)?;
    let entries = folder
        .read_dir()
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Some(paths)
}
