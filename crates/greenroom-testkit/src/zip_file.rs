//! Zip files written byte by byte, so that tests can also make those that no tool would write.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// Bit 0 of an entry's flags: the data is encrypted.
pub const ENCRYPTED: u16 = 1;

/// An entry of a [`ZipFile`], with everything that a test may want to get wrong.
#[derive(Debug, Clone)]
pub struct ZipEntry {
    pub name: String,
    pub data: Vec<u8>,
    /// Whether the data is packed by deflate or stored.
    pub deflate: bool,
    pub flags: u16,
    /// Unix file type and permissions, e.g. `0o120777` for a link.
    pub mode: u32,
    /// What the directory says instead of the true size.
    pub declared_size: Option<u32>,
}

impl ZipEntry {
    pub fn new(name: &str, data: &[u8]) -> Self {
        Self {
            name: name.to_owned(),
            data: data.to_vec(),
            deflate: false,
            flags: 0,
            mode: 0o100_644,
            declared_size: None,
        }
    }

    /// The same entry, packed.
    #[must_use]
    pub fn deflated(self) -> Self {
        Self {
            deflate: true,
            ..self
        }
    }
}

/// A zip file in the making.
///
/// ```
/// let bytes = greenroom_testkit::ZipFile::new().file("a.html", b"hello").bytes();
/// assert_eq!(&bytes[..2], b"PK");
/// ```
#[derive(Debug, Clone, Default)]
pub struct ZipFile {
    entries: Vec<ZipEntry>,
}

impl ZipFile {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an ordinary file.
    #[must_use]
    pub fn file(self, name: &str, data: &[u8]) -> Self {
        self.entry(ZipEntry::new(name, data))
    }

    /// Adds any entry.
    #[must_use]
    pub fn entry(mut self, entry: ZipEntry) -> Self {
        self.entries.push(entry);
        self
    }

    /// The whole file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut directory = Vec::new();
        for entry in &self.entries {
            let start = file.len() as u32;
            let (fields, packed) = fields_and_data(entry);
            file.extend(b"PK\x03\x04\x14\0");
            file.extend(&fields);
            file.extend(entry.name.as_bytes());
            file.extend(packed);

            // Made by version 2.0 on Unix, so that the mode counts.
            directory.extend(b"PK\x01\x02\x14\x03\x14\0");
            directory.extend(&fields);
            directory.extend([0; 6]);
            directory.extend((entry.mode << 16).to_le_bytes());
            directory.extend(start.to_le_bytes());
            directory.extend(entry.name.as_bytes());
        }
        let start = file.len() as u32;
        let count = (self.entries.len() as u16).to_le_bytes();
        file.extend(&directory);
        file.extend(b"PK\x05\x06\0\0\0\0");
        file.extend(count);
        file.extend(count);
        file.extend((directory.len() as u32).to_le_bytes());
        file.extend(start.to_le_bytes());
        file.extend([0; 2]);
        file
    }
}

/// What local header and directory have in common, from the flags to the length of the extra field.
fn fields_and_data(entry: &ZipEntry) -> (Vec<u8>, Vec<u8>) {
    let packed = if entry.deflate {
        deflate(&entry.data)
    } else {
        entry.data.clone()
    };
    let mut crc = flate2::Crc::new();
    crc.update(&entry.data);
    let size = entry.declared_size.unwrap_or(entry.data.len() as u32);
    let mut fields = Vec::new();
    fields.extend(entry.flags.to_le_bytes());
    fields.extend(if entry.deflate { 8_u16 } else { 0 }.to_le_bytes());
    fields.extend([0; 4]);
    fields.extend(crc.sum().to_le_bytes());
    fields.extend((packed.len() as u32).to_le_bytes());
    fields.extend(size.to_le_bytes());
    fields.extend((entry.name.len() as u16).to_le_bytes());
    fields.extend([0; 2]);
    (fields, packed)
}

fn deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(data).and_then(|()| encoder.finish());
    packed.expect("a vector takes everything")
}
