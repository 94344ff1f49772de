//! The limits of the store and the settings that change them.

/// Limits on sessions and on what is kept of them.
#[derive(Debug, Clone)]
pub struct StoreLimits {
    /// Sessions open at once (`limits.sessions`).
    pub sessions: usize,
    /// Runtimes open at once (`limits.runtimes`).
    pub runtimes: usize,
    /// Session directories older than this many days are removed at start; 0 keeps all
    /// (`limits.retention_days`).
    pub retention_days: u64,
    /// Only this many of the newest session directories are kept at start; 0 keeps all
    /// (`limits.retention_sessions`).
    pub retention_sessions: usize,
    /// Bytes of a session's journal; what a course does beyond is not played any more
    /// (`limits.journal_bytes`).
    pub journal_bytes: u64,
    /// Limits on packages (`limits.package_bytes`, `unpacked_bytes`, `zip_entries`, `zip_ratio`).
    pub package: scorm_package::Limits,
}

impl Default for StoreLimits {
    fn default() -> Self {
        Self {
            sessions: 1000,
            runtimes: 32,
            retention_days: 30,
            retention_sessions: 200,
            journal_bytes: 128 << 20,
            package: scorm_package::Limits::default(),
        }
    }
}
