//! The file table.

use std::collections::HashMap;

/// A file of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// Path from the package root, segments joined by `/`.
    pub path: String,
    /// Bytes when unpacked, as declared; streaming enforces it.
    pub size: u64,
    /// Where the bytes are in the zip file; `None` for a folder on disk.
    #[cfg(feature = "archive")]
    pub packed: Option<crate::archive::PackedData>,
}

/// What an entry of a zip file or folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link. For a folder on disk: one that leads out of it.
    Symlink,
    /// A device, pipe or socket.
    Device,
}

/// The files of a package that may be used, in the order of the package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTable {
    pub(super) entries: Vec<FileEntry>,
    /// Paths in lower case, to indices of `entries`.
    pub(super) by_folded_path: HashMap<String, Vec<usize>>,
}

impl FileTable {
    /// All files.
    pub fn iter(&self) -> impl Iterator<Item = &FileEntry> {
        self.entries.iter()
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes of all files together.
    pub fn total_size(&self) -> u64 {
        self.entries.iter().map(|entry| entry.size).sum()
    }

    /// The file of exactly that path.
    pub fn get(&self, path: &str) -> Option<&FileEntry> {
        self.ignoring_case(path).find(|entry| entry.path == path)
    }

    /// The files of that path in any upper and lower case.
    pub fn ignoring_case(&self, path: &str) -> impl Iterator<Item = &FileEntry> {
        let found = self
            .by_folded_path
            .get(&fold(path))
            .map(Vec::as_slice)
            .unwrap_or_default();
        found.iter().map(|&index| &self.entries[index])
    }

    /// Files that a wrong path may have meant: other case, same name elsewhere, or a similar path.
    /// The best come first.
    pub fn near(&self, path: &str, most: usize) -> Vec<&FileEntry> {
        let wanted = fold(path);
        let wanted_name = name_of(&wanted);
        let mut ranked: Vec<(usize, &FileEntry)> = Vec::new();
        for entry in &self.entries {
            let candidate = fold(&entry.path);
            let rank = if candidate == wanted {
                0
            } else if name_of(&candidate) == wanted_name {
                1
            } else {
                // Two slips in a short name, three in a long one.
                let allowed = if wanted.len() < 8 { 2 } else { 3 };
                match distance(&candidate, &wanted, allowed) {
                    Some(distance) => 1 + distance,
                    None => continue,
                }
            };
            ranked.push((rank, entry));
        }
        ranked.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.path.cmp(&y.path)));
        ranked
            .into_iter()
            .take(most)
            .map(|(_, entry)| entry)
            .collect()
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What a disk that ignores case takes for the same.
pub(super) fn fold(path: &str) -> String {
    path.to_lowercase()
}

/// Edit distance in characters, if it is at most `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        let mut least = row[0];
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
            least = least.min(row[j + 1]);
        }
        if least > most {
            return None;
        }
    }
    Some(row[b.len()]).filter(|&found| found <= most)
}
