//! The three log files of a running server.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use greenroom_stdx::{IgnorePoison as _, private_files};

use super::{LogDirectory, LogEntry, LogLevel};
use crate::error::StoreError;

/// Writes entries. Shared by all threads; a disk that refuses a line loses that line only.
#[derive(Debug)]
pub struct LogFiles {
    files: Mutex<Files>,
}

#[derive(Debug)]
struct Files {
    human_readable: LogFile,
    ndjson: LogFile,
    errors: LogFile,
}

#[derive(Debug)]
struct LogFile {
    file: File,
    bytes: u64,
    max_bytes: u64,
}

impl LogFiles {
    /// Creates the files, or clears those of an earlier run.
    pub fn create(directory: &LogDirectory, max_bytes: u64) -> Result<Self, StoreError> {
        private_files::create_dir(directory.path()).map_err(StoreError::write(directory.path()))?;
        let create =
            |path: PathBuf| LogFile::create(&path, max_bytes).map_err(StoreError::write(&path));
        let files = Files {
            human_readable: create(directory.human_readable())?,
            ndjson: create(directory.ndjson())?,
            errors: create(directory.errors())?,
        };
        Ok(Self {
            files: Mutex::new(files),
        })
    }

    /// Writes an entry to the files that want it.
    pub fn write(&self, entry: &LogEntry) -> io::Result<()> {
        let line = entry.json_line();
        let human_line = entry.human_line();
        let mut files = self.files.lock().ignore_poison();
        files.human_readable.append(human_line.as_bytes())?;
        files.ndjson.append(line.as_bytes())?;
        if entry.level == LogLevel::Error {
            files.errors.append(line.as_bytes())?;
        }
        Ok(())
    }
}

impl LogFile {
    fn create(path: &Path, max_bytes: u64) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.create(true).read(true).append(true);
        let file = greenroom_os::private::open(path, &mut options)?;
        file.set_len(0)?;
        Ok(Self {
            file,
            bytes: 0,
            max_bytes,
        })
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let length = line.len() as u64;
        if self.bytes + length > self.max_bytes {
            self.drop_oldest(length)?;
        }
        self.file.write_all(line)?;
        self.bytes += length;
        Ok(())
    }

    /// Keeps the newest whole lines, at most three quarters of the limit, so that the next
    /// truncation is far off.
    fn drop_oldest(&mut self, room_for: u64) -> io::Result<()> {
        let keep = (self.max_bytes / 4 * 3).min(self.max_bytes.saturating_sub(room_for));
        self.bytes = self.file.metadata()?.len();
        // One byte more than is kept: it tells whether the cut falls between two lines.
        let start = self.bytes.saturating_sub(keep + 1);
        self.file.seek(SeekFrom::Start(start))?;
        let mut tail = Vec::new();
        self.file.read_to_end(&mut tail)?;
        let first_line = tail
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(tail.len(), |newline| newline + 1);
        self.file.set_len(0)?;
        self.file.write_all(&tail[first_line..])?;
        self.bytes = (tail.len() - first_line) as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory() -> (tempfile::TempDir, LogDirectory) {
        let temporary = tempfile::tempdir().unwrap();
        let directory = LogDirectory::locate(None, temporary.path().join("logs"));
        (temporary, directory)
    }

    #[test]
    fn the_limit_drops_the_oldest_whole_lines() {
        let (_temporary, directory) = directory();
        let files = LogFiles::create(&directory, 2000).unwrap();
        for number in 0..200 {
            let entry = LogEntry::new(number, LogLevel::Error, "test", &format!("entry {number}"));
            files.write(&entry).unwrap();
        }
        for path in [directory.ndjson(), directory.errors()] {
            let text = std::fs::read_to_string(path).unwrap();
            assert!(text.len() <= 2000, "{} bytes", text.len());
            let numbers: Vec<u64> = text
                .lines()
                .map(|line| {
                    serde_json::from_str::<serde_json::Value>(line).unwrap()["ts"]
                        .as_u64()
                        .unwrap()
                })
                .collect();
            assert_eq!(numbers.last(), Some(&199));
            assert!(numbers.len() > 10 && numbers.is_sorted(), "{numbers:?}");
        }
    }

    #[test]
    fn a_new_start_clears_the_files() {
        let (_temporary, directory) = directory();
        let entry = LogEntry::new(1, LogLevel::Info, "test", "old");
        LogFiles::create(&directory, 1000)
            .unwrap()
            .write(&entry)
            .unwrap();
        assert!(
            std::fs::read_to_string(directory.human_readable())
                .unwrap()
                .contains("old")
        );
        assert_eq!(std::fs::read_to_string(directory.errors()).unwrap(), "");
        LogFiles::create(&directory, 1000).unwrap();
        assert_eq!(
            std::fs::read_to_string(directory.human_readable()).unwrap(),
            ""
        );
    }
}
