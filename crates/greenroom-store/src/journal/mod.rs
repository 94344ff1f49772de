//! The journal of one session: every event of the engine, in order, before it counts as saved.
//!
//! JSON lines, append-only. A line is one of
//!
//! ```text
//! {"journal":{"format":1,"namespace":"mcp","course_id":"…",…}}   the first line
//! {"entry":…}                                                    one event of the engine
//! {"saved":{"cause":"commit","at":…,"final":false}}              the projection was written
//! ```
//!
//! What the writer acknowledged is on disk and survives a crash. A line that a crash cut in two was
//! never acknowledged; readers end before it. A journal is *saved* when nothing follows the last
//! projection and that one was final, or when it holds no entry at all.

mod read;
mod write;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::path::PathBuf;

pub use read::{JournalReader, UnfinishedJournal, all_unfinished, is_unsaved, unfinished};
pub use write::{APPENDS, Journal, Pending};

/// The version of the file format.
const FORMAT: u32 = 1;

/// The name of the file in the session directory.
pub(crate) const FILE_NAME: &str = "journal";

/// What a journal belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// Version of the format; set by the writer.
    #[serde(default)]
    pub format: u32,
    /// `mcp` for tools, `gui` for people.
    pub namespace: String,
    /// The manifest's identifier.
    pub course_id: Option<String>,
    /// The session.
    pub session_id: String,
    /// The package as it was opened.
    pub package_path: PathBuf,
    /// What the course consisted of; absent in old journals and where nothing is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<String>,
    /// When the journal was begun.
    pub started_at: u64,
}

/// That everything before was written to the saved state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// What made the state be saved.
    pub cause: String,
    /// When.
    pub at: u64,
    /// Whether the attempt was closed: nothing remains to be recovered.
    #[serde(rename = "final")]
    pub is_final: bool,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum JournalLine {
    Journal(JournalHeader),
    Entry(Box<RawValue>),
    Saved(Saved),
}

#[cfg(test)]
mod tests;
