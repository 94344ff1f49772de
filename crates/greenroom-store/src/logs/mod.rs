//! Log files: `app.log` for people, `app.ndjson` for tools, `errors.ndjson` for errors alone.
//!
//! The files are cleared when a server starts and lose their oldest whole lines at the limit.
//! Nothing is synced per line: a log is worth less than the time of a call.

mod entry;
mod files;
mod read;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};

pub use entry::{LogEntry, LogLevel};
pub use files::LogFiles;
pub use read::{LogFilter, LogPage};

/// The size above which a log file is truncated.
pub const MAX_LOG_BYTES: u64 = 8_388_608;

/// Where the log files lie; their names are fixed.
#[derive(Debug, Clone)]
pub struct LogDirectory {
    path: PathBuf,
}

impl LogDirectory {
    /// The folder that the environment names (`SCORM_TESTER_LOG_DIR`), else `default`.
    pub fn locate(named: Option<PathBuf>, default: PathBuf) -> Self {
        let named = named.filter(|path| !path.as_os_str().is_empty());
        let path = named.unwrap_or(default);
        Self {
            path: std::path::absolute(&path).unwrap_or(path),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// One line per entry, for people.
    pub fn human_readable(&self) -> PathBuf {
        self.path.join("app.log")
    }

    /// One JSON object per line.
    pub fn ndjson(&self) -> PathBuf {
        self.path.join("app.ndjson")
    }

    /// The entries of level error, one JSON object per line.
    pub fn errors(&self) -> PathBuf {
        self.path.join("errors.ndjson")
    }
}

/// The least level that is written; it can change while the process runs.
#[derive(Debug)]
pub struct LogThreshold(AtomicU8);

impl LogThreshold {
    pub fn new(level: LogLevel) -> Self {
        Self(AtomicU8::new(level as u8))
    }

    pub fn get(&self) -> LogLevel {
        LogLevel::ALL
            .into_iter()
            .find(|level| *level as u8 == self.0.load(Ordering::Relaxed))
            .unwrap_or(LogLevel::Info)
    }

    /// Sets the level and returns the one before.
    pub fn set(&self, level: LogLevel) -> LogLevel {
        let before = self.get();
        self.0.store(level as u8, Ordering::Relaxed);
        before
    }
}
