//! Writes a zip that every LMS reads: no extra fields, no data descriptors, sizes in the headers.
//!
//! Times are those of the format's beginning and modes are fixed, so that nothing of the machine
//! comes into the bytes. Names are UTF-8, and flagged as such only where they are more than ASCII.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use flate2::Crc;

use crate::deflate::{self, Streamed};

/// Bytes that a zip without extensions holds.
pub const LARGEST: u64 = u32::MAX as u64 - 1;
/// Entries that it holds.
pub const MOST_ENTRIES: usize = u16::MAX as usize - 1;

const UTF8: u16 = 1 << 11;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// 1980-01-01, 00:00.
const DATE: u16 = (1 << 5) | 1;
const TIME: u16 = 0;
/// Deflate asks for 2.0.
const VERSION: u16 = 20;
/// Made by Unix, so that the mode counts.
const MADE_BY: u16 = (3 << 8) | VERSION;
/// A file that its owner may write and all may read.
const MODE: u32 = 0o100_644 << 16;

/// One entry as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its name.
    pub path: String,
    /// Bytes of the file.
    pub size: u64,
    /// Bytes in the zip.
    pub packed: u64,
    crc32: u32,
    method: u16,
    offset: u64,
}

/// A zip in the making.
pub(crate) struct Archive {
    output: BufWriter<File>,
    at: u64,
    entries: Vec<Written>,
}

impl Archive {
    pub(crate) fn new(output: File) -> Self {
        Self {
            output: BufWriter::with_capacity(256 << 10, output),
            at: 0,
            entries: Vec::new(),
        }
    }

    /// Adds a file. `open` is asked again where the file turns out not to shrink.
    pub(crate) fn add<'r>(
        &mut self,
        path: &str,
        open: &mut dyn FnMut() -> io::Result<Box<dyn Read + 'r>>,
    ) -> io::Result<&Written> {
        let offset = self.at;
        let mut entry = Written {
            path: path.to_owned(),
            size: 0,
            packed: 0,
            crc32: 0,
            method: DEFLATED,
            offset,
        };
        let header = local_header(&entry);
        self.output.write_all(&header)?;
        let data = offset + header.len() as u64;
        let mut streamed = deflate::deflate(&mut *open()?, &mut self.output)?;
        if streamed.given_up || streamed.packed >= streamed.size {
            self.output.seek(SeekFrom::Start(data))?;
            streamed = store(&mut *open()?, &mut self.output)?;
            entry.method = STORED;
        }
        entry.size = streamed.size;
        entry.packed = streamed.packed;
        entry.crc32 = streamed.crc32;
        self.at = data + entry.packed;
        if self.at <= LARGEST && entry.size <= LARGEST {
            self.output.seek(SeekFrom::Start(offset))?;
            self.output.write_all(&local_header(&entry))?;
        }
        self.output.seek(SeekFrom::Start(self.at))?;
        self.entries.push(entry);
        Ok(&self.entries[self.entries.len() - 1])
    }

    /// Bytes so far.
    pub(crate) fn len(&self) -> u64 {
        self.at
    }

    /// Writes the directory; gives the file, its length and the entries.
    pub(crate) fn finish(mut self) -> io::Result<(File, u64, Vec<Written>)> {
        let start = self.at;
        let mut directory = Vec::new();
        for entry in &self.entries {
            directory.extend(0x0201_4b50_u32.to_le_bytes());
            directory.extend(MADE_BY.to_le_bytes());
            directory.extend(fields(entry));
            // Comment, disk, internal attributes.
            directory.extend([0; 6]);
            directory.extend(MODE.to_le_bytes());
            directory.extend((entry.offset as u32).to_le_bytes());
            directory.extend(entry.path.as_bytes());
        }
        let count = (self.entries.len() as u16).to_le_bytes();
        let length = directory.len() as u64;
        directory.extend(0x0605_4b50_u32.to_le_bytes());
        directory.extend([0; 4]);
        directory.extend(count);
        directory.extend(count);
        directory.extend((length as u32).to_le_bytes());
        directory.extend((start as u32).to_le_bytes());
        directory.extend([0; 2]);
        self.output.write_all(&directory)?;
        let end = start + directory.len() as u64;
        let file = self
            .output
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        // What was deflated in vain may have been longer.
        file.set_len(end)?;
        Ok((file, end, self.entries))
    }
}

fn local_header(entry: &Written) -> Vec<u8> {
    let mut header = 0x0403_4b50_u32.to_le_bytes().to_vec();
    header.extend(fields(entry));
    header.extend(entry.path.as_bytes());
    header
}

/// What both headers of an entry say, from the version to the length of extra fields.
fn fields(entry: &Written) -> Vec<u8> {
    let flags = if entry.path.is_ascii() { 0 } else { UTF8 };
    let mut fields = Vec::with_capacity(26);
    fields.extend(VERSION.to_le_bytes());
    fields.extend(flags.to_le_bytes());
    fields.extend(entry.method.to_le_bytes());
    fields.extend(TIME.to_le_bytes());
    fields.extend(DATE.to_le_bytes());
    fields.extend(entry.crc32.to_le_bytes());
    fields.extend((entry.packed as u32).to_le_bytes());
    fields.extend((entry.size as u32).to_le_bytes());
    fields.extend((entry.path.len() as u16).to_le_bytes());
    fields.extend([0; 2]);
    fields
}

fn store(input: &mut dyn Read, output: &mut dyn Write) -> io::Result<Streamed> {
    let mut crc = Crc::new();
    let mut buffer = vec![0; 256 << 10];
    let mut size = 0;
    loop {
        let read = input.read(&mut buffer)?;
        if read == 0 {
            return Ok(Streamed {
                crc32: crc.sum(),
                size,
                packed: size,
                given_up: false,
            });
        }
        crc.update(&buffer[..read]);
        output.write_all(&buffer[..read])?;
        size += read as u64;
    }
}
