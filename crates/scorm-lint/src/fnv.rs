//! FNV-1a, 64 bits: small, quick on short names, and, unlike the standard hasher, the same in every
//! version, so that it can be written to files.

use std::hash::{BuildHasherDefault, Hasher};

/// A map by short names.
pub(crate) type NameMap<'a, V> = std::collections::HashMap<&'a str, V, BuildHasherDefault<Fnv>>;

/// The hash so far.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds a text and where it ends.
    pub(crate) fn add(&mut self, text: &str) {
        self.write(text.as_bytes());
        self.write(&[0]);
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
