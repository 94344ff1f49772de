//! How large a package may be.

/// Limits on packages. The defaults let real courses up to 2 GiB through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackageLimits {
    /// Bytes of a zip file (`limits.zip_bytes`).
    pub zip_bytes: u64,
    /// Bytes of all its files, unpacked (`limits.zip_unpacked_bytes`).
    pub unpacked_bytes: u64,
    /// Entries of a zip file (`limits.zip_entries`).
    pub entries: u64,
    /// Unpacked bytes per packed byte (`limits.zip_ratio`).
    pub ratio: u64,
    /// Bytes of the manifest (`limits.manifest_bytes`).
    pub manifest_bytes: u64,
}

impl Default for PackageLimits {
    fn default() -> Self {
        Self {
            zip_bytes: 2 << 30,
            unpacked_bytes: 4 << 30,
            entries: 20_000,
            ratio: 200,
            manifest_bytes: 64 << 20,
        }
    }
}
