//! Files whose names are written with other upper and lower case than they have.
//!
//! A course made on a disk that ignores letter case is often full of them. It is opened where only
//! one file can be meant, and lint warns: most servers of LMSs tell letter case apart.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The one file below `root` that `path` means when letter case is ignored; none if it is not
/// there, or if several could be meant. Links are followed, so the caller checks where it ends.
pub fn find_ignoring_case(root: &Path, path: &Path) -> Option<PathBuf> {
    let mut at = root.to_owned();
    for part in path.components() {
        let Component::Normal(name) = part else {
            return None;
        };
        let exact = at.join(name);
        if exact.symlink_metadata().is_ok() {
            at = exact;
            continue;
        }
        let wanted = name.to_str()?.to_lowercase();
        let mut same = fs::read_dir(&at).ok()?.filter_map(|entry| {
            let name = entry.ok()?.file_name();
            (name.to_str()?.to_lowercase() == wanted).then_some(name)
        });
        let only = same.next()?;
        if same.next().is_some() {
            return None;
        }
        at.push(only);
    }
    at.is_file().then_some(at)
}
