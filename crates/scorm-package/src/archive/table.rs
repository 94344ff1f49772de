//! From the zip directory to a checked [`FileTable`].

use std::io::{Read, Seek, SeekFrom};

use super::directory::{self, Header};
use crate::files::{Collector, EntryKind, FileEntry, FileTable, Limits};
use crate::problem::{Problem, ProblemKind};

/// Where the bytes of a file are in the zip file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedData {
    /// Offset of the local header.
    pub header_start: u64,
    /// Bytes in the zip file.
    pub size: u64,
    /// How they are packed.
    pub compression: Compression,
    /// Checksum of the unpacked bytes.
    pub crc32: u32,
}

/// How an entry is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// As it is.
    Stored,
    /// Deflate.
    Deflate,
}

const ENCRYPTED: u16 = 1;
const STRONGLY_ENCRYPTED: u16 = 1 << 6;
const MASKED_HEADERS: u16 = 1 << 13;

/// Reads the directory of a zip file. What breaks a rule stays out of the table and is a problem
/// with the entry's name.
pub fn read_table<R: Read + Seek>(reader: &mut R, limits: &Limits) -> (FileTable, Vec<Problem>) {
    let mut collector = Collector::new(*limits);
    let length = reader.seek(SeekFrom::End(0)).unwrap_or(0);
    if length > limits.packed {
        let message = format!(
            "the zip file has {length} bytes; {} is the limit",
            limits.packed
        );
        collector.problem(ProblemKind::PackedTooLarge, "", message);
        return collector.finish();
    }
    let mut spans = Vec::new();
    let mut count = 0;
    let result = directory::read(reader, |header| {
        count += 1;
        if let Some(entry) = check(&mut collector, &header, length, limits) {
            if entry.1 == EntryKind::File {
                spans.push((header.offset, data_end(&header), header.name));
            }
            collector.add_entry(entry.0, entry.1);
        }
        // One more than the limit is enough to know.
        count <= limits.entries
    });
    if let Err(fault) = result {
        collector.problem(fault.kind, "", fault.message);
    }
    report_overlap(&mut collector, spans);
    collector.finish()
}

/// The least end of an entry's data: its local header may be longer than the name in it.
fn data_end(header: &Header) -> u64 {
    const LOCAL_HEADER: u64 = 30;
    header
        .offset
        .saturating_add(LOCAL_HEADER + u64::from(header.name_len))
        .saturating_add(header.packed_size)
}

fn check(
    collector: &mut Collector,
    header: &Header,
    length: u64,
    limits: &Limits,
) -> Option<(FileEntry, EntryKind)> {
    let name = header.name.as_str();
    let kind = kind(header);
    let mut refuse = |kind, message: String| {
        collector.problem(kind, name, message);
        None
    };
    if header.flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED_HEADERS) != 0 {
        return refuse(
            ProblemKind::ZipEncrypted,
            "the entry is encrypted".to_owned(),
        );
    }
    let compression = match header.method {
        0 => Compression::Stored,
        8 => Compression::Deflate,
        other => {
            let message = format!("compression method {other} is not supported");
            return refuse(ProblemKind::ZipUnsupported, message);
        }
    };
    if kind == EntryKind::File {
        if data_end(header) > length {
            let message = "the data of the entry lies beyond the end of the zip file".to_owned();
            return refuse(ProblemKind::ZipTruncated, message);
        }
        if compression == Compression::Stored && header.size != header.packed_size {
            let message = format!(
                "the entry is stored, but has {} bytes packed and {} unpacked",
                header.packed_size, header.size
            );
            return refuse(ProblemKind::ZipEntryDamaged, message);
        }
        if header.size > limits.ratio_free && header.size / header.packed_size.max(1) > limits.ratio
        {
            let message = format!(
                "{} bytes unpack to {}; more than {} : 1 is refused",
                header.packed_size, header.size, limits.ratio
            );
            return refuse(ProblemKind::RatioTooHigh, message);
        }
    }
    let packed = PackedData {
        header_start: header.offset,
        size: header.packed_size,
        compression,
        crc32: header.crc32,
    };
    let entry = FileEntry {
        path: header.name.clone(),
        size: header.size,
        packed: Some(packed),
    };
    Some((entry, kind))
}

/// The Unix mode is in the upper half of the attributes; a name that ends in `/` is a folder.
fn kind(header: &Header) -> EntryKind {
    const TYPE: u32 = 0o170_000;
    let mode = if header.made_by_unix {
        (header.external_attributes >> 16) & TYPE
    } else {
        0
    };
    match mode {
        0o120_000 => EntryKind::Symlink,
        0o010_000 | 0o020_000 | 0o060_000 | 0o140_000 => EntryKind::Device,
        _ if header.name.ends_with('/') || header.name.ends_with('\\') => EntryKind::Folder,
        _ => EntryKind::File,
    }
}

fn report_overlap(collector: &mut Collector, mut spans: Vec<(u64, u64, String)>) {
    spans.sort();
    let mut reach = 0;
    for (start, end, name) in spans {
        if start < reach {
            let message = "the data of this entry overlaps with another's".to_owned();
            collector.problem(ProblemKind::ZipEntriesOverlap, &name, message);
        }
        reach = reach.max(end);
    }
}
