//! `session.json`: what a later server needs to know of a session.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use greenroom_stdx::private_files;
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::server_lock;
use crate::session_id::SessionId;

/// Why a session was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// By a close tool.
    Close,
    /// By a reload, which continues under a new id.
    Reload,
    /// It had no call for as long as its idle limit.
    IdleTimeout,
    /// The server ended in order.
    Shutdown,
    /// The server ended without closing it.
    ServerLost,
    /// It was made by a single call and was never open.
    OneShot,
    /// It belongs to another server that is running now.
    OtherServer,
}

/// When and why a session was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedSession {
    /// Milliseconds since the Unix epoch; `None` when nobody was there to note it.
    pub closed_at: Option<u64>,
    /// Why.
    pub reason: CloseReason,
}

/// The content of `session.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SessionRecord {
    pub(crate) session_id: SessionId,
    /// The server that opened it; see [`crate::server_lock`].
    pub(crate) server: String,
    pub(crate) package_path: Option<PathBuf>,
    pub(crate) started_at: u64,
    /// The program that opened it, as it calls itself; absent in old records and for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) client: Option<String>,
    pub(crate) closed: Option<ClosedSession>,
}

impl SessionRecord {
    pub(crate) fn read(directory: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(file(directory)).ok()?).ok()
    }

    pub(crate) fn write(&self, directory: &Path) -> Result<(), StoreError> {
        let path = file(directory);
        let written = self
            .text()
            .and_then(|text| private_files::replace(&path, &text));
        written.map_err(StoreError::write(&path))
    }

    /// Says that the session is closed, also on a full disk, where no new file has room: what the
    /// record takes already is enough for it. Should even that fail, it breaks the record, and a
    /// session without one is nobody's either: the next who opens the course finds its journal.
    pub(crate) fn write_closed(&self, directory: &Path) -> Result<(), StoreError> {
        self.write(directory).or_else(|_| {
            let path = file(directory);
            let written = self.text().and_then(|text| fs::write(&path, text));
            written.map_err(StoreError::write(&path))
        })
    }

    fn text(&self) -> io::Result<Vec<u8>> {
        serde_json::to_vec_pretty(self).map_err(io::Error::from)
    }

    /// Whether the session of `directory` is open in a server that is running.
    pub(crate) fn is_live(directory: &Path, servers: &Path) -> bool {
        Self::read(directory).is_some_and(|record| {
            record.closed.is_none() && server_lock::is_running(servers, &record.server)
        })
    }
}

fn file(directory: &Path) -> PathBuf {
    directory.join("session.json")
}
