//! The checks that every entry passes on its way into the file table.

use std::collections::HashMap;

use super::table::fold;
use super::{EntryKind, FileEntry, FileTable, Limits, check_name};
use crate::problem::{MOST_PROBLEMS, Problem, ProblemKind};

/// Builds a [`FileTable`] entry by entry; what breaks a rule stays out and becomes a problem.
///
/// ```
/// use scorm_package::files::{Collector, EntryKind, Limits};
/// let mut collector = Collector::new(Limits::default());
/// collector.add("index.html", 12, EntryKind::File);
/// collector.add("../secret", 1, EntryKind::File);
/// let (files, problems) = collector.finish();
/// assert_eq!(files.len(), 1);
/// assert_eq!(problems[0].kind.as_str(), "name-traversal");
/// ```
#[derive(Clone, Debug)]
pub struct Collector {
    limits: Limits,
    table: FileTable,
    folders: HashMap<String, String>,
    problems: Vec<Problem>,
    seen: usize,
    total: u64,
}

impl Collector {
    /// An empty table with these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            table: FileTable::default(),
            folders: HashMap::new(),
            problems: Vec::new(),
            seen: 0,
            total: 0,
        }
    }

    /// Adds an entry of a folder on disk.
    pub fn add(&mut self, name: &str, size: u64, kind: EntryKind) {
        let entry = FileEntry {
            path: name.to_owned(),
            size,
            #[cfg(feature = "archive")]
            packed: None,
        };
        self.add_entry(entry, kind);
    }

    /// Adds an entry whose `path` is still as written.
    pub(crate) fn add_entry(&mut self, mut entry: FileEntry, kind: EntryKind) {
        let name = std::mem::take(&mut entry.path);
        self.seen += 1;
        if self.seen > self.limits.entries {
            if self.seen == self.limits.entries + 1 {
                let message = format!(
                    "there are more than {} entries; the rest is left out",
                    self.limits.entries
                );
                self.problem(ProblemKind::TooManyEntries, &name, message);
            }
            return;
        }
        let path = match check_name(&name) {
            Ok(path) => path,
            Err(fault) => {
                let message = format!("the name {}; the entry is refused", fault.as_str());
                self.problem(fault.problem_kind(), &name, message);
                return;
            }
        };
        match kind {
            EntryKind::File => {
                entry.path = path;
                self.add_file(entry);
            }
            EntryKind::Folder => self.add_folder(&path),
            EntryKind::Symlink => {
                let message = "symbolic links are refused".to_owned();
                self.problem(ProblemKind::EntrySymlink, &name, message);
            }
            EntryKind::Device => {
                let message = "devices, pipes and sockets are refused".to_owned();
                self.problem(ProblemKind::EntryDevice, &name, message);
            }
        }
    }

    fn add_file(&mut self, entry: FileEntry) {
        self.total = self.total.saturating_add(entry.size);
        if self.total > self.limits.unpacked {
            let message = format!(
                "with this file the package has more than {} bytes; it is left out",
                self.limits.unpacked
            );
            self.problem(ProblemKind::UnpackedTooLarge, &entry.path, message);
            self.total -= entry.size.min(self.total);
            return;
        }
        let folded = fold(&entry.path);
        if self.folders.contains_key(&folded) {
            let message = "this file has the name of a folder".to_owned();
            self.problem(ProblemKind::NameFileAndFolder, &entry.path, message);
        }
        if let Some((parent, _)) = entry.path.rsplit_once('/') {
            self.add_folder(parent);
        }
        let same = self
            .table
            .by_folded_path
            .get(&folded)
            .cloned()
            .unwrap_or_default();
        for index in same {
            let other = self.table.entries[index].path.clone();
            if other == entry.path {
                let message = "the name occurs twice; the last entry is taken".to_owned();
                self.problem(ProblemKind::NameDuplicate, &entry.path, message);
                self.total = self.total.saturating_sub(self.table.entries[index].size);
                self.table.entries[index] = entry;
                return;
            }
            let message = format!(
                "the name differs from `{other}` in case only; where case does not count, one of \
                 them is lost"
            );
            self.problem(ProblemKind::NameCaseCollision, &entry.path, message);
        }
        self.table
            .by_folded_path
            .entry(folded)
            .or_default()
            .push(self.table.entries.len());
        self.table.entries.push(entry);
    }

    /// Notes a folder and those around it.
    fn add_folder(&mut self, path: &str) {
        let mut path = path;
        loop {
            let folded = fold(path);
            if let Some(known) = self.folders.get(&folded) {
                if known == path {
                    return;
                }
                let message = format!("the folder differs from `{known}` in case only");
                self.problem(ProblemKind::NameCaseCollision, path, message);
                return;
            }
            if self.table.by_folded_path.contains_key(&folded) {
                let message = "this folder has the name of a file".to_owned();
                self.problem(ProblemKind::NameFileAndFolder, path, message);
            }
            self.folders.insert(folded, path.to_owned());
            match path.rsplit_once('/') {
                Some((parent, _)) => path = parent,
                None => return,
            }
        }
    }

    pub(crate) fn problem(&mut self, kind: ProblemKind, entry: &str, message: String) {
        let entry = Some(entry.to_owned()).filter(|entry| !entry.is_empty());
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem {
                kind,
                message,
                entry,
                place: None,
            });
        }
    }

    /// The table and what was wrong.
    pub fn finish(self) -> (FileTable, Vec<Problem>) {
        (self.table, self.problems)
    }
}
