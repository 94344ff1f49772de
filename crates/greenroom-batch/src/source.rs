//! Which packages the words of a command line mean.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use scorm_package::MANIFEST;

use crate::shard::Shard;

/// A package that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Begins with what the caller named.
    pub path: PathBuf,
    /// Its path relative to what the caller named, with `/`; its own name if it was named itself.
    pub name: String,
}

/// Folders with a manifest and zip files count as packages; other folders are searched for them.
///
/// A path in which none is found counts as a package itself, so that lint can say what it lacks.
pub fn find(paths: &[PathBuf], shard: Option<&Shard>) -> Vec<Found> {
    let mut found = Vec::new();
    for path in paths {
        find_below(path, &mut found);
    }
    if let Some(shard) = shard {
        found.retain(|found| shard.holds(&found.name));
    }
    found
}

/// The packages that one path means.
pub fn find_below(path: &Path, found: &mut Vec<Found>) {
    let before = found.len();
    if path.is_dir() {
        search(path, path, found);
    }
    if found.len() == before {
        found.push(Found {
            path: path.to_owned(),
            name: own_name(path),
        });
    }
}

/// The lines of a list: one path each; empty lines are left out.
pub fn read_list(list: impl BufRead) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    for line in list.lines() {
        let line = line?;
        let line = line.trim_end_matches('\r');
        if !line.trim().is_empty() {
            paths.push(line.to_owned());
        }
    }
    Ok(paths)
}

fn search(root: &Path, folder: &Path, found: &mut Vec<Found>) {
    if folder.join(MANIFEST).is_file() {
        found.push(Found::below(root, folder.to_owned()));
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
        if is_folder && !is_hidden {
            search(root, &path, found);
        } else if is_zip(&path) && !is_folder {
            found.push(Found::below(root, path));
        }
    }
}

/// Is it called like a zip?
pub(crate) fn is_zip(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

impl Found {
    fn below(root: &Path, path: PathBuf) -> Self {
        let name = match path.strip_prefix(root) {
            Ok(inside) if !inside.as_os_str().is_empty() => slashed(inside),
            _ => own_name(&path),
        };
        Self { path, name }
    }
}

/// The last name of a path; `.` and `..` are looked up.
fn own_name(path: &Path) -> String {
    let of = |path: &Path| {
        let name = path.file_name()?;
        Some(name.to_string_lossy().into_owned())
    };
    of(path)
        .or_else(|| of(&path.canonicalize().ok()?))
        .unwrap_or_else(|| slashed(path))
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn packages_are_found_without_descending_into_them() {
        let home = tempfile::tempdir().unwrap();
        let put = |place: &str| {
            let path = home.path().join(place);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        put("b/course/imsmanifest.xml");
        put("b/course/inner.zip");
        put("b/course/more/imsmanifest.xml");
        put("a.ZIP");
        put("b/notes.txt");
        put(".hidden/c.zip");
        fs::create_dir(home.path().join("empty")).unwrap();
        let names = |paths: &[PathBuf]| -> Vec<String> {
            let found = find(paths, None);
            found.into_iter().map(|found| found.name).collect()
        };
        let root = home.path().to_owned();
        assert_eq!(names(std::slice::from_ref(&root)), ["a.ZIP", "b/course"]);
        assert_eq!(names(&[root.join("b/course")]), ["course"]);
        assert_eq!(names(&[root.join("b/course/../course/")]), ["course"]);
        assert_eq!(
            names(&[root.join("empty"), root.join("no.zip")]),
            ["empty", "no.zip"]
        );
        let parts: Vec<Found> = ["1/2", "2/2"]
            .iter()
            .flat_map(|part| find(std::slice::from_ref(&root), Some(&part.parse().unwrap())))
            .collect();
        assert_eq!(parts.len(), 2);
    }

    #[test]
    fn lists_may_have_empty_lines_and_those_of_windows() {
        let list = read_list(&b"a.zip\r\n\n  \nb c.zip\n"[..]).unwrap();
        assert_eq!(list, ["a.zip", "b c.zip"]);
        assert!(read_list(&b"\xff\xfe"[..]).is_err());
    }
}
