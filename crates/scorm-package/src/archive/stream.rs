//! The bytes of one zip entry, unpacked while they are read.

use std::io::{self, Read, Seek, SeekFrom, Take};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::{Compression, PackedData};
use crate::files::FileEntry;
use crate::problem::{Problem, ProblemKind};

/// Reads one entry. Never gives more bytes than the entry declares; fewer bytes, and a wrong
/// checksum at the end, are errors.
#[derive(Debug)]
pub struct EntryReader<R> {
    source: Source<R>,
    left: u64,
    /// Checked when the whole entry was read, not for a part of it.
    checksum: Option<(Crc, u32)>,
}

#[derive(Debug)]
enum Source<R> {
    Stored(Take<R>),
    Deflate(Box<DeflateDecoder<Take<R>>>),
}

/// Opens an entry of the zip file that `reader` reads, from byte `start` of the unpacked file.
///
/// Every call seeks for itself, so that many readers can share a zip file that was opened often.
pub fn open_entry<R: Read + Seek>(
    mut reader: R,
    entry: &FileEntry,
    start: u64,
) -> io::Result<EntryReader<R>> {
    let Some(packed) = entry.packed else {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            "the file is not in a zip file",
        ));
    };
    let start = start.min(entry.size);
    let data_start = data_start(&mut reader, &packed)?;
    let left = entry.size - start;
    if packed.compression == Compression::Stored && start > 0 {
        reader.seek(SeekFrom::Start(data_start.saturating_add(start)))?;
        let source = Source::Stored(reader.take(left));
        return Ok(EntryReader {
            source,
            left,
            checksum: None,
        });
    }
    reader.seek(SeekFrom::Start(data_start))?;
    let data = reader.take(packed.size);
    let mut source = match packed.compression {
        Compression::Stored => Source::Stored(data),
        Compression::Deflate => Source::Deflate(Box::new(DeflateDecoder::new(data))),
    };
    let skipped = io::copy(&mut (&mut source).take(start), &mut io::sink())?;
    if skipped < start {
        return Err(too_short());
    }
    let checksum = (start == 0).then(|| (Crc::new(), packed.crc32));
    Ok(EntryReader {
        source,
        left,
        checksum,
    })
}

/// Reads a whole small file, at most `most` bytes.
pub fn read_entry<R: Read + Seek>(
    reader: R,
    entry: &FileEntry,
    most: u64,
) -> Result<Vec<u8>, Problem> {
    let problem = |kind, message| Problem {
        kind,
        message,
        entry: Some(entry.path.clone()),
        place: None,
    };
    if entry.size > most {
        let message = format!("the file has {} bytes; {most} is the limit", entry.size);
        return Err(problem(ProblemKind::XmlTooLarge, message));
    }
    let mut bytes = Vec::new();
    open_entry(reader, entry, 0)
        .and_then(|mut reader| reader.read_to_end(&mut bytes))
        .map_err(|error| problem(ProblemKind::ZipEntryDamaged, error.to_string()))?;
    Ok(bytes)
}

/// Local headers repeat the name, and may have other extra fields than the directory.
fn data_start<R: Read + Seek>(reader: &mut R, packed: &PackedData) -> io::Result<u64> {
    let mut header = [0; 30];
    reader.seek(SeekFrom::Start(packed.header_start))?;
    reader.read_exact(&mut header)?;
    if !header.starts_with(b"PK\x03\x04") {
        return Err(damaged("the entry's local header is damaged"));
    }
    let length = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
    Ok(packed
        .header_start
        .saturating_add(30 + length(26) + length(28)))
}

fn damaged(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn too_short() -> io::Error {
    io::Error::new(
        io::ErrorKind::UnexpectedEof,
        "the entry has fewer bytes than it declares",
    )
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stored(data) => data.read(buffer),
            Self::Deflate(data) => data.read(buffer),
        }
    }
}

impl<R: Read> Read for EntryReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if self.left == 0 {
            return self.finish();
        }
        let most = usize::try_from(self.left)
            .unwrap_or(usize::MAX)
            .min(buffer.len());
        let read = self.source.read(&mut buffer[..most])?;
        if read == 0 {
            return Err(too_short());
        }
        self.left -= read as u64;
        if let Some((crc, _)) = &mut self.checksum {
            crc.update(&buffer[..read]);
        }
        Ok(read)
    }
}

impl<R: Read> EntryReader<R> {
    fn finish(&mut self) -> io::Result<usize> {
        let Some((crc, declared)) = self.checksum.take() else {
            return Ok(0);
        };
        // A declared size that lies hides a bomb: whatever comes after it is never unpacked.
        if self.source.read(&mut [0])? != 0 {
            return Err(damaged("the entry has more bytes than it declares"));
        }
        if crc.sum() != declared {
            return Err(damaged("the entry's checksum is wrong"));
        }
        Ok(0)
    }
}
