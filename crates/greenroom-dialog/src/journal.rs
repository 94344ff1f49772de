//! The journal of dialogs: what was asked, what became of it, one JSON line each.
//!
//! A line is on disk before what it says is acknowledged. The file is opened for each line, so
//! that a disk that comes back is used again.

use crate::dialog::{AnsweredBy, Dialog};
use crate::held_act::Held;
use crate::outcome::Outcome;
use crate::shared_desk::SharedDesk;
use crate::state::State;
use greenroom_stdx::private_files;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what")]
pub enum Entry {
    /// A dialog as it was at that time.
    Dialog(Box<Dialog>),
    /// Its state changed without a human act.
    State {
        dialog_id: String,
        state: State,
        at: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// It ended.
    Ended {
        dialog_id: String,
        state: State,
        at: u64,
        outcome: Outcome,
        #[serde(default)]
        answered_by: Option<AnsweredBy>,
    },
    /// The human acted and may still undo it; without `held`, they did.
    Held {
        dialog_id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held: Option<Held>,
    },
    /// Its asker has the result.
    Delivered { dialog_id: String, at: u64 },
    /// The human removed it from the history.
    Removed { dialog_id: String },
}

/// The file, and where its lines go beside it.
#[derive(Clone, Debug)]
pub struct Journal {
    path: PathBuf,
    shared: Option<Arc<dyn SharedDesk>>,
}

/// What the file holds.
#[derive(Debug, Default)]
pub struct Contents {
    pub entries: Vec<Entry>,
    /// Bytes at the end that were not a whole line and were cut off.
    pub damaged_bytes: u64,
}

impl Journal {
    pub fn new(path: PathBuf) -> Self {
        Self { path, shared: None }
    }

    /// That of the desk in this folder.
    pub fn in_folder(folder: &Path) -> Self {
        Self::new(folder.join("journal.jsonl"))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads all lines. Reading ends at the first that is damaged; the rest is cut off.
    pub fn read(&self) -> io::Result<Contents> {
        let bytes = match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Contents::default());
            }
            bytes => bytes?,
        };
        let mut contents = Contents::default();
        let mut good = 0;
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let whole = line.ends_with(b"\n");
            let Some(entry) = serde_json::from_slice(line).ok().filter(|_| whole) else {
                break;
            };
            contents.entries.push(entry);
            good += line.len();
        }
        contents.damaged_bytes = (bytes.len() - good) as u64;
        if contents.damaged_bytes > 0 {
            let file = fs::OpenOptions::new().write(true).open(&self.path)?;
            file.set_len(good as u64)?;
            file.sync_all()?;
        }
        Ok(contents)
    }

    /// From now on lines go there too.
    pub fn share(&mut self, shared: Arc<dyn SharedDesk>) {
        self.shared = Some(shared);
    }

    /// Where lines go beside the file.
    pub fn shared(&self) -> Option<&Arc<dyn SharedDesk>> {
        self.shared.as_ref()
    }

    /// Has these lines in the file alone, in the place of all.
    pub fn replace_file(&self, lines: &[u8]) -> io::Result<()> {
        private_files::replace_durably(&self.path, lines)
    }

    /// Appends a line and waits for the disk.
    pub fn append(&self, entry: &Entry) -> io::Result<()> {
        let line = line_of(entry)?;
        // First, as only this can say that the desk is another server's.
        if let Some(shared) = &self.shared {
            shared.append(&line)?;
        }
        let before = fs::metadata(&self.path).map_or(0, |file| file.len());
        private_files::append_durably(&self.path, &line).inspect_err(|_| {
            // A part of a line must not stand before the next whole one.
            if let Ok(file) = fs::OpenOptions::new().write(true).open(&self.path) {
                let _still_full = file.set_len(before);
            }
        })
    }

    /// Replaces all lines.
    pub fn rewrite(&self, entries: &[Entry]) -> io::Result<()> {
        let mut content = Vec::new();
        for entry in entries {
            content.extend(line_of(entry)?);
        }
        if let Some(shared) = &self.shared {
            shared.replace(&content)?;
        }
        self.replace_file(&content)
    }
}

fn line_of(entry: &Entry) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivered(n: u64) -> Entry {
        Entry::Delivered {
            dialog_id: "d_1".to_owned(),
            at: n,
        }
    }

    #[test]
    fn a_damaged_tail_is_cut_and_the_rest_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::new(folder.path().join("journal.jsonl"));
        assert!(journal.read().unwrap().entries.is_empty());
        for n in 0..3 {
            journal.append(&delivered(n)).unwrap();
        }
        let whole = fs::read(journal.path()).unwrap();
        for tail in [
            &b"{\"what\":\"deliv"[..],
            b"\0\0\0\n",
            b"{}\n{\"what\":\"delivered\"",
        ] {
            fs::write(journal.path(), [&whole[..], tail].concat()).unwrap();
            let contents = journal.read().unwrap();
            assert_eq!(contents.entries, [delivered(0), delivered(1), delivered(2)]);
            assert_eq!(contents.damaged_bytes, tail.len() as u64);
            assert_eq!(fs::read(journal.path()).unwrap(), whole, "the tail is gone");
        }
        journal.append(&delivered(3)).unwrap();
        assert_eq!(journal.read().unwrap().entries.len(), 4);
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        if !Path::new("/dev/full").exists() {
            return;
        }
        std::os::unix::fs::symlink("/dev/full", &path).unwrap();
        assert!(Journal::new(path).append(&delivered(1)).is_err());
    }
}
