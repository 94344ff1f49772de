//! An act of the human counts after a moment, and can be undone until then.
//!
//! It is on disk at once: whatever ends the page or the server meanwhile, the act is carried out.

use super::{Desk, Submitter};
use crate::change::Change;
use crate::held_act::Held;
use crate::journal::Entry;
use crate::refusal::Refusal;
use serde_json::Value;

/// The longest time to undo something.
pub const LONGEST_UNDO_MS: u64 = 10_000;
/// An act that the disk did not take is tried again after this time.
const AGAIN_MS: u64 = 1_000;

impl Desk {
    /// As [`Desk::submit`], but the act counts only after `undo_ms`, and the page may undo it until
    /// then. The time that is left for it, if there is any.
    pub fn submit_undoable(
        &mut self,
        dialog_id: &str,
        data: &Value,
        submitter: &Submitter,
        undo_ms: u64,
        now: u64,
    ) -> Result<Option<u64>, Refusal> {
        self.expire_due(now);
        let act = self.read_act(dialog_id, data, submitter, now)?;
        let undo_ms = undo_ms.min(LONGEST_UNDO_MS);
        let held = Held {
            act: act.clone(),
            until: now + undo_ms,
        };
        // A disk that refuses is told as for any other act.
        if undo_ms == 0 || self.append(&held_entry(dialog_id, Some(&held))).is_err() {
            return self.carry_out(dialog_id, act, now).map(|()| None);
        }
        self.set_held(dialog_id, Some(held));
        Ok(Some(undo_ms))
    }

    /// The human takes back what they did last on a dialog, which is open again.
    pub fn undo(&mut self, dialog_id: &str, now: u64) -> Result<(), Refusal> {
        self.settle_due(now);
        if self.undo_left(dialog_id, now).is_none() {
            return Err(Refusal::TooLateToUndo);
        }
        self.append(&held_entry(dialog_id, None))
            .map_err(|_| Refusal::UndoNotStored)?;
        self.set_held(dialog_id, None);
        Ok(())
    }

    /// The milliseconds for which the last act on a dialog can still be undone.
    pub fn undo_left(&self, dialog_id: &str, now: u64) -> Option<u64> {
        let held = self.dialog(dialog_id)?.held.as_ref()?;
        Some(held.until.saturating_sub(now))
    }

    /// Carries out what was not undone in time.
    pub(super) fn settle_due(&mut self, now: u64) {
        let due: Vec<String> = self
            .queue
            .iter()
            .filter(|dialog_id| self.undo_left(dialog_id, now) == Some(0))
            .map(str::to_owned)
            .collect();
        for dialog_id in due {
            self.settle(&dialog_id, now);
        }
    }

    /// Carries out what the human did on a dialog, if that still waits.
    pub(super) fn settle(&mut self, dialog_id: &str, now: u64) {
        let Some(held) = self
            .dialog(dialog_id)
            .and_then(|dialog| dialog.held.clone())
        else {
            return;
        };
        if let Err(reason) = self.carry_out(dialog_id, held.act, now) {
            // The act itself is on disk, so that a restart carries it out too.
            tracing::error!(target: "dialog", dialog_id, %reason, "an act is carried out later");
            if let Some(held) = self
                .dialogs
                .get_mut(dialog_id)
                .and_then(|dialog| dialog.held.as_mut())
            {
                held.until = now + AGAIN_MS;
            }
        }
    }

    fn set_held(&mut self, dialog_id: &str, held: Option<Held>) {
        if let Some(dialog) = self.dialogs.get_mut(dialog_id) {
            dialog.held = held;
        }
        self.changes.push(Change::Held {
            dialog_id: dialog_id.to_owned(),
        });
        self.changes.push(Change::Queue);
    }
}

fn held_entry(dialog_id: &str, held: Option<&Held>) -> Entry {
    Entry::Held {
        dialog_id: dialog_id.to_owned(),
        held: held.cloned(),
    }
}
