//! The new bytes of files, kept on the disk: a package may hold more pictures than memory should.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Write};

use tempfile::NamedTempFile;

/// New bytes by path.
#[derive(Debug)]
pub(crate) struct Spool {
    file: NamedTempFile,
    places: BTreeMap<String, (u64, u64)>,
    end: u64,
}

impl Spool {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            file: NamedTempFile::new()?,
            places: BTreeMap::new(),
            end: 0,
        })
    }

    pub(crate) fn keep(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        let length = bytes.len() as u64;
        self.places.insert(path.to_owned(), (self.end, length));
        self.end += length;
        Ok(())
    }

    /// How long the new file is, if there is one.
    pub(crate) fn size(&self, path: &str) -> Option<u64> {
        self.places.get(path).map(|(_, length)| *length)
    }

    pub(crate) fn open(&self, path: &str) -> Option<io::Result<Box<dyn Read>>> {
        let (start, length) = *self.places.get(path)?;
        let open = || -> io::Result<Box<dyn Read>> {
            let mut file = self.file.reopen()?;
            file.seek(SeekFrom::Start(start))?;
            Ok(Box::new(file.take(length)))
        };
        Some(open())
    }
}
