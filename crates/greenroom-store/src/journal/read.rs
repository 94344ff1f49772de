//! Reading a journal up to its last whole line.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use greenroom_stdx::private_files;
use serde_json::value::RawValue;

use super::{JournalHeader, JournalLine, Saved};
use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::saved_state::Owner;
use crate::session_id::SessionId;
use crate::session_record::SessionRecord;
use crate::taking_over;

/// Reads the lines of one journal in order, one at a time.
#[derive(Debug)]
pub struct JournalReader {
    path: PathBuf,
    file: BufReader<File>,
    header: JournalHeader,
    good_bytes: u64,
    last_saved: Option<Saved>,
    entries: u64,
    unsaved_entries: u64,
}

impl JournalReader {
    /// Opens the journal of a session directory.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        let path = directory.join(super::FILE_NAME);
        let file = File::open(&path).map_err(StoreError::read(&path))?;
        let mut file = BufReader::new(file);
        let first = read_line(&mut file).map_err(StoreError::read(&path))?;
        let Some((JournalLine::Journal(header), length)) = first else {
            let fault = std::io::Error::other("it does not begin with the header of a journal");
            return Err(StoreError::read(&path)(fault));
        };
        Ok(Self {
            path,
            file,
            header,
            good_bytes: length,
            last_saved: None,
            entries: 0,
            unsaved_entries: 0,
        })
    }

    /// What the journal belongs to.
    pub fn header(&self) -> &JournalHeader {
        &self.header
    }

    /// The next event of the engine; `None` at the end or before a torn line. What is written later
    /// can be read then.
    pub fn next_entry(&mut self) -> Result<Option<Box<RawValue>>, StoreError> {
        while let Some(line) = self.next_line()? {
            if let JournalLine::Entry(entry) = line {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    /// How many entries were read so far.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Whether what was read so far holds events that a close has not saved.
    pub fn is_unsaved(&self) -> bool {
        let closed = self.last_saved.as_ref().is_some_and(|saved| saved.is_final);
        self.entries > 0 && (self.unsaved_entries > 0 || !closed)
    }

    /// Length of the whole lines read so far.
    pub(super) fn good_bytes(&self) -> u64 {
        self.good_bytes
    }

    pub(super) fn next_line(&mut self) -> Result<Option<JournalLine>, StoreError> {
        let next = read_line(&mut self.file).map_err(StoreError::read(&self.path))?;
        let Some((line, length)) = next else {
            // A line that is being written is whole when it is read again.
            let back = self.file.seek(SeekFrom::Start(self.good_bytes));
            back.map_err(StoreError::read(&self.path))?;
            return Ok(None);
        };
        self.good_bytes += length;
        match &line {
            JournalLine::Entry(_) => {
                self.entries += 1;
                self.unsaved_entries += 1;
            }
            JournalLine::Saved(saved) => {
                self.last_saved = Some(saved.clone());
                self.unsaved_entries = 0;
            }
            // Only the first line is a header; a second one tells nothing new.
            JournalLine::Journal(_) => {}
        }
        Ok(Some(line))
    }
}

/// The next line and its length; `None` at the end, and where a crash cut the file.
fn read_line(file: &mut BufReader<File>) -> std::io::Result<Option<(JournalLine, u64)>> {
    let mut bytes = Vec::new();
    file.read_until(b'\n', &mut bytes)?;
    let Some(text) = bytes.strip_suffix(b"\n") else {
        return Ok(None);
    };
    Ok(serde_json::from_slice(text)
        .ok()
        .map(|line| (line, bytes.len() as u64)))
}

/// Whether `bytes` can be one line of the file.
pub(super) fn is_line(bytes: &[u8]) -> bool {
    !bytes.contains(&b'\n')
}

/// Whether a session directory holds a journal with events that no close has saved.
///
/// A journal that cannot be read counts as unsaved, so that nobody removes it.
pub fn is_unsaved(directory: &Path) -> bool {
    // Without a whole first line nothing was ever acknowledged.
    if matches!(has_whole_line(&directory.join(super::FILE_NAME)), Ok(false)) {
        return false;
    }
    let read_all = || -> Result<bool, StoreError> {
        let mut reader = JournalReader::open(directory)?;
        while reader.next_line()?.is_some() {}
        Ok(reader.is_unsaved())
    };
    read_all().unwrap_or(true)
}

/// False for a file that is not there, or was cut off in its first line.
fn has_whole_line(path: &Path) -> std::io::Result<bool> {
    let mut first = Vec::new();
    match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        file => {
            BufReader::new(file?).read_until(b'\n', &mut first)?;
            Ok(first.ends_with(b"\n"))
        }
    }
}

/// A journal whose server ended before it could close the session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedJournal {
    /// The session directory.
    pub directory: PathBuf,
    /// What the journal belongs to.
    pub header: JournalHeader,
}

/// The unfinished journals of a course, oldest first. Those of running servers are left alone.
pub fn unfinished<'a>(
    data_dir: &DataDir,
    namespace: &str,
    owner: impl Into<Owner<'a>>,
) -> Result<Vec<UnfinishedJournal>, StoreError> {
    let owner = owner.into();
    let Some(orphans) = orphans(data_dir, namespace, owner.course_id)? else {
        return of_owner(data_dir, namespace, owner);
    };
    let mut found = of_owner(data_dir, namespace, owner)?;
    // The others may go on elsewhere: their servers know.
    found.retain(|journal| orphans.contains(&journal.header.session_id));
    Ok(found)
}

/// In a cluster: brings here what dead servers left of a course, and says of which sessions.
fn orphans(
    data_dir: &DataDir,
    namespace: &str,
    course_id: Option<&str>,
) -> Result<Option<Vec<String>>, StoreError> {
    let Some(shared) = data_dir.shared() else {
        return Ok(None);
    };
    let mut ids = Vec::new();
    for (id, lines) in shared.leases.take_orphans(namespace, course_id)? {
        let directory = data_dir.sessions().join(id.as_str());
        taking_over::write_journal(&directory, &lines)?;
        // A record of an earlier stay would say whose it was.
        drop(std::fs::remove_file(directory.join("session.json")));
        ids.push(id.to_string());
    }
    Ok(Some(ids))
}

fn of_owner(
    data_dir: &DataDir,
    namespace: &str,
    owner: Owner<'_>,
) -> Result<Vec<UnfinishedJournal>, StoreError> {
    unfinished_where(data_dir, |header| {
        header.namespace == namespace
            && header.course_id.as_deref() == owner.course_id
            && owner.may_own(header.package_path.to_str(), header.structure.as_deref())
    })
}

/// The unfinished journals of all courses, oldest first.
pub fn all_unfinished(data_dir: &DataDir) -> Result<Vec<UnfinishedJournal>, StoreError> {
    unfinished_where(data_dir, |_| true)
}

fn unfinished_where(
    data_dir: &DataDir,
    wanted: impl Fn(&JournalHeader) -> bool,
) -> Result<Vec<UnfinishedJournal>, StoreError> {
    let sessions = data_dir.sessions();
    let mut found = Vec::new();
    for entry in private_files::list_dir(&sessions).map_err(StoreError::read(&sessions))? {
        let directory = entry.path();
        if entry
            .file_name()
            .to_str()
            .and_then(SessionId::parse)
            .is_none()
        {
            continue;
        }
        // Sessions without a runtime have no journal.
        let Ok(reader) = JournalReader::open(&directory) else {
            continue;
        };
        let header = reader.header().clone();
        if !wanted(&header) {
            continue;
        }
        let live = SessionRecord::is_live(&directory, &data_dir.servers());
        if !live && is_unsaved(&directory) {
            found.push(UnfinishedJournal { directory, header });
        }
    }
    found.sort_by_key(|journal| journal.header.started_at);
    Ok(found)
}
