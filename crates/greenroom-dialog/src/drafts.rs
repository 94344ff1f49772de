//! What the human has entered and not yet sent: one file per dialog.

use crate::ids;
use greenroom_stdx::private_files;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of one draft.
const LARGEST: usize = 2 << 20;

/// The folder of drafts.
#[derive(Clone, Debug)]
pub struct Drafts {
    folder: PathBuf,
}

impl Drafts {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Takes over all drafts of another folder.
    pub fn adopt(&self, folder: &Path) -> io::Result<()> {
        private_files::move_all_durably(folder, &self.folder)
    }

    /// Keeps a draft as it is.
    pub fn keep(&self, dialog_id: &str, data: &Value) -> io::Result<()> {
        let bytes = serde_json::to_vec(data)?;
        if bytes.len() > LARGEST {
            return Err(io::Error::other("the draft is too large"));
        }
        private_files::create_dir(&self.folder)?;
        private_files::replace_durably(&self.path(dialog_id), &bytes)
    }

    /// The draft of a dialog.
    pub fn get(&self, dialog_id: &str) -> Option<Value> {
        let bytes = std::fs::read(self.path(dialog_id)).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// Removes the draft of a dialog.
    pub fn remove(&self, dialog_id: &str) {
        // What is not there need not be removed.
        let _not_there = std::fs::remove_file(self.path(dialog_id));
    }

    fn path(&self, dialog_id: &str) -> PathBuf {
        debug_assert!(ids::is_well_formed(dialog_id), "ids are our own");
        self.folder.join(format!("{dialog_id}.json"))
    }
}
