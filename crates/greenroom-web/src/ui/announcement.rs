//! `run/ui/` in the data directory: how the workbench finds the pages of all processes of its user.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use greenroom_lua::Session;
use greenroom_stdx::private_files;
use serde::{Deserialize, Serialize};

use crate::gate::Token;

/// How long a server may take to say that it is there.
const PATIENCE: Duration = Duration::from_millis(200);

/// A UI that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Announced {
    port: u16,
    /// The base URL, without a slash at its end.
    url: String,
    base_dir: PathBuf,
    /// The secret that lets the human's browser in.
    token: String,
    sessions: Vec<AnnouncedSession>,
}

/// A session of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct AnnouncedSession {
    id: String,
    /// The type of the app object.
    #[serde(rename = "type")]
    type_name: Option<String>,
    tabs: usize,
}

/// The file of one server. It goes with it.
#[derive(Debug)]
pub(super) struct Announcement {
    path: PathBuf,
    told: Announced,
}

impl Announcement {
    pub(super) fn new(
        data_directory: &Path,
        port: u16,
        base_dir: &Path,
        token: &Token,
    ) -> io::Result<Self> {
        let folder = folder(data_directory);
        private_files::create_dir(&folder)?;
        Ok(Self {
            path: folder.join(format!("{port}.json")),
            told: Announced {
                port,
                url: format!("http://127.0.0.1:{port}"),
                base_dir: base_dir.to_owned(),
                token: token.reveal().to_owned(),
                sessions: Vec::new(),
            },
        })
    }

    /// Tells of these sessions, unless all of it is told already.
    pub(super) fn announce(&mut self, sessions: &[Session]) {
        let sessions: Vec<AnnouncedSession> = sessions.iter().map(announced_session).collect();
        if self.told.sessions == sessions {
            return;
        }
        self.told.sessions = sessions;
        let written = serde_json::to_vec(&self.told)
            .map_err(io::Error::from)
            .and_then(|bytes| private_files::replace_durably(&self.path, &bytes));
        if let Err(error) = written {
            tracing::warn!(target: "ui", %error, "the workbench does not learn of the sessions");
        }
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        let _already_gone = std::fs::remove_file(&self.path);
    }
}

fn announced_session(session: &Session) -> AnnouncedSession {
    let status = session.status();
    AnnouncedSession {
        id: status.id,
        type_name: status.type_name,
        tabs: status.tabs.len(),
    }
}

/// All that run for this data directory, by port. What a dead process left is removed.
pub(crate) fn announced(data_directory: &Path) -> Vec<Announced> {
    let Ok(entries) = std::fs::read_dir(folder(data_directory)) else {
        return Vec::new();
    };
    let files = entries.flatten().map(|entry| entry.path());
    let json = files.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let mut all: Vec<Announced> = json.filter_map(|path| read(&path)).collect();
    all.sort_by_key(|announced| announced.port);
    all
}

fn read(path: &Path) -> Option<Announced> {
    let announced: Announced = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, announced.port));
    if TcpStream::connect_timeout(&address, PATIENCE).is_ok() {
        return Some(announced);
    }
    let _already_gone = std::fs::remove_file(path);
    None
}

fn folder(data_directory: &Path) -> PathBuf {
    data_directory.join("run").join("ui")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_found_while_it_answers() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(announced(home.path()), []);
        let socket = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = socket.local_addr().unwrap().port();
        let announcement = Announcement::new(
            home.path(),
            port,
            Path::new("/project"),
            &Token::draw().unwrap(),
        )
        .unwrap();
        let text = serde_json::to_vec(&announcement.told).unwrap();
        private_files::replace_durably(&announcement.path, &text).unwrap();
        assert_eq!(
            announced(home.path()),
            std::slice::from_ref(&announcement.told)
        );
        let path = announcement.path.clone();
        std::mem::forget(announcement);
        drop(socket);
        assert_eq!(announced(home.path()), [], "its process was killed");
        assert!(!path.exists());
    }
}
