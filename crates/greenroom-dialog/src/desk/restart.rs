//! The desk comes back as it was left: open questions are asked anew under their ids.

use super::{Desk, drafts_in, images_in};
use crate::change::Change;
use crate::dialog::Dialog;
use crate::journal::{Entry, Journal};
use crate::state::State;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The journal is rewritten when it has this many lines more than dialogs.
const SUPERFLUOUS_LINES: usize = 1_000;

impl Desk {
    /// Reads the journal.
    pub(super) fn restart(&mut self, now: u64) -> io::Result<()> {
        let contents = self.journal.read()?;
        if contents.damaged_bytes > 0 {
            let text = format!(
                "The journal of dialogs was damaged; its last {} bytes were cut off.",
                contents.damaged_bytes
            );
            tracing::warn!(target: "dialog", "{text}");
            self.changes.push(Change::Notice {
                code: "journal-cut",
                text,
            });
        }
        let lines = contents.entries.len();
        self.take_in(contents.entries, now);
        if lines > self.dialogs.len() + SUPERFLUOUS_LINES {
            self.rewrite_journal()?;
        }
        self.expire_due(now);
        self.trim_history();
        Ok(())
    }

    /// Takes over the dialogs of another desk, which nobody has any more, and removes it.
    pub fn adopt(&mut self, folder: &Path, now: u64) -> io::Result<()> {
        let entries = Journal::in_folder(folder).read()?.entries;
        self.images.adopt(&images_in(folder))?;
        self.drafts.adopt(&drafts_in(folder))?;
        for entry in &entries {
            self.append(entry)?;
        }
        for dialog_id in self.take_in(entries, now) {
            self.changes.push(Change::Opened { dialog_id });
        }
        self.changes.push(Change::Queue);
        self.expire_due(now);
        self.trim_history();
        std::fs::remove_dir_all(folder)
    }

    /// Has the dialogs that the lines tell of; the ids of open ones.
    fn take_in(&mut self, entries: Vec<Entry>, now: u64) -> Vec<String> {
        let mut dialogs = folded(entries);
        let mut open = Vec::new();
        for dialog in dialogs.values_mut() {
            dialog.state = after_restart(dialog);
            if dialog.is_open(now) {
                open.push((dialog.created_at, dialog.dialog_id.clone()));
            }
        }
        self.dialogs.append(&mut dialogs);
        open.sort();
        let open: Vec<String> = open.into_iter().map(|(_, dialog_id)| dialog_id).collect();
        for dialog_id in &open {
            self.queue.push(dialog_id);
        }
        // Whoever acted before the end of the last process had their time to undo it.
        for dialog_id in &open {
            self.settle(dialog_id, now);
        }
        open
    }

    pub(super) fn rewrite_journal(&self) -> io::Result<()> {
        let mut dialogs: Vec<&Dialog> = self.dialogs.values().collect();
        dialogs.sort_by_key(|dialog| dialog.created_at);
        let entries: Vec<Entry> = dialogs
            .into_iter()
            .map(|dialog| Entry::Dialog(Box::new(dialog.clone())))
            .collect();
        self.journal.rewrite(&entries)
    }
}

fn after_restart(dialog: &Dialog) -> State {
    match dialog.state {
        State::Responding | State::Error if dialog.response.is_some() => State::Completed,
        // An answer that is not on disk was never acknowledged: the question is open.
        State::Idle | State::Pending | State::Active | State::Responding => State::Pending,
        ended => ended,
    }
}

/// The dialogs that the lines tell of.
fn folded(entries: Vec<Entry>) -> BTreeMap<String, Dialog> {
    let mut dialogs: BTreeMap<String, Dialog> = BTreeMap::new();
    for entry in entries {
        match entry {
            Entry::Dialog(dialog) => {
                dialogs.insert(dialog.dialog_id.clone(), *dialog);
            }
            Entry::State {
                dialog_id,
                state,
                at,
                error,
            } => {
                if let Some(dialog) = dialogs.get_mut(&dialog_id) {
                    dialog.state = state;
                    dialog.updated_at = at;
                    dialog.error = error;
                    if state == State::Active {
                        dialog.shown_at = Some(at);
                    }
                }
            }
            Entry::Ended {
                dialog_id,
                state,
                at,
                outcome,
                answered_by,
            } => {
                if let Some(dialog) = dialogs.get_mut(&dialog_id) {
                    dialog.state = state;
                    dialog.updated_at = at;
                    dialog.response = Some(outcome);
                    dialog.answered_by = answered_by;
                    dialog.error = None;
                    dialog.held = None;
                }
            }
            Entry::Held { dialog_id, held } => {
                if let Some(dialog) = dialogs.get_mut(&dialog_id) {
                    dialog.held = held;
                }
            }
            Entry::Delivered { dialog_id, at } => {
                if let Some(dialog) = dialogs.get_mut(&dialog_id) {
                    dialog.delivered_at = Some(at);
                }
            }
            Entry::Removed { dialog_id } => {
                dialogs.remove(&dialog_id);
            }
        }
    }
    dialogs
}
