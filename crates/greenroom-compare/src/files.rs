//! What changed in the files, and in the words on the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use greenroom_store::{SourcePackage, StoreError};
use schemars::JsonSchema;
use scorm_package::decode_web;
use scorm_package::files::FileEntry;
use serde::Serialize;
use sha2::{Digest, Sha256};
use similar::{ChangeTag, TextDiff};

use crate::words;

/// Larger pages are not read for their words.
const LARGEST_PAGE: u64 = 2 << 20;
/// Lines of one page that are shown.
const SHOWN: usize = 6;

/// What changed in the files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileChanges {
    pub added: Vec<FileSize>,
    pub removed: Vec<FileSize>,
    pub changed: Vec<FileResize>,
    pub old_bytes: u64,
    pub new_bytes: u64,
    /// Pages on which other words stand
    pub texts: Vec<TextChange>,
}

/// A file that is in one of both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileSize {
    pub path: String,
    pub bytes: u64,
}

/// A file with other bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileResize {
    pub path: String,
    pub old_bytes: u64,
    pub new_bytes: u64,
}

/// A page whose words changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextChange {
    pub path: String,
    pub lines_added: usize,
    pub lines_removed: usize,
    /// The first lines, with - and +
    pub lines: Vec<String>,
}

/// Compares the files of two packages.
pub fn compare(old: &SourcePackage, new: &SourcePackage) -> Result<FileChanges, StoreError> {
    let (before, after) = (table(old), table(new));
    let mut changes = FileChanges {
        old_bytes: old.package().files.total_size(),
        new_bytes: new.package().files.total_size(),
        ..FileChanges::default()
    };
    let paths: BTreeSet<&&str> = before.keys().chain(after.keys()).collect();
    for path in paths {
        let sized = |entry: &FileEntry| FileSize {
            path: entry.path.clone(),
            bytes: entry.size,
        };
        match (before.get(path), after.get(path)) {
            (Some(was), None) => changes.removed.push(sized(was)),
            (None, Some(is)) => changes.added.push(sized(is)),
            (Some(was), Some(is)) => {
                if was.size == is.size && digest(old, was)? == digest(new, is)? {
                    continue;
                }
                changes.changed.push(FileResize {
                    path: was.path.clone(),
                    old_bytes: was.size,
                    new_bytes: is.size,
                });
                changes.texts.extend(text_change(old, was, new, is)?);
            }
            (None, None) => {}
        }
    }
    Ok(changes)
}

fn table(package: &SourcePackage) -> BTreeMap<&str, &FileEntry> {
    let files = package.package().files.iter();
    files
        .filter(|entry| !entry.path.starts_with("__MACOSX/"))
        .map(|entry| (entry.path.as_str(), entry))
        .collect()
}

fn digest(package: &SourcePackage, entry: &FileEntry) -> Result<Vec<u8>, StoreError> {
    let mut reader = package.open_entry(entry)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 128 << 10];
    loop {
        let read = reader
            .read(&mut buffer)
            .map_err(|error| StoreError::PathResolution {
                path: package.path().to_owned(),
                reason: format!("`{}` cannot be read: {error}", entry.path),
            })?;
        if read == 0 {
            return Ok(digest.finalize().to_vec());
        }
        digest.update(&buffer[..read]);
    }
}

fn text_change(
    old: &SourcePackage,
    was: &FileEntry,
    new: &SourcePackage,
    is: &FileEntry,
) -> Result<Option<TextChange>, StoreError> {
    let extension = was.path.rsplit('.').next().unwrap_or_default();
    let is_page = ["html", "htm", "xhtml"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(extension));
    if !is_page || was.size.max(is.size) > LARGEST_PAGE {
        return Ok(None);
    }
    let read = |package: &SourcePackage, entry: &FileEntry| -> Result<String, StoreError> {
        let bytes = package.read_file(entry, LARGEST_PAGE)?;
        Ok(words::lines(&decode_web(&bytes, None)).join("\n"))
    };
    let (before, after) = (read(old, was)?, read(new, is)?);
    let diff = TextDiff::from_lines(&before, &after);
    let mut change = TextChange {
        path: was.path.clone(),
        lines_added: 0,
        lines_removed: 0,
        lines: Vec::new(),
    };
    for line in diff.iter_all_changes() {
        let sign = match line.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Insert => {
                change.lines_added += 1;
                '+'
            }
            ChangeTag::Delete => {
                change.lines_removed += 1;
                '-'
            }
        };
        if change.lines.len() < SHOWN {
            let text: String = line.value().trim_end().chars().take(160).collect();
            change.lines.push(format!("{sign} {text}"));
        }
    }
    let is_changed = change.lines_added + change.lines_removed > 0;
    Ok(is_changed.then_some(change))
}
