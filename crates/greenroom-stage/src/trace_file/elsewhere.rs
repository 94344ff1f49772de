//! The transcript of a session that another process plays, read from its files while they grow.

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_store::journal::JournalReader;
use greenroom_store::{EventTail, SessionEvent};
use greenroom_web::workbench::courses::NotDone;
use greenroom_web::workbench::journals::{JournalFeed, JournalPart, JournalPlace};
use tokio::sync::watch;

use super::live::Reading;
use super::transcript::understood;
use super::weaving::{Entry, Strands};
use crate::StageError;
use crate::course::person::IsOpen;

/// How often the files are looked at where nobody tells that they grow, and where that is told late.
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// After this many looks without news it is asked whether the session is still open.
const QUIET_LOOKS: u32 = 8;

/// A transcript that goes on as its files grow.
#[derive(Debug)]
pub(super) struct TailedTranscript {
    reading: Option<Box<Reading<TailedStrands>>>,
    is_open: IsOpen,
    quiet: u32,
    /// Its process tells that something was written, as far as it can be reached.
    moves: Option<watch::Receiver<u64>>,
}

impl TailedTranscript {
    pub(super) fn new(
        directory: &Path,
        is_open: IsOpen,
        moves: Option<watch::Receiver<u64>>,
        from: JournalPlace,
    ) -> Self {
        let strands = TailedStrands {
            directory: directory.to_owned(),
            journal: None,
            events: None,
        };
        let reading = Reading::new(directory.to_owned(), strands, from);
        Self {
            reading: Some(Box::new(reading)),
            is_open,
            quiet: 0,
            moves,
        }
    }

    /// Waits until it is worth looking again.
    async fn pause(&mut self) {
        let moved = async {
            if let Some(moves) = &mut self.moves
                && moves.changed().await.is_ok()
            {
                return;
            }
            std::future::pending::<()>().await;
        };
        // It is told too late rather than never.
        let _not_told = tokio::time::timeout(LOOK_AGAIN, moved).await;
    }

    async fn read(&mut self) -> Result<Option<JournalPart>, NotDone> {
        while let Some(mut reading) = self.reading.take() {
            // Asked before the last look, so that nothing written before the end is missed.
            let asked = (self.quiet >= QUIET_LOOKS).then(|| self.is_open.clone());
            let read = move || {
                let is_open = asked.is_none_or(|one| one.ask());
                (reading.part(), reading, is_open)
            };
            let (part, reading, is_open) = tokio::task::spawn_blocking(read)
                .await
                .map_err(StageError::from)?;
            self.reading = Some(reading);
            let part = part?;
            if !part.lines.is_empty() {
                self.quiet = 0;
                return Ok(Some(part));
            }
            if !is_open {
                return Ok(None);
            }
            self.quiet = (self.quiet + 1) % (QUIET_LOOKS + 1);
            self.pause().await;
        }
        Ok(None)
    }
}

impl JournalFeed for TailedTranscript {
    fn next(&mut self) -> BoxFuture<'_, Result<Option<JournalPart>, NotDone>> {
        self.read().boxed()
    }
}

/// Journal and stream as they lie on disk.
#[derive(Debug)]
pub(super) struct TailedStrands {
    directory: PathBuf,
    /// Absent until something is played.
    journal: Option<JournalReader>,
    events: Option<EventTail>,
}

impl Strands for TailedStrands {
    fn entry(&mut self) -> Result<Option<Entry>, StageError> {
        if self.journal.is_none() {
            self.journal = JournalReader::open(&self.directory).ok();
        }
        let Some(journal) = &mut self.journal else {
            return Ok(None);
        };
        let text = journal.next_entry()?;
        Ok(text.map(|text| understood(text).0))
    }

    fn event(&mut self) -> Result<Option<SessionEvent>, StageError> {
        let events = match self.events.take() {
            Some(events) => events,
            None => EventTail::open(&self.directory)?,
        };
        Ok(self.events.insert(events).next_event()?)
    }
}
