//! Results go to their askers: at once, later, or with the next result.

use super::Desk;
use crate::dialog::Dialog;
use crate::error::DialogError;
use crate::journal::Entry;
use crate::outcome::Outcome;
use crate::result;
use crate::state::State;
use serde_json::{Value, json};

/// How long an answer waits for an asker that is gone.
const KEPT_MS: u64 = 24 * 3_600_000;

/// A result on its way to its asker.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub dialog: Dialog,
    /// `data` of the tool result.
    pub data: Value,
    /// The envelope's message.
    pub message: String,
}

impl Desk {
    /// The outcome of a dialog, if it has ended. An answer that could not be stored in its
    /// dialog's life is an error.
    pub fn outcome(&self, dialog_id: &str, now: u64) -> Result<Option<&Outcome>, DialogError> {
        let dialog = self.find(dialog_id)?;
        if dialog.state == State::Error && !dialog.is_open(now) {
            return Err(DialogError::StoreFailed {
                reason: dialog.error.clone().unwrap_or_default(),
            });
        }
        Ok(dialog.response.as_ref())
    }

    /// Builds the result as it is now. What has ended counts as delivered from then on, and what
    /// else waits for this client and project goes with it.
    pub fn deliver(&mut self, dialog_id: &str, now: u64) -> Result<Delivery, DialogError> {
        self.outcome(dialog_id, now)?;
        self.mark_delivered(dialog_id, now);
        let dialog = self.find(dialog_id)?.clone();
        let mut data = result::data(&dialog, now);
        let undelivered = self.undelivered(&dialog.asker.client, dialog.project.as_deref(), now);
        if !undelivered.is_empty() {
            let answers: Vec<Value> = undelivered
                .iter()
                .filter_map(|id| self.dialog(id))
                .map(|dialog| result::data(dialog, now))
                .collect();
            data["undelivered_answers"] = json!(answers);
            for id in undelivered {
                self.mark_delivered(&id, now);
            }
        }
        let notes = self.take_notes();
        if !notes.is_empty() {
            data["human_notes"] = json!(notes);
        }
        Ok(Delivery {
            message: result::message(&data),
            dialog,
            data,
        })
    }

    /// `{open, undelivered}` of a client and project. Nothing counts as delivered by being listed.
    pub fn listed_for(&self, client: &str, project: Option<&str>, now: u64) -> Value {
        let is_theirs = |dialog: &&Dialog| {
            dialog.asker.client == client && dialog.project.as_deref() == project
        };
        let open: Vec<Value> = self
            .queue
            .iter()
            .filter_map(|id| self.dialog(id))
            .filter(is_theirs)
            .map(|dialog| with_question(dialog, now))
            .collect();
        let undelivered: Vec<Value> = self
            .undelivered(client, project, now)
            .iter()
            .filter_map(|id| self.dialog(id))
            .map(|dialog| with_question(dialog, now))
            .collect();
        json!({"open": open, "undelivered": undelivered})
    }

    /// Ids of human acts that no call waits for and nobody has fetched, oldest first.
    fn undelivered(&self, client: &str, project: Option<&str>, now: u64) -> Vec<String> {
        let mut waiting: Vec<&Dialog> = self
            .dialogs
            .values()
            .filter(|dialog| {
                dialog.delivered_at.is_none()
                    && dialog.waiting == 0
                    && dialog.asker.client == client
                    && dialog.project.as_deref() == project
                    && dialog.response.as_ref().is_some_and(Outcome::is_human_act)
                    && now.saturating_sub(dialog.ended_at()) <= KEPT_MS
            })
            .collect();
        waiting.sort_by_key(|dialog| (dialog.ended_at(), dialog.created_at));
        waiting
            .into_iter()
            .map(|dialog| dialog.dialog_id.clone())
            .collect()
    }

    /// The asker has the result.
    pub fn mark_delivered(&mut self, dialog_id: &str, now: u64) {
        let Some(dialog) = self.dialogs.get_mut(dialog_id) else {
            return;
        };
        if dialog.response.is_some() && dialog.delivered_at.is_none() {
            dialog.delivered_at = Some(now);
            self.note_down(&Entry::Delivered {
                dialog_id: dialog_id.to_owned(),
                at: now,
            });
        }
    }

    fn take_notes(&mut self) -> Vec<Value> {
        if self.preferences.notes.is_empty() {
            return Vec::new();
        }
        let notes = std::mem::take(&mut self.preferences.notes);
        self.changes.push(crate::change::Change::Notes);
        self.write_preferences();
        notes
            .into_iter()
            .map(|note| json!({"text": note.text, "at": note.at}))
            .collect()
    }
}

/// The data of a dialog in a list, where its question tells which one it is.
fn with_question(dialog: &Dialog, now: u64) -> Value {
    let mut data = result::data(dialog, now);
    data["question"] = json!(dialog.question());
    data
}
