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
