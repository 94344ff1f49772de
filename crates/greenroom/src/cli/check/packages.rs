//! Which packages the paths of the command line mean.

use std::path::{Path, PathBuf};

/// Folders with a manifest and zip files count as packages; other folders are searched for them.
///
/// A path in which none is found counts as a package itself, so that lint can say what it lacks.
pub(super) fn find(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        let before = found.len();
        if path.is_dir() {
            search(path, &mut found);
        }
        if found.len() == before {
            found.push(path.clone());
        }
    }
    found
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join(scorm_lint::MANIFEST).is_file() {
        found.push(folder.to_owned());
        return;
    }
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // Links are not followed: they can make circles.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let is_zip = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
        if is_folder && !is_hidden {
            search(&path, found);
        } else if is_zip && !is_folder {
            found.push(path);
        }
    }
}
