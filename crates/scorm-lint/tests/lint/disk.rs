//! Packages on disk: folders and zip files, as lint sees them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};

use scorm_lint::{FileEntry, Files};
use scorm_package::archive::{read_entry, read_table};
use scorm_package::files::{FileTable, Limits};
use scorm_package::{Package, Problem};

/// A package on disk and what opening it complained about.
pub(crate) struct Disk {
    source: Source,
    pub(crate) problems: Vec<Problem>,
}

enum Source {
    Folder(PathBuf),
    Zip(RefCell<File>, FileTable),
}

impl Disk {
    pub(crate) fn open(path: &Path) -> Self {
        if path.is_dir() {
            return Self {
                source: Source::Folder(path.to_owned()),
                problems: Vec::new(),
            };
        }
        let mut file = File::open(path).unwrap();
        let (_, problems) = Package::from_zip(&mut file, &Limits::default());
        let (table, _) = read_table(&mut file, &Limits::default());
        Self {
            source: Source::Zip(RefCell::new(file), table),
            problems,
        }
    }
}

impl Files for Disk {
    fn entries(&self) -> Vec<FileEntry> {
        match &self.source {
            Source::Folder(root) => {
                let mut entries = Vec::new();
                walk(root, root, &mut entries);
                entries.sort_by(|a, b| a.name.cmp(&b.name));
                entries
            }
            Source::Zip(_, table) => {
                let files = table.iter();
                files
                    .map(|file| FileEntry {
                        name: file.path.clone(),
                        size: file.size,
                    })
                    .collect()
            }
        }
    }

    fn read(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        match &self.source {
            Source::Folder(root) => std::fs::read(root.join(name)).ok().map(Cow::Owned),
            Source::Zip(file, table) => {
                let entry = table.get(name)?;
                let bytes = read_entry(&mut *file.borrow_mut(), entry, 64 << 20);
                bytes.ok().map(Cow::Owned)
            }
        }
    }
}

fn walk(root: &Path, folder: &Path, into: &mut Vec<FileEntry>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(root, &path, into);
        } else {
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            into.push(FileEntry {
                name,
                size: path.metadata().unwrap().len(),
            });
        }
    }
}
