//! Static validation through the tools, and `greenroom check`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod check;
mod hostile;
mod hostile_markup;
mod memory;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

/// A copy of an example course that a test may spoil.
pub(crate) struct Course {
    pub(crate) folder: TempDir,
}

impl Course {
    /// SCORM 2004 4th Edition, three SCOs, nothing to complain about.
    pub(crate) fn tea_tasting() -> Self {
        Self::copy_of("tea-tasting")
    }

    /// SCORM 1.2.
    pub(crate) fn hand_washing() -> Self {
        Self::copy_of("hand-washing")
    }

    pub(crate) fn copy_of(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/courses");
        greenroom_testkit::copy_folder(&examples.join(name), &folder.path().join("course"));
        Self { folder }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("course")
    }

    /// Replaces text in a file; it must be there.
    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) -> &Self {
        let path = self.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} holds {from}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        self
    }

    pub(crate) fn manifest(&self, from: &str, to: &str) -> &Self {
        self.edit("imsmanifest.xml", from, to)
    }
}

/// All files below a folder with their bytes.
pub(crate) fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(here) = folders.pop() {
        for entry in fs::read_dir(here).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// The values of a key in a list of objects.
pub(crate) fn column<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    let list = list.as_array().unwrap();
    list.iter()
        .map(|entry| entry[key].as_str().unwrap())
        .collect()
}
