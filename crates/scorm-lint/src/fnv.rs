//! FNV-1a, 64 bits: small and, unlike the standard hasher, the same in every version, so that it can
//! be written to files. Not for maps: names that collide are easily made.

use std::hash::Hasher;

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
