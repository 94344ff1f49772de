//! What the human set: preferences, notes for the next result, standing answers, learned holds.
//! One file, replaced whole.

use crate::holds::Holds;
use crate::refusal::Refusal;
use crate::standing_answers::StandingAnswers;
use greenroom_stdx::private_files;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io;
use std::path::{Path, PathBuf};

/// Quick replies.
const SNIPPETS: usize = 100;
/// Bytes of all settings.
const SETTINGS_BYTES: usize = 1 << 20;
/// Notes that wait for a result.
const NOTES: usize = 100;

/// A text that goes with the next dialog result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    pub id: String,
    pub text: String,
    pub at: u64,
}

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Known to the page alone; kept as they are.
    pub settings: Map<String, Value>,
    pub notes: Vec<Note>,
    pub standing_answers: StandingAnswers,
    pub holds: Holds,
}

impl Preferences {
    /// Where the desk in this folder keeps them.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join("preferences.json")
    }

    /// Reads the file; an unreadable one counts as empty and is reported.
    pub fn read(path: &Path) -> Self {
        match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::default(),
            Err(error) => {
                tracing::warn!(target: "dialog", %error, "the preferences cannot be read");
                Self::default()
            }
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_else(|error| {
                tracing::warn!(target: "dialog", %error, "the preferences are damaged");
                Self::default()
            }),
        }
    }

    pub fn write(&self, path: &Path) -> io::Result<()> {
        private_files::replace_durably(path, &serde_json::to_vec(self)?)
    }

    /// Changes single settings; null removes one.
    pub fn change(&mut self, changes: Map<String, Value>) -> Result<(), Refusal> {
        let snippets = changes.get("snippets").and_then(Value::as_array);
        if snippets.is_some_and(|snippets| snippets.len() > SNIPPETS) {
            return Err(Refusal::TooManySnippets { limit: SNIPPETS });
        }
        let mut settings = self.settings.clone();
        for (name, value) in changes {
            if value.is_null() {
                settings.remove(&name);
            } else {
                settings.insert(name, value);
            }
        }
        if serde_json::to_vec(&settings).map_or(0, |bytes| bytes.len()) > SETTINGS_BYTES {
            return Err(Refusal::SettingsTooLarge);
        }
        self.settings = settings;
        Ok(())
    }

    /// Adds a note for the next result.
    pub fn add_note(&mut self, note: Note) -> Result<(), Refusal> {
        if self.notes.len() >= NOTES {
            return Err(Refusal::TooManyNotes { limit: NOTES });
        }
        self.notes.push(note);
        Ok(())
    }
}
