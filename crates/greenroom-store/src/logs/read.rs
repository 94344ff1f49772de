//! Reading the log back.

use std::fs::File;
use std::io::{BufRead as _, BufReader};

use serde_json::Value;

use super::{LogDirectory, LogLevel};
use crate::error::StoreError;

/// Which entries are wanted.
#[derive(Debug, Clone, Default)]
pub struct LogFilter {
    /// Empty means all.
    pub levels: Vec<LogLevel>,
    /// Entries before this moment are left out.
    pub since_ts: u64,
    pub component: Option<String>,
    pub session_id: Option<String>,
}

/// The newest entries that passed the filter, oldest first.
#[derive(Debug)]
pub struct LogPage {
    pub entries: Vec<Value>,
    /// All lines of the file, whether they passed or not.
    pub total_lines: usize,
}

impl LogDirectory {
    /// Filters first, then takes the last `tail` entries.
    pub fn read(&self, filter: &LogFilter, tail: usize) -> Result<LogPage, StoreError> {
        let path = self.ndjson();
        let file = File::open(&path).map_err(StoreError::read(&path))?;
        let mut entries = std::collections::VecDeque::new();
        let mut total_lines = 0;
        for line in BufReader::new(file).split(b'\n') {
            let line = line.map_err(StoreError::read(&path))?;
            total_lines += 1;
            // A line that is being written by another process may be incomplete.
            let Ok(entry) = serde_json::from_slice::<Value>(&line) else {
                continue;
            };
            if filter.passes(&entry) {
                if entries.len() == tail {
                    entries.pop_front();
                }
                entries.push_back(entry);
            }
        }
        Ok(LogPage {
            entries: entries.into(),
            total_lines,
        })
    }
}

impl LogFilter {
    fn passes(&self, entry: &Value) -> bool {
        let says = |key: &str, wanted: &Option<String>| {
            wanted
                .as_deref()
                .is_none_or(|wanted| entry[key].as_str() == Some(wanted))
        };
        let level_fits = self.levels.is_empty()
            || self
                .levels
                .iter()
                .any(|level| entry["level"].as_str() == Some(level.as_str()));
        level_fits
            && entry["ts"].as_u64().unwrap_or(0) >= self.since_ts
            && says("component", &self.component)
            && says("session_id", &self.session_id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LogEntry, LogFiles};
    use super::*;

    #[test]
    fn filters_come_before_the_tail() {
        let temporary = tempfile::tempdir().unwrap();
        let directory = LogDirectory::locate(Some(temporary.path().join("x")), "unused".into());
        assert!(
            directory.read(&LogFilter::default(), 10).is_err(),
            "no file yet"
        );
        let files = LogFiles::create(&directory, 1 << 20).unwrap();
        for number in 0..10 {
            let level = if number % 2 == 0 {
                LogLevel::Info
            } else {
                LogLevel::Warn
            };
            let mut entry = LogEntry::new(number, level, "mcp", "m");
            entry.session_id = (number > 4).then(|| "s".to_owned());
            files.write(&entry).unwrap();
        }
        let filter = LogFilter {
            levels: vec![LogLevel::Warn],
            since_ts: 3,
            component: Some("mcp".to_owned()),
            session_id: None,
        };
        let times = |filter: &LogFilter, tail| -> Vec<u64> {
            let page = directory.read(filter, tail).unwrap();
            assert_eq!(page.total_lines, 10);
            page.entries
                .iter()
                .map(|entry| entry["ts"].as_u64().unwrap())
                .collect()
        };
        assert_eq!(times(&filter, 3), [5, 7, 9]);
        assert_eq!(times(&filter, 100), [3, 5, 7, 9]);
        let of_session = LogFilter {
            session_id: Some("s".to_owned()),
            ..LogFilter::default()
        };
        assert_eq!(times(&of_session, 2), [8, 9]);
    }
}
