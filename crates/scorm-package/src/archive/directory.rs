//! The directory at the end of a zip file (APPNOTE 4.3.12 to 4.3.16), as it is written.

use std::io::{self, Read, Seek, SeekFrom};

use crate::problem::ProblemKind;

const END_SIGNATURE: &[u8; 4] = b"PK\x05\x06";
const END_SIZE: u64 = 22;
const LOCATOR_SIGNATURE: &[u8; 4] = b"PK\x06\x07";
const LOCATOR_SIZE: u64 = 20;
const END64_SIGNATURE: &[u8; 4] = b"PK\x06\x06";
const END64_SIZE: usize = 56;
const HEADER_SIGNATURE: &[u8; 4] = b"PK\x01\x02";
const HEADER_SIZE: usize = 46;
const ZIP64_FIELD: u16 = 1;

/// One entry of the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) made_by_unix: bool,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) crc32: u32,
    pub(super) packed_size: u64,
    pub(super) size: u64,
    pub(super) external_attributes: u32,
    pub(super) offset: u64,
    pub(super) name_len: u16,
}

/// Why the directory cannot be read.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) kind: ProblemKind,
    pub(super) message: String,
}

impl Fault {
    fn new(kind: ProblemKind, message: &str) -> Self {
        Self {
            kind,
            message: message.to_owned(),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            Self::new(ProblemKind::ZipTruncated, "the zip file ends too early")
        } else {
            Self::new(
                ProblemKind::ZipUnreadable,
                &format!("the zip file cannot be read: {error}"),
            )
        }
    }
}

/// Reads the directory, calling `each` for every entry until it answers false.
///
/// Entries before a fault are still given.
pub(super) fn read<R: Read + Seek>(
    reader: &mut R,
    mut each: impl FnMut(Header) -> bool,
) -> Result<(), Fault> {
    let end = find_end(reader)?;
    // Data put before the zip (a self-extracting program) shifts all offsets by its length.
    let shift = end
        .at
        .checked_sub(end.directory_size)
        .and_then(|at| at.checked_sub(end.start));
    let Some(shift) = shift else {
        return Err(Fault::new(
            ProblemKind::ZipTruncated,
            "the zip directory is not where it should be",
        ));
    };
    let mut reader = io::BufReader::with_capacity(64 << 10, reader);
    let shift = if is_header(&mut reader, end.start + shift)? {
        shift
    } else {
        0
    };
    reader.seek(SeekFrom::Start(end.start + shift))?;
    for _ in 0..end.entries {
        let mut header = read_header(&mut reader)?;
        header.offset = header.offset.saturating_add(shift);
        if !each(header) {
            break;
        }
    }
    Ok(())
}

/// Some tools write a wrong directory size, so that the shift must be checked.
fn is_header<R: Read + Seek>(reader: &mut R, at: u64) -> io::Result<bool> {
    reader.seek(SeekFrom::Start(at))?;
    let mut signature = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut signature)?;
    Ok(signature == HEADER_SIGNATURE)
}

/// The end record, or its zip64 form.
struct End {
    at: u64,
    entries: u64,
    directory_size: u64,
    start: u64,
}

fn find_end<R: Read + Seek>(reader: &mut R) -> Result<End, Fault> {
    let length = reader.seek(SeekFrom::End(0))?;
    // The end record is followed by a comment of at most 65,535 bytes.
    let tail_start = length.saturating_sub(END_SIZE + u64::from(u16::MAX));
    reader.seek(SeekFrom::Start(tail_start))?;
    let mut tail = Vec::new();
    reader
        .take(END_SIZE + u64::from(u16::MAX))
        .read_to_end(&mut tail)?;
    let last = tail.len().saturating_sub(END_SIZE as usize);
    let found = (0..=last)
        .rev()
        .find(|&at| tail.get(at..at + 4) == Some(END_SIGNATURE.as_slice()));
    let Some((at, record)) = found.and_then(|at| Some((at, tail.get(at..at + END_SIZE as usize)?)))
    else {
        reader.seek(SeekFrom::Start(0))?;
        let mut start = [0; 4];
        let read = reader.read(&mut start)?;
        return Err(if read == 4 && &start == b"PK\x03\x04" {
            Fault::new(
                ProblemKind::ZipTruncated,
                "the zip file ends before its directory",
            )
        } else {
            Fault::new(ProblemKind::ZipUnreadable, "this is not a zip file")
        });
    };
    let at = tail_start + at as u64;
    if u16_at(record, 4) != u16_at(record, 6) {
        return Err(Fault::new(
            ProblemKind::ZipUnsupported,
            "the zip file is one of several parts",
        ));
    }
    let end = End {
        at,
        entries: u64::from(u16_at(record, 10)),
        directory_size: u64::from(u32_at(record, 12)),
        start: u64::from(u32_at(record, 16)),
    };
    let is_zip64 = end.entries == u64::from(u16::MAX)
        || end.directory_size == u64::from(u32::MAX)
        || end.start == u64::from(u32::MAX);
    if is_zip64 {
        find_end64(reader, end)
    } else {
        Ok(end)
    }
}

fn find_end64<R: Read + Seek>(reader: &mut R, end: End) -> Result<End, Fault> {
    let Some(at) = end.at.checked_sub(LOCATOR_SIZE) else {
        return Ok(end);
    };
    reader.seek(SeekFrom::Start(at))?;
    let mut locator = [0; LOCATOR_SIZE as usize];
    reader.read_exact(&mut locator)?;
    if !locator.starts_with(LOCATOR_SIGNATURE) {
        // An archive with exactly 65,535 entries needs no zip64 record.
        return Ok(end);
    }
    let at = u64_at(&locator, 8);
    reader.seek(SeekFrom::Start(at))?;
    let mut record = [0; END64_SIZE];
    reader.read_exact(&mut record)?;
    if !record.starts_with(END64_SIGNATURE) {
        return Err(Fault::new(
            ProblemKind::ZipTruncated,
            "the zip64 directory end is damaged",
        ));
    }
    Ok(End {
        at,
        entries: u64_at(&record, 32),
        directory_size: u64_at(&record, 40),
        start: u64_at(&record, 48),
    })
}

fn read_header<R: Read>(reader: &mut R) -> Result<Header, Fault> {
    let mut fixed = [0; HEADER_SIZE];
    reader.read_exact(&mut fixed)?;
    if !fixed.starts_with(HEADER_SIGNATURE) {
        return Err(Fault::new(
            ProblemKind::ZipTruncated,
            "the zip directory is damaged",
        ));
    }
    let mut variable = vec![
        0;
        usize::from(u16_at(&fixed, 28))
            + usize::from(u16_at(&fixed, 30))
            + usize::from(u16_at(&fixed, 32))
    ];
    reader.read_exact(&mut variable)?;
    let (name, rest) = variable.split_at(usize::from(u16_at(&fixed, 28)));
    let (extra, _comment) = rest.split_at(usize::from(u16_at(&fixed, 30)));
    let mut header = Header {
        name: decode_name(name),
        made_by_unix: fixed[5] == 3,
        flags: u16_at(&fixed, 8),
        method: u16_at(&fixed, 10),
        crc32: u32_at(&fixed, 16),
        packed_size: u64::from(u32_at(&fixed, 20)),
        size: u64::from(u32_at(&fixed, 24)),
        external_attributes: u32_at(&fixed, 38),
        offset: u64::from(u32_at(&fixed, 42)),
        name_len: u16_at(&fixed, 28),
    };
    apply_zip64(&mut header, extra)?;
    Ok(header)
}

/// Values of all ones stand in the zip64 extra field, in this order and only those.
fn apply_zip64(header: &mut Header, extra: &[u8]) -> Result<(), Fault> {
    let wanted = [
        &mut header.size,
        &mut header.packed_size,
        &mut header.offset,
    ]
    .map(|value| {
        let needed = *value == u64::from(u32::MAX);
        (value, needed)
    });
    if wanted.iter().all(|(_, needed)| !needed) {
        return Ok(());
    }
    let mut field = zip64_field(extra);
    for (value, needed) in wanted {
        if needed {
            let Some((number, rest)) = field.split_at_checked(8) else {
                let message = format!("`{}` lacks a zip64 value", header.name);
                return Err(Fault {
                    kind: ProblemKind::ZipTruncated,
                    message,
                });
            };
            *value = u64_at(number, 0);
            field = rest;
        }
    }
    Ok(())
}

fn zip64_field(mut extra: &[u8]) -> &[u8] {
    while extra.len() >= 4 {
        let (head, rest) = extra.split_at(4);
        let length = usize::from(u16_at(head, 2)).min(rest.len());
        let (field, next) = rest.split_at(length);
        if u16_at(head, 0) == ZIP64_FIELD {
            return field;
        }
        extra = next;
    }
    &[]
}

/// UTF-8 where it is UTF-8, flagged or not, since real tools forget the flag; else code page 437.
fn decode_name(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(name) => name.to_owned(),
        Err(_) => bytes.iter().map(|&byte| from_code_page_437(byte)).collect(),
    }
}

fn from_code_page_437(byte: u8) -> char {
    const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(index) => UPPER.chars().nth(usize::from(index)).unwrap_or('\u{fffd}'),
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

#[cfg(test)]
mod tests {
    use super::decode_name;

    #[test]
    fn old_names_are_code_page_437() {
        assert_eq!(decode_name(b"caf\x82.htm"), "café.htm");
        assert_eq!(decode_name("café".as_bytes()), "café");
        assert_eq!(decode_name(&[0xff]), "\u{a0}");
        assert_eq!(decode_name(&[0x80]), "Ç");
    }
}
