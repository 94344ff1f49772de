//! The events of a session directory that another process writes.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::error::StoreError;
use crate::events::{FILE_NAME, SessionEvent};

/// Reads events in their order; what is written later can be read then.
#[derive(Debug)]
pub struct EventTail {
    path: PathBuf,
    file: BufReader<File>,
    /// Length of the whole lines that were read.
    read: u64,
}

impl EventTail {
    /// Opens the events of a session directory at their beginning.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        let path = directory.join(FILE_NAME);
        let file = File::open(&path).map_err(StoreError::read(&path))?;
        Ok(Self {
            path,
            file: BufReader::new(file),
            read: 0,
        })
    }

    /// The next event; nothing while there is none. A line that cannot be read costs nothing but
    /// itself.
    pub fn next_event(&mut self) -> Result<Option<SessionEvent>, StoreError> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = self.file.read_until(b'\n', &mut line);
            read.map_err(StoreError::read(&self.path))?;
            if !line.ends_with(b"\n") {
                // A line that is being written is whole when it is read again.
                let back = self.file.seek(SeekFrom::Start(self.read));
                back.map_err(StoreError::read(&self.path))?;
                return Ok(None);
            }
            self.read += line.len() as u64;
            if let Ok(event) = serde_json::from_slice(&line) {
                return Ok(Some(event));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_line_in_the_making_is_read_once_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = File::create(folder.path().join(FILE_NAME)).unwrap();
        let mut tail = EventTail::open(folder.path()).unwrap();
        let mut next = || tail.next_event().unwrap().map(|event| event.id);
        assert_eq!(next(), None);
        file.write_all(b"{\"id\":1,\"type\":\"a\",\"time\":5}\n{\"id\":2,")
            .unwrap();
        assert_eq!(next(), Some(1));
        assert_eq!(next(), None);
        assert_eq!(next(), None);
        file.write_all(
            b"\"type\":\"b\",\"time\":6}\nnonsense\n{\"id\":3,\"type\":\"c\",\"time\":7}\n",
        )
        .unwrap();
        assert_eq!(next(), Some(2));
        assert_eq!(next(), Some(3));
        assert_eq!(next(), None);
    }
}
