//! The desk: where all dialogs lie, from the question to the history.
//!
//! Every act takes the time from its caller, keeps on disk what must not be lost, and leaves its
//! changes to be shown.

mod acting;
mod asking;
mod delivery;
mod ending;
mod history;
mod passing;
mod restart;
pub mod tracker;
mod undo;

use crate::DialogError;
use crate::attachments::Attachments;
use crate::change::Change;
use crate::dialog::Dialog;
use crate::drafts::Drafts;
use crate::inspector::Inspector;
use crate::journal::{Entry, Journal};
use crate::preferences::Preferences;
use crate::queue::Queue;
use crate::rate::RateLimit;
use crate::refusal::Refusal;
use crate::registry::Registry;
pub use acting::Submitter;
pub use asking::Asked;
pub use delivery::Delivery;
use greenroom_stdx::private_files;
pub use history::HistoryFilter;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
pub use undo::LONGEST_UNDO_MS;

/// Open dialogs of one asker.
pub const OPEN_LIMIT: usize = 100;

/// All dialogs, and what the human set.
#[derive(Debug)]
pub struct Desk {
    registry: Registry,
    journal: Journal,
    images: Attachments,
    drafts: Drafts,
    preferences: Preferences,
    preferences_path: PathBuf,
    inspector: Inspector,
    rate: RateLimit,
    /// Open ones and the history.
    dialogs: BTreeMap<String, Dialog>,
    queue: Queue,
    changes: Vec<Change>,
    /// Another server has the desk.
    passed_on: bool,
}

impl Desk {
    /// Opens the desk in its folder, with what was left there.
    pub fn open(folder: &Path, registry: Registry, now: u64) -> io::Result<Self> {
        private_files::create_dir(folder)?;
        let preferences_path = Preferences::path(folder);
        let mut desk = Self {
            registry,
            journal: Journal::in_folder(folder),
            images: Attachments::new(images_in(folder)),
            drafts: Drafts::new(drafts_in(folder)),
            preferences: Preferences::read(&preferences_path),
            preferences_path,
            inspector: Inspector::default(),
            rate: RateLimit::default(),
            dialogs: BTreeMap::new(),
            queue: Queue::default(),
            changes: Vec::new(),
            passed_on: false,
        };
        desk.restart(now)?;
        Ok(desk)
    }

    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    pub fn images(&self) -> &Attachments {
        &self.images
    }

    pub fn drafts(&self) -> &Drafts {
        &self.drafts
    }

    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    pub fn inspector(&self) -> &Inspector {
        &self.inspector
    }

    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// A dialog, open or ended.
    pub fn dialog(&self, dialog_id: &str) -> Option<&Dialog> {
        self.dialogs.get(dialog_id)
    }

    /// As [`Desk::dialog`], or the error that says there is none.
    pub fn find(&self, dialog_id: &str) -> Result<&Dialog, DialogError> {
        self.dialog(dialog_id).ok_or_else(|| {
            if self.passed_on {
                return DialogError::PassedOn {
                    dialog_id: dialog_id.to_owned(),
                };
            }
            DialogError::UnknownDialog {
                dialog_id: dialog_id.to_owned(),
            }
        })
    }

    /// Whether nothing more can come of a dialog.
    pub fn is_over(&self, dialog_id: &str) -> bool {
        self.dialog(dialog_id)
            .is_none_or(|dialog| dialog.response.is_some())
    }

    /// Takes the changes since the last time.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Records a message for the inspector.
    pub fn record(
        &mut self,
        direction: crate::inspector::Direction,
        message: &Value,
        connection: &str,
        asker: &str,
        now: u64,
    ) {
        if let Some(seen) = self
            .inspector
            .record(direction, message, connection, asker, now)
        {
            self.changes.push(Change::Seen(Box::new(seen)));
        }
    }

    /// Switches the inspector.
    pub fn inspect(&mut self, on: bool) {
        self.inspector.switch(on);
        self.changes.push(Change::Inspecting(on));
    }

    /// Keeps what the human has entered and not yet sent.
    pub fn keep_draft(&self, dialog_id: &str, data: &Value) {
        if self.queue.position(dialog_id).is_some()
            && let Err(error) = self.drafts.keep(dialog_id, data)
        {
            tracing::warn!(target: "dialog", %error, "a draft was not kept");
        }
    }

    /// The human picks a waiting dialog.
    pub fn pick(&mut self, dialog_id: &str) {
        let dialogs = &self.dialogs;
        let created = |id: &str| dialogs.get(id).map_or(0, |dialog| dialog.created_at);
        self.queue.pick(dialog_id, created);
        self.changes.push(Change::Queue);
    }

    /// Changes single settings.
    pub fn change_settings(&mut self, changes: Map<String, Value>) -> Result<(), Refusal> {
        self.preferences.change(changes)?;
        self.changes.push(Change::Settings);
        self.write_preferences();
        Ok(())
    }

    /// Adds a text that goes with the next result.
    pub fn add_note(&mut self, text: &str, now: u64) -> Result<(), Refusal> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > crate::submission::HUMAN_TEXT_LIMIT {
            return Err(Refusal::NoteLength);
        }
        let id = crate::ids::draw("note_")?;
        self.preferences.add_note(crate::preferences::Note {
            id,
            text: text.to_owned(),
            at: now,
        })?;
        self.changes.push(Change::Notes);
        self.write_preferences();
        Ok(())
    }

    pub fn remove_note(&mut self, id: &str) {
        self.preferences.notes.retain(|note| note.id != id);
        self.changes.push(Change::Notes);
        self.write_preferences();
    }

    pub fn remove_standing_answer(&mut self, id: &str) {
        self.preferences.standing_answers.remove(id);
        self.changes.push(Change::StandingAnswers);
        self.write_preferences();
    }

    /// A client gave up on a call after so many seconds.
    pub fn learn_hold(&mut self, client: &str, with_progress: bool, waited: f64, now: u64) {
        if self
            .preferences
            .holds
            .learn(client, with_progress, waited, now)
        {
            self.changes.push(Change::LearnedHolds);
            self.write_preferences();
        }
    }

    pub fn forget_hold(&mut self, client: &str, with_progress: bool) {
        self.preferences.holds.forget(client, with_progress);
        self.changes.push(Change::LearnedHolds);
        self.write_preferences();
    }

    fn write_preferences(&self) {
        match self.preferences.write(&self.preferences_path) {
            Ok(()) => self.publish(&self.preferences_path),
            Err(error) => {
                tracing::warn!(target: "dialog", %error, "the preferences were not kept");
            }
        }
    }

    fn publish(&self, file: &Path) {
        if let Some(shared) = self.journal.shared() {
            shared.publish(file);
        }
    }

    fn append(&self, entry: &Entry) -> io::Result<()> {
        self.journal.append(entry)
    }

    /// Appends a line whose loss would do no harm.
    fn note_down(&self, entry: &Entry) {
        if let Err(error) = self.append(entry) {
            tracing::warn!(target: "dialog", %error, "a line of the journal was not kept");
        }
    }
}

/// Where the desk in this folder keeps images.
pub fn images_in(folder: &Path) -> PathBuf {
    folder.join("images")
}

fn drafts_in(folder: &Path) -> PathBuf {
    folder.join("drafts")
}

#[cfg(test)]
mod tests;
