//! Appending to a journal, with one sync for all lines that wait at the same time.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use greenroom_stdx::{Tally, private_files};
use serde::Serialize;
use tokio::sync::oneshot;

use super::read::{self, JournalReader};
use super::{FORMAT, JournalHeader, JournalLine, Saved};
use crate::error::StoreError;
use crate::shared::{Copies, Lines, ShareFault, copies};

/// Lines that this process has sent to journals.
pub static APPENDS: Tally = Tally::new();

/// Appends to one journal. A thread of its own writes and syncs, so callers never wait for the
/// disk unless they want the acknowledgement.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    lines: Sender<Waiting>,
    writer: Option<thread::JoinHandle<()>>,
    /// How many bytes were sent to the file, by whomever.
    bytes: AtomicU64,
    /// How many may be.
    limit: u64,
}

/// A line on its way to the disk.
struct Waiting {
    line: Vec<u8>,
    acknowledge: oneshot::Sender<Result<(), NotWritten>>,
}

/// Why a line is not on the disk.
#[derive(Debug, Clone, thiserror::Error)]
enum NotWritten {
    /// The disk refused it, or a line before it.
    #[error("{0}")]
    Refused(Arc<io::Error>),
    #[error("the journal is closed")]
    Closed,
    /// Other servers do not have it.
    #[error(transparent)]
    NotShared(ShareFault),
}

/// The acknowledgement of one append.
#[derive(Debug)]
#[must_use = "what is not acknowledged may be lost in a crash"]
pub struct Pending {
    path: PathBuf,
    acknowledged: oneshot::Receiver<Result<(), NotWritten>>,
}

impl Pending {
    /// Waits until the line is on disk.
    pub async fn acknowledged(self) -> Result<(), StoreError> {
        outcome(&self.path, self.acknowledged.await)
    }

    /// Like [`Pending::acknowledged`], for threads outside of the async runtime.
    pub fn blocking_acknowledged(self) -> Result<(), StoreError> {
        outcome(&self.path, self.acknowledged.blocking_recv())
    }
}

fn outcome(
    path: &Path,
    received: Result<Result<(), NotWritten>, oneshot::error::RecvError>,
) -> Result<(), StoreError> {
    received
        .unwrap_or(Err(NotWritten::Closed))
        .map_err(|reason| match reason {
            NotWritten::NotShared(fault) => fault.into(),
            reason => StoreError::write(path)(io::Error::other(reason)),
        })
}

impl Journal {
    /// Begins the journal of a session in its directory.
    pub fn create(directory: &Path, header: &JournalHeader) -> Result<Self, StoreError> {
        Self::create_copied(directory, header, None)
    }

    /// As [`Journal::create`]; a line counts once it is in the copies too.
    pub fn create_copied(
        directory: &Path,
        header: &JournalHeader,
        copies: Option<Copies>,
    ) -> Result<Self, StoreError> {
        let path = directory.join(super::FILE_NAME);
        let header = JournalHeader {
            format: FORMAT,
            ..header.clone()
        };
        let first = line_of(&JournalLine::Journal(header)).map_err(StoreError::write(&path))?;
        let begin = || -> io::Result<File> {
            let mut file = File::create_new(&path)?;
            file.write_all(&first)?;
            file.sync_all()?;
            private_files::sync_dir(directory)?;
            Ok(file)
        };
        let file = begin().map_err(StoreError::write(&path))?;
        if let Some(copies) = &copies {
            copies::wait(&copies.send(Lines::Journal, 0, vec![first]))?;
        }
        let copying = copies.map(|copies| Copying { copies, next: 1 });
        Self::start(path, file, 0, copying)
    }

    /// Goes on with an existing journal, after its last whole line. A torn tail is cut off.
    pub fn reopen(directory: &Path) -> Result<Self, StoreError> {
        Self::reopen_copied(directory, None)
    }

    /// As [`Journal::reopen`], for a journal that has copies: both sides get what the other has.
    pub fn reopen_copied(directory: &Path, copies: Option<Copies>) -> Result<Self, StoreError> {
        let path = directory.join(super::FILE_NAME);
        let mut reader = JournalReader::open(directory)?;
        while reader.next_line()?.is_some() {}
        let open = || -> io::Result<File> {
            let file = OpenOptions::new().append(true).open(&path)?;
            file.set_len(reader.good_bytes())?;
            file.sync_all()?;
            Ok(file)
        };
        let mut file = open().map_err(StoreError::write(&path))?;
        let mut bytes = reader.good_bytes();
        let mut copying = None;
        if let Some(copies) = copies {
            let here = std::fs::read(&path).map_err(StoreError::read(&path))?;
            let here: Vec<Vec<u8>> = here
                .split_inclusive(|byte| *byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect();
            let mut next = here.len() as u64;
            for line in copies.reconcile(Lines::Journal, here)? {
                file.write_all(&line).map_err(StoreError::write(&path))?;
                bytes += line.len() as u64;
                next += 1;
            }
            file.sync_all().map_err(StoreError::write(&path))?;
            copying = Some(Copying { copies, next });
        }
        Self::start(path, file, bytes, copying)
    }

    fn start(
        path: PathBuf,
        file: File,
        bytes: u64,
        copying: Option<Copying>,
    ) -> Result<Self, StoreError> {
        let (lines, waiting) = mpsc::channel();
        let writer = thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || write_groups(file, copying, &waiting))
            .map_err(StoreError::write(&path))?;
        Ok(Self {
            path,
            lines,
            writer: Some(writer),
            bytes: AtomicU64::new(bytes),
            limit: u64::MAX,
        })
    }

    /// Refuses events once the file has this many bytes: content that calls without end would
    /// fill the disk, and the memory of all that is folded from it.
    #[must_use]
    pub fn limited_to(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self
    }

    /// Where the journal lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one event of the engine. It counts once the answer says so.
    pub fn append(&self, entry: &impl Serialize) -> Result<Pending, StoreError> {
        if self.bytes.load(Ordering::Relaxed) >= self.limit {
            return Err(StoreError::LimitExceeded {
                limit: "the journal of a session in bytes",
                value: None,
                maximum: self.limit,
                setting: "limits.journal_bytes",
            });
        }
        let raw = serde_json::value::to_raw_value(entry)
            .map_err(|error| StoreError::write(&self.path)(error.into()))?;
        self.send(&JournalLine::Entry(raw))
    }

    /// Notes that the saved state holds everything before this line.
    pub fn mark_saved(&self, saved: Saved) -> Result<Pending, StoreError> {
        self.send(&JournalLine::Saved(saved))
    }

    fn send(&self, line: &JournalLine) -> Result<Pending, StoreError> {
        APPENDS.count();
        let line = line_of(line).map_err(StoreError::write(&self.path))?;
        self.bytes.fetch_add(line.len() as u64, Ordering::Relaxed);
        let (acknowledge, acknowledged) = oneshot::channel();
        // If the writer is gone, the acknowledgement is dropped, and the caller sees that.
        drop(self.lines.send(Waiting { line, acknowledge }));
        Ok(Pending {
            path: self.path.clone(),
            acknowledged,
        })
    }
}

impl Drop for Journal {
    /// Waits until everything sent is on disk.
    fn drop(&mut self) {
        self.lines = mpsc::channel().0;
        if let Some(writer) = self.writer.take() {
            // The writer does not panic; if it did, the acknowledgements told.
            drop(writer.join());
        }
    }
}

/// Where lines go beside the file, and the number of the next one.
struct Copying {
    copies: Copies,
    next: u64,
}

impl Copying {
    fn send(&mut self, group: &[Waiting]) -> Receiver<Result<(), ShareFault>> {
        let first = self.next;
        self.next += group.len() as u64;
        let lines = group.iter().map(|waiting| waiting.line.clone()).collect();
        self.copies.send(Lines::Journal, first, lines)
    }
}

/// Writes all lines that wait, syncs once, acknowledges them all.
///
/// After a failed write or sync nobody knows what is on disk, so nothing is acknowledged any more.
fn write_groups(mut file: File, mut copying: Option<Copying>, waiting: &Receiver<Waiting>) {
    let mut failed: Option<NotWritten> = None;
    while let Ok(first) = waiting.recv() {
        let group: Vec<Waiting> = std::iter::once(first).chain(waiting.try_iter()).collect();
        if failed.is_none() {
            let bytes: Vec<u8> = group
                .iter()
                .flat_map(|waiting| &waiting.line)
                .copied()
                .collect();
            // Both are written at the same time.
            let copied = copying.as_mut().map(|copying| copying.send(&group));
            let written = file.write_all(&bytes).and_then(|()| file.sync_data());
            failed = written.err().map(Arc::new).map(NotWritten::Refused);
            if failed.is_none()
                && let Some(copied) = copied
            {
                failed = copies::wait(&copied).err().map(NotWritten::NotShared);
            }
        }
        for Waiting { acknowledge, .. } in group {
            // A caller that does not want to know is not a fault.
            drop(acknowledge.send(failed.clone().map_or(Ok(()), Err)));
        }
    }
}

fn line_of(line: &JournalLine) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(line)?;
    debug_assert!(
        read::is_line(&bytes),
        "JSON as serde writes it has no line break"
    );
    bytes.push(b'\n');
    Ok(bytes)
}
