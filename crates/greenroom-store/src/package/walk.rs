//! The file table of a folder.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use scorm_package::files::{Collector, EntryKind, FileTable};
use scorm_package::{Limits, Problem};

use super::source::unreadable;
use crate::error::StoreError;

/// Lists the files below `real_root`, a path without links, in the order of their names.
///
/// Links are followed as long as they stay inside. The walk ends after one entry more than the
/// limit, so that it never runs over a whole disk.
pub(super) fn files(
    real_root: &Path,
    limits: Limits,
) -> Result<(FileTable, Vec<Problem>), StoreError> {
    let mut collector = Collector::new(limits);
    let mut seen = 0;
    // Real paths of folders, since links can make circles.
    let mut visited = BTreeSet::from([real_root.to_owned()]);
    let mut folders = vec![(String::new(), real_root.to_owned())];
    while let Some((prefix, folder)) = folders.pop() {
        let list = || fs::read_dir(&folder)?.collect::<io::Result<Vec<DirEntry>>>();
        let mut entries = list().map_err(|error| unreadable(&folder, &error))?;
        entries.sort_by_key(DirEntry::file_name);
        let mut inner = Vec::new();
        for entry in entries {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let found =
                look(real_root, &entry).map_err(|error| unreadable(&entry.path(), &error))?;
            collector.add(&name, found.size, found.kind);
            seen += 1;
            if seen > limits.entries {
                return Ok(collector.finish());
            }
            if found.kind == EntryKind::Folder && visited.insert(found.real.clone()) {
                inner.push((format!("{name}/"), found.real));
            }
        }
        // The stack gives the last first.
        folders.extend(inner.into_iter().rev());
    }
    Ok(collector.finish())
}

struct Found {
    kind: EntryKind,
    size: u64,
    real: PathBuf,
}

fn look(real_root: &Path, entry: &DirEntry) -> io::Result<Found> {
    let path = entry.path();
    let mut metadata = entry.metadata()?;
    let mut real = path.clone();
    if metadata.is_symlink() {
        let target = fs::canonicalize(&path)
            .ok()
            .filter(|target| target.starts_with(real_root));
        let Some(target) = target else {
            // It leads outside or nowhere.
            return Ok(Found {
                kind: EntryKind::Symlink,
                size: 0,
                real,
            });
        };
        metadata = fs::metadata(&target)?;
        real = target;
    }
    let kind = if metadata.is_dir() {
        EntryKind::Folder
    } else if metadata.is_file() {
        EntryKind::File
    } else {
        EntryKind::Device
    };
    Ok(Found {
        kind,
        size: metadata.len(),
        real,
    })
}
