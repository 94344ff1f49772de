//! Sessions that other servers of the same data directory have open.

use std::collections::BTreeSet;
use std::path::PathBuf;

use greenroom_stdx::private_files;

use crate::data_dir::DataDir;
use crate::server_lock;
use crate::session_id::SessionId;
use crate::session_record::SessionRecord;

/// A session of another process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElsewhereSession {
    pub id: SessionId,
    /// The server that has it open.
    pub server: String,
    /// Its folder, absolute. It can be read; only its own server writes there.
    pub directory: PathBuf,
    pub package_path: PathBuf,
    pub started_at: u64,
    /// The program that opened it, as it calls itself.
    pub client: Option<String>,
}

/// The open sessions of servers other than `own`, oldest first.
pub(crate) fn sessions(
    data_dir: &DataDir,
    own: Option<&str>,
    over: &mut BTreeSet<SessionId>,
) -> Vec<ElsewhereSession> {
    // A data directory that cannot be read has no sessions to show.
    let entries = private_files::list_dir(&data_dir.sessions()).unwrap_or_default();
    let mut found = Vec::new();
    for entry in entries {
        let Some(id) = entry.file_name().to_str().and_then(SessionId::parse) else {
            continue;
        };
        if over.contains(&id) {
            continue;
        }
        // Without a record it is being made, or a crash left it: neither can be shown.
        let Some(record) = SessionRecord::read(&entry.path()) else {
            continue;
        };
        let is_own = own == Some(record.server.as_str());
        let is_live =
            record.closed.is_none() && server_lock::is_running(&data_dir.servers(), &record.server);
        if is_own || !is_live {
            over.insert(id);
            continue;
        }
        let Some(package_path) = record.package_path else {
            continue;
        };
        found.push(ElsewhereSession {
            id,
            server: record.server,
            directory: entry.path(),
            package_path,
            started_at: record.started_at,
            client: record.client,
        });
    }
    found.sort_by(|a, b| (a.started_at, &a.id).cmp(&(b.started_at, &b.id)));
    found
}
