//! What another server needs to know of a session to go on with it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::data_dir::DataDir;
use crate::reach::OWN_SCHEME;
use crate::session::{Session, SessionOptions};
use crate::session_id::SessionId;

/// What all servers know of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedSession {
    pub id: SessionId,
    /// The package: an address below the data directory, or a path that all servers have.
    pub package: String,
    pub started_at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_ms: Option<u64>,
    #[serde(default)]
    pub allow_network: bool,
    #[serde(default)]
    pub new_attempt: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

/// A session that this server took from another.
#[derive(Clone, Debug)]
pub struct TakenSession {
    pub session: SharedSession,
    /// The server that had it.
    pub from: String,
    /// How its course played, if it did.
    pub launch: Option<Value>,
    pub journal: Vec<Vec<u8>>,
    pub events: Vec<Vec<u8>>,
}

impl SharedSession {
    /// Of a session whose package is at `path`.
    pub(crate) fn of(session: &Session, data_dir: &DataDir, path: &std::path::Path) -> Self {
        let options = session.options();
        let package = match path.strip_prefix(data_dir.root()) {
            Ok(_) => format!("{OWN_SCHEME}{}", data_dir.relative(path)),
            Err(_) => path.display().to_string(),
        };
        Self {
            id: session.id().clone(),
            package,
            started_at: session.started_at(),
            idle_ms: options.idle_limit.map(|limit| limit.as_millis() as u64),
            allow_network: options.allow_network,
            new_attempt: options.new_attempt,
            client: options.client.clone(),
        }
    }

    /// The path of the package below the data directory; nothing if it lies elsewhere.
    pub fn own_package(&self) -> Option<&str> {
        self.package.strip_prefix(OWN_SCHEME)
    }

    pub(crate) fn options(&self) -> SessionOptions {
        SessionOptions {
            idle_limit: self.idle_ms.map(Duration::from_millis),
            allow_network: self.allow_network,
            new_attempt: self.new_attempt,
            client: self.client.clone(),
        }
    }
}
