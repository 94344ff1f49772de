//! The transcript of a session that is open, part by part while it goes on.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_store::journal::JournalReader;
use greenroom_store::{EventQuery, Session, SessionEvent};
use greenroom_web::workbench::courses::NotDone;
use greenroom_web::workbench::journals::{JournalFeed, JournalPart, JournalPlace};

use super::mask::Names;
use super::pictures;
use super::transcript::understood;
use super::weaving::{Entry, Strands, Weaving, Woven};
use crate::StageError;

/// A part is sent once it has this many bytes or lines.
const ENOUGH_BYTES: usize = 256 * 1024;
const ENOUGH_LINES: usize = 1000;
/// Events that are read at a time.
const EVENTS: usize = 500;
/// Few entries of the journal have no event that tells of them; they are found within this time.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// A transcript that goes on with its session.
#[derive(Debug)]
pub(super) struct LiveTranscript(Option<Box<Reading<LiveStrands>>>);

/// How far a transcript was read.
#[derive(Debug)]
pub(super) struct Reading<S> {
    directory: PathBuf,
    pub(super) strands: S,
    weaving: Weaving,
    /// How many of each were woven.
    place: JournalPlace,
    /// How many of each the other side has.
    known: JournalPlace,
}

impl LiveTranscript {
    pub(super) fn new(session: Arc<Session>, from: JournalPlace) -> Self {
        let directory = session.directory().to_owned();
        let strands = LiveStrands {
            session,
            journal: None,
            events: VecDeque::new(),
            since: 0,
        };
        Self(Some(Box::new(Reading::new(directory, strands, from))))
    }

    async fn read(&mut self) -> Result<Option<JournalPart>, NotDone> {
        while let Some(mut reading) = self.0.take() {
            let read = move || (reading.part(), reading);
            let (part, reading) = tokio::task::spawn_blocking(read)
                .await
                .map_err(StageError::from)?;
            let session = Arc::clone(&reading.strands.session);
            let since = reading.strands.since;
            self.0 = Some(reading);
            let part = part?;
            if !part.lines.is_empty() {
                return Ok(Some(part));
            }
            let news = session.events().beyond(since);
            if let Ok(false) = tokio::time::timeout(LOOK_AGAIN, news).await {
                return Ok(None);
            }
        }
        Ok(None)
    }
}

impl JournalFeed for LiveTranscript {
    fn next(&mut self) -> BoxFuture<'_, Result<Option<JournalPart>, NotDone>> {
        self.read().boxed()
    }
}

impl<S: Strands> Reading<S> {
    /// Begins where the other side stands.
    pub(super) fn new(directory: PathBuf, strands: S, known: JournalPlace) -> Self {
        Self {
            directory,
            strands,
            weaving: Weaving::default(),
            place: JournalPlace::default(),
            known,
        }
    }

    /// What can be read now, as much as one part may hold. Blocks on the disk.
    pub(super) fn part(&mut self) -> Result<JournalPart, StageError> {
        let mut part = JournalPart {
            from: JournalPlace {
                entries: self.place.entries.max(self.known.entries),
                records: self.place.records.max(self.known.records),
            },
            lines: String::new(),
            pictures: Vec::new(),
            has_more: false,
        };
        let mut count = 0;
        let mut pictured = Vec::new();
        while let Some(line) = self.weaving.next(&mut self.strands, &Names::default())? {
            let (number, known) = match &line {
                Woven::Entry(_) => (&mut self.place.entries, self.known.entries),
                Woven::Record(_) => (&mut self.place.records, self.known.records),
            };
            *number += 1;
            if *number <= known {
                continue;
            }
            match line {
                Woven::Entry(entry) => part.lines.push_str(entry.get()),
                Woven::Record(record) => {
                    part.lines.push_str(&record.line());
                    pictured.extend(record.picture().map(str::to_owned));
                }
            }
            part.lines.push('\n');
            count += 1;
            if count >= ENOUGH_LINES || part.lines.len() >= ENOUGH_BYTES {
                part.has_more = true;
                break;
            }
        }
        part.pictures = pictures::facts(&self.directory, &pictured);
        Ok(part)
    }
}

/// Journal and stream of an open session.
#[derive(Debug)]
struct LiveStrands {
    session: Arc<Session>,
    /// Absent until something is played.
    journal: Option<JournalReader>,
    events: VecDeque<SessionEvent>,
    since: u64,
}

impl Strands for LiveStrands {
    fn entry(&mut self) -> Result<Option<Entry>, StageError> {
        if self.journal.is_none() {
            self.journal = JournalReader::open(self.session.directory()).ok();
        }
        let Some(journal) = &mut self.journal else {
            return Ok(None);
        };
        let text = journal.next_entry()?;
        Ok(text.map(|text| understood(text).0))
    }

    fn event(&mut self) -> Result<Option<SessionEvent>, StageError> {
        if self.events.is_empty() {
            let page = self.session.events().page(&EventQuery {
                since: self.since,
                max: EVENTS,
                types: Vec::new(),
                without: &[],
            })?;
            self.events = page.events.into();
            self.since = self.events.back().map_or(self.since, |event| event.id);
        }
        Ok(self.events.pop_front())
    }
}

#[cfg(test)]
mod tests;
