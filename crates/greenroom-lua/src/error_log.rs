//! Errors that no caller gets: those of getters, actions, timers, reloads.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;
use serde::Serialize;

use crate::Output;
use crate::vm::{LuaFailure, Stream};

/// The same error of the same place is written once in this time.
const QUIET: Duration = Duration::from_secs(10);
/// Errors that are remembered.
const KEPT: usize = 20;

/// The errors of all sessions of a server.
#[derive(Debug)]
pub struct ErrorLog {
    output: Output,
    recent: Mutex<VecDeque<Entry>>,
}

/// One error, with how often it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LoggedError {
    /// Milliseconds since 1970, of the last time.
    pub at: u64,
    #[serde(rename = "sessionId")]
    pub session_id: String,
    #[serde(rename = "where")]
    pub place: String,
    pub message: String,
    pub count: u64,
}

#[derive(Debug)]
struct Entry {
    error: LoggedError,
    written: Instant,
    /// Times since it was written.
    silent: u64,
}

impl ErrorLog {
    pub fn new(output: Output) -> Self {
        Self {
            output,
            recent: Mutex::default(),
        }
    }

    /// The last errors, newest first.
    pub fn recent(&self) -> Vec<LoggedError> {
        let recent = self.lock();
        recent
            .iter()
            .rev()
            .map(|entry| entry.error.clone())
            .collect()
    }

    /// Remembers an error and writes it to the log.
    pub(crate) fn report(&self, session_id: &str, place: &str, failure: &LuaFailure) {
        let text = match &failure.traceback {
            Some(traceback) => {
                let traceback = traceback.trim_start_matches("stack traceback:\n");
                format!("{}\nstack traceback:\n{traceback}", failure.message)
            }
            None => failure.message.clone(),
        };
        self.add(session_id, place, &failure.message, &text);
    }

    /// As `ErrorLog::report`, for what did not fail in Lua: a file that cannot be read.
    pub fn note(&self, session_id: &str, place: &str, message: &str) {
        self.add(session_id, place, message, message);
    }

    fn add(&self, session_id: &str, place: &str, message: &str, text: &str) {
        let now = jiff::Timestamp::now();
        let at = u64::try_from(now.as_millisecond()).unwrap_or_default();
        let mut recent = self.lock();
        let known = recent.iter().position(|entry| {
            let error = &entry.error;
            error.session_id == session_id && error.place == place && error.message == message
        });
        let mut repeats = String::new();
        let mut entry = match known.and_then(|known| recent.remove(known)) {
            Some(mut entry) => {
                entry.error.at = at;
                entry.error.count += 1;
                entry.silent += 1;
                if entry.written.elapsed() < QUIET {
                    recent.push_back(entry);
                    return;
                }
                repeats = match entry.silent {
                    1 => " (once more)".to_owned(),
                    several => format!(" ({several} times)"),
                };
                entry
            }
            None => Entry {
                error: LoggedError {
                    at,
                    session_id: session_id.to_owned(),
                    place: place.to_owned(),
                    message: message.to_owned(),
                    count: 1,
                },
                written: Instant::now(),
                silent: 0,
            },
        };
        entry.written = Instant::now();
        entry.silent = 0;
        recent.push_back(entry);
        if recent.len() > KEPT {
            recent.pop_front();
        }
        drop(recent);
        let line = format!("{now:.3} session {session_id}, {place}{repeats}: {text}\n");
        if let Err(error) = self.output.write(Stream::Err, line.as_bytes()) {
            tracing::warn!(target: "ui", %error, "the log of Lua errors cannot be written");
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.recent.lock().ignore_poison()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_repeats_is_written_once_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let output = Output::files(folder.path());
        let log = ErrorLog::new(output);
        for _ in 0..5 {
            log.note("1", "timer", "boom");
        }
        log.note("2", "timer", "boom");
        let text = std::fs::read_to_string(folder.path().join("log/lua-err.log")).unwrap();
        assert_eq!(text.lines().count(), 2, "{text}");
        let recent = log.recent();
        assert_eq!((recent[0].session_id.as_str(), recent[0].count), ("2", 1));
        assert_eq!((recent[1].session_id.as_str(), recent[1].count), ("1", 5));
    }
}
