//! The text inside of a trace: one JSON value a line, in the order in which it happened.
//!
//! ```text
//! {"opening":…}  {"event":…}                          the journal's entries, as they are stored
//! {"record":{"type":"page:act","time":…,"payload":…,"began":…}}   what else the session told
//! ```

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use greenroom_stdx::now_ms;
use greenroom_store::journal::JournalReader;
use greenroom_store::{SessionEvent, SessionId, StoreError, kept_events};
use greenroom_web::workbench::journals::SourceLines;
use serde::Serialize;
use serde_json::value::RawValue;

use super::mask::Names;
use super::masked_journal::MaskedJournal;
use super::source_lines::CallSites;
use super::weaving::{Entry, Strands, Weaving, Woven};
use crate::course::call_source;
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
    /// Lines of the scripts around the calls.
    pub(super) sources: BTreeMap<String, SourceLines>,
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
    let mut course = package
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut entries = VecDeque::new();
    let mut masked = mask.then(MaskedJournal::default);
    let mut titled = false;
    let mut sites = CallSites::default();
    while let Some(text) = reader.next_entry()? {
        let called_at = call_source::of(&text);
        let (mut entry, read) = understood(text);
        let Some(read) = read else {
            entries.push_back(entry);
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
        if let Some(masked) = &mut masked {
            entry.text = masked
                .take_in(read, called_at.clone())
                .map_err(|error| super::not_packed(&error))?;
        }
        sites.add(called_at);
        entries.push_back(entry);
    }
    let (answered_otherwise, names) = masked.map(MaskedJournal::finish).unwrap_or_default();
    let events = entries.len();
    let strands = KeptStrands {
        entries,
        // A line that cannot be read costs nothing but itself.
        events: kept_events(directory)?.flatten(),
    };
    Ok(Transcript {
        about: About {
            format: FORMAT,
            session_id: id.to_string(),
            course: names.hide(&course),
            exported_at: now_ms(),
            greenroom: env!("CARGO_PKG_VERSION"),
            masked: mask,
        },
        events,
        lines: woven(strands, &names)?,
        answered_otherwise,
        sources: sites.lines(&package, &names),
        names,
    })
}

/// An entry of the journal for a transcript, and what it says; nothing if it cannot be read.
pub(super) fn understood(text: Box<RawValue>) -> (Entry, Option<CourseEntry>) {
    let read = serde_json::from_str::<CourseEntry>(text.get()).ok();
    let mark = Entry::mark(read.as_ref());
    let text = if read.is_some() {
        text
    } else {
        tracing::warn!("an entry of a journal was passed over");
        // What cannot be read can neither be masked nor carried out.
        RawValue::NULL.to_owned()
    };
    (Entry { text, mark }, read)
}

/// What is kept of a session.
struct KeptStrands<E> {
    entries: VecDeque<Entry>,
    events: E,
}

impl<E: Iterator<Item = SessionEvent>> Strands for KeptStrands<E> {
    fn entry(&mut self) -> Result<Option<Entry>, StageError> {
        Ok(self.entries.pop_front())
    }

    fn event(&mut self) -> Result<Option<SessionEvent>, StageError> {
        Ok(self.events.next())
    }
}

fn woven(mut strands: impl Strands, names: &Names) -> Result<String, StageError> {
    let mut weaving = Weaving::default();
    let mut lines = String::new();
    while let Some(line) = weaving.next(&mut strands, names)? {
        match line {
            Woven::Entry(entry) => lines.push_str(entry.get()),
            Woven::Record(record) => lines.push_str(&record.line()),
        }
        lines.push('\n');
    }
    Ok(lines)
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
