//! The text inside of a trace: one JSON value a line, in the order in which it happened.
//!
//! ```text
//! {"opening":…}  {"event":…}                          the journal's entries, as they are stored
//! {"record":{"type":"page:act","time":…,"payload":…,"began":…}}   what else the session told
//! ```

use std::path::Path;

use greenroom_stdx::now_ms;
use greenroom_store::journal::JournalReader;
use greenroom_store::{SessionId, StoreError};
use serde::Serialize;
use serde_json::value::RawValue;

use super::mask::Names;
use super::masked_journal::MaskedJournal;
use super::records::{self, Marks, Record};
use crate::course::live_course::CourseEntry;
use crate::{Fault, StageError};

/// The version of the form of a trace.
const FORMAT: u32 = 1;

/// What stands before the lines.
#[derive(Debug, Serialize)]
pub(super) struct About {
    format: u32,
    pub(super) session_id: String,
    /// The organization's title, or the package's name.
    pub(super) course: String,
    exported_at: u64,
    /// The version that made it.
    greenroom: &'static str,
    masked: bool,
}

/// The text, and what was counted on the way.
#[derive(Debug)]
pub(super) struct Transcript {
    pub(super) about: About,
    pub(super) lines: String,
    pub(super) events: usize,
    pub(super) answered_otherwise: usize,
    /// Who the masks are for; nobody without masks.
    pub(super) names: Names,
}

/// Reads journal and stream of a session and puts them into one order.
pub(super) fn write(
    directory: &Path,
    id: &SessionId,
    mask: bool,
) -> Result<Transcript, StageError> {
    let mut reader = JournalReader::open(directory).map_err(|error| unplayed(error, id))?;
    let package = reader.header().package_path.clone();
    let mut entries: Vec<Box<RawValue>> = Vec::new();
    while let Some(entry) = reader.next_entry()? {
        entries.push(entry);
    }
    let mut course = package
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut marks = Marks::default();
    let mut masked = mask.then(MaskedJournal::default);
    let mut titled = false;
    for entry in &mut entries {
        let read = serde_json::from_str::<CourseEntry>(entry.get());
        let Ok(read) = read else {
            tracing::warn!("an entry of a journal was passed over");
            marks.add(None);
            // What cannot be read cannot be masked.
            *entry = RawValue::NULL.to_owned();
            continue;
        };
        if let (CourseEntry::Opening(opening), false) = (&read, titled)
            && let Ok(session) = opening.clone().open()
        {
            titled = true;
            let overview = session.overview();
            let root = overview.activities.into_iter().next();
            course = root.map_or(course, |root| root.title);
        }
        marks.add(Some(&read));
        if let Some(masked) = &mut masked {
            *entry = masked
                .take_in(read)
                .map_err(|error| super::not_packed(&error))?;
        }
    }
    let (answered_otherwise, names) = masked.map(MaskedJournal::finish).unwrap_or_default();
    let records = records::read(directory, &marks, &names)?;
    Ok(Transcript {
        about: About {
            format: FORMAT,
            session_id: id.to_string(),
            course: names.hide(&course),
            exported_at: now_ms(),
            greenroom: env!("CARGO_PKG_VERSION"),
            masked: mask,
        },
        events: entries.len(),
        lines: interleaved(&entries, &records),
        answered_otherwise,
        names,
    })
}

/// Each record stands behind the entries that came before it.
fn interleaved(entries: &[Box<RawValue>], records: &[Record]) -> String {
    let mut lines = String::new();
    let mut rest = records.iter().peekable();
    for count in 0..=entries.len() {
        while let Some(record) = rest.next_if(|record| record.after <= count) {
            lines.push_str(&record.line());
            lines.push('\n');
        }
        if let Some(entry) = entries.get(count) {
            lines.push_str(entry.get());
            lines.push('\n');
        }
    }
    lines
}

fn unplayed(error: StoreError, id: &SessionId) -> StageError {
    match error {
        StoreError::Read { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
            let message = format!("nothing was played in session {id}");
            StageError::new(Fault::InvalidParams, message)
                .hint("Open a course with scorm_open_course, act on it, then export.")
        }
        other => other.into(),
    }
}
