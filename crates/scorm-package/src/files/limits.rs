//! Limits on packages, so that none can fill memory or disk.

use crate::xml::XmlLimits;

/// What a package may have at most. The defaults leave room for real courses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the zip file.
    pub packed: u64,
    /// Bytes of all files together.
    pub unpacked: u64,
    /// Entries, folders included.
    pub entries: usize,
    /// How many times larger than its packed data an entry may be.
    pub ratio: u64,
    /// Entries up to this many bytes may have any ratio: blank pictures and the like do.
    pub ratio_free: u64,
    /// Limits of the manifest's XML.
    pub xml: XmlLimits,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            packed: 2 << 30,
            unpacked: 4 << 30,
            entries: 20_000,
            ratio: 200,
            ratio_free: 1 << 20,
            xml: XmlLimits::default(),
        }
    }
}
