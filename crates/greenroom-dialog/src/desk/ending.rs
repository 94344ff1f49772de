//! How dialogs end: on the disk first, then for all who watch.

use super::Desk;
use crate::change::{By, Change};
use crate::dialog::AnsweredBy;
use crate::journal::Entry;
use crate::outcome::{Outcome, Source};
use crate::refusal::Refusal;
use crate::state::{Event, State};

/// Where an end comes from, for those who watch.
pub(super) fn ended_by(outcome: &Outcome) -> By {
    match outcome {
        Outcome::Answered {
            source: Source::Elicitation,
            ..
        } => By::Elicitation,
        _ => By::Page,
    }
}

impl Desk {
    /// Whoever shows the dialog says that its time is over.
    pub fn expire(&mut self, dialog_id: &str, now: u64) -> Result<(), Refusal> {
        let (event, outcome) = (Event::Expire, Outcome::Expired);
        self.end(dialog_id, event, outcome, None, By::Clock, now)
    }

    /// Ends what nobody answered in time.
    pub fn expire_due(&mut self, now: u64) {
        self.settle_due(now);
        let due: Vec<String> = self
            .queue
            .iter()
            .filter_map(|dialog_id| self.dialogs.get(dialog_id))
            .filter(|dialog| dialog.expires_at <= now && dialog.held.is_none())
            .map(|dialog| dialog.dialog_id.clone())
            .collect();
        for dialog_id in due {
            let state = self.dialogs.get(&dialog_id).map(|dialog| dialog.state);
            if state == Some(State::Error) {
                // Its life ends in ERROR: nobody sent the answer again.
                self.note_down_error(&dialog_id);
                self.queue.remove(&dialog_id);
                self.changes.push(Change::Queue);
                continue;
            }
            if let Err(reason) = self.expire(&dialog_id, now) {
                tracing::error!(target: "dialog", %reason, "an expiry was not kept");
            }
        }
    }

    /// When the next dialog expires, or an act can no longer be undone.
    pub fn next_expiry(&self) -> Option<u64> {
        self.queue
            .iter()
            .filter_map(|dialog_id| self.dialogs.get(dialog_id))
            .map(|dialog| {
                dialog
                    .held
                    .as_ref()
                    .map_or(dialog.expires_at, |held| held.until)
            })
            .min()
    }

    /// Keeps an answer in state RESPONDING on disk; then it is COMPLETED, else ERROR.
    pub(super) fn store_answer(
        &mut self,
        dialog_id: &str,
        outcome: Outcome,
        by: AnsweredBy,
    ) -> Result<(), Refusal> {
        let (at, who, connection) = (by.at, ended_by(&outcome), by.connection.clone());
        let entry = Entry::Ended {
            dialog_id: dialog_id.to_owned(),
            state: State::Completed,
            at,
            outcome: outcome.clone(),
            answered_by: Some(by.clone()),
        };
        for image in outcome.attachments() {
            for file in self.images.files_of(dialog_id, image) {
                self.publish(&file);
            }
        }
        let stored = self.append(&entry);
        if let Some(dialog) = self.dialogs.get_mut(dialog_id) {
            dialog.attempts += 1;
        }
        match stored {
            Ok(()) => {
                self.step(dialog_id, Event::Success, at);
                self.close(dialog_id, outcome, Some(by));
                self.changed_state(dialog_id, Some(who), Some(&connection));
                self.trim_history();
                Ok(())
            }
            Err(error) => {
                tracing::error!(target: "dialog", dialog_id, %error, "an answer was not stored");
                self.step(dialog_id, Event::Error, at);
                if let Some(dialog) = self.dialogs.get_mut(dialog_id) {
                    dialog.error = Some(error.to_string());
                }
                self.changed_state(dialog_id, None, Some(&connection));
                Err(Refusal::AnswerNotStored)
            }
        }
    }

    /// Keeps an ERROR for the history, if the disk takes that by now.
    fn note_down_error(&self, dialog_id: &str) {
        if let Some(dialog) = self.dialog(dialog_id) {
            self.note_down(&Entry::State {
                dialog_id: dialog_id.to_owned(),
                state: State::Error,
                at: dialog.updated_at,
                error: dialog.error.clone(),
            });
        }
    }

    /// Ends a dialog without an answer, once that is on disk.
    pub(super) fn end(
        &mut self,
        dialog_id: &str,
        event: Event,
        outcome: Outcome,
        answered_by: Option<AnsweredBy>,
        by: By,
        now: u64,
    ) -> Result<(), Refusal> {
        let next = self
            .dialog(dialog_id)
            .and_then(|dialog| dialog.state.after(event));
        let Some(state) = next else {
            // Leaves everything as it is, with a warning.
            self.step(dialog_id, event, now);
            return Err(Refusal::AlreadyAnswered);
        };
        let entry = Entry::Ended {
            dialog_id: dialog_id.to_owned(),
            state,
            at: now,
            outcome: outcome.clone(),
            answered_by: answered_by.clone(),
        };
        self.append(&entry)?;
        let connection = answered_by.as_ref().map(|by| by.connection.clone());
        self.step(dialog_id, event, now);
        self.close(dialog_id, outcome, answered_by);
        self.changes.push(Change::State {
            dialog_id: dialog_id.to_owned(),
            state,
            at: now,
            by: Some(by),
            connection,
        });
        self.changes.push(Change::Queue);
        self.trim_history();
        Ok(())
    }

    /// What a dialog that has ended leaves behind.
    fn close(&mut self, dialog_id: &str, outcome: Outcome, by: Option<AnsweredBy>) {
        self.images.keep_only(dialog_id, outcome.attachments());
        self.drafts.remove(dialog_id);
        self.queue.remove(dialog_id);
        if let Some(dialog) = self.dialogs.get_mut(dialog_id) {
            dialog.response = Some(outcome);
            dialog.answered_by = by;
            dialog.error = None;
            dialog.held = None;
        }
    }
}
