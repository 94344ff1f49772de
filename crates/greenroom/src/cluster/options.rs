//! What `greenroom serve` is told of the other servers.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;

use crate::start::StartError;

/// The shortest secret that is taken.
const SHORTEST_SECRET: usize = 16;

/// One of several servers
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Several servers")]
pub(crate) struct ClusterOptions {
    /// The PostgreSQL database that all servers use: postgres://USER@HOST/NAME
    #[arg(long, value_name = "ADDRESS", requires_all = ["artifacts", "internal", "cluster_secret"])]
    pub(super) database: Option<String>,
    /// The object store that all servers use: s3://BUCKET/PREFIX, or file:///FOLDER on a shared disk
    #[arg(long, value_name = "ADDRESS", requires = "database")]
    pub(super) artifacts: Option<String>,
    /// Where other servers reach this one: ADDRESS:PORT or NAME:PORT of a private network
    #[arg(long, value_name = "ADDRESS", requires = "database")]
    pub(super) internal: Option<String>,
    /// A file with the secret that all servers know
    #[arg(long, value_name = "FILE", requires = "database")]
    pub(super) cluster_secret: Option<PathBuf>,
}

/// The options of a server that is one of several.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(super) database: String,
    pub(super) artifacts: String,
    /// Where to listen.
    pub(super) internal: SocketAddr,
    /// As others are told, without the port.
    pub(super) internal_host: String,
    pub(super) secret: String,
}

impl ClusterOptions {
    /// What was chosen; nothing for a server by itself.
    pub(super) fn chosen(&self) -> Result<Option<Chosen>, StartError> {
        let Self {
            database: Some(database),
            artifacts: Some(artifacts),
            internal: Some(internal),
            cluster_secret: Some(file),
        } = self
        else {
            return Ok(None);
        };
        let secret = std::fs::read_to_string(file).map_err(|error| StartError::Unreadable {
            path: file.clone(),
            error,
        })?;
        let secret = secret.trim().to_owned();
        let is_plain = secret.bytes().all(|byte| byte.is_ascii_graphic());
        if secret.len() < SHORTEST_SECRET || !is_plain {
            let text = format!(
                "--cluster-secret {}: it needs at least {SHORTEST_SECRET} letters, digits or signs (head -c 32 /dev/urandom | base64)",
                file.display()
            );
            return Err(StartError::Unusable(text));
        }
        let (internal_host, internal) = listening(internal)?;
        if internal.ip().is_unspecified() {
            let text = format!(
                "--internal {internal}: name the address under which the other servers reach this one"
            );
            return Err(StartError::Unusable(text));
        }
        Ok(Some(Chosen {
            database: database.clone(),
            artifacts: artifacts.clone(),
            internal,
            internal_host,
            secret,
        }))
    }
}

/// The name and where it leads on this machine.
fn listening(internal: &str) -> Result<(String, SocketAddr), StartError> {
    let unusable = |why: &str| {
        let text = format!("--internal {internal}: {why}; give ADDRESS:PORT or NAME:PORT");
        StartError::Unusable(text)
    };
    let (host, _) = internal
        .rsplit_once(':')
        .filter(|(host, _)| !host.is_empty())
        .ok_or_else(|| unusable("the port is missing"))?;
    let mut found = internal
        .to_socket_addrs()
        .map_err(|error| unusable(&error.to_string()))?;
    let found = found.next().ok_or_else(|| unusable("it has no address"))?;
    Ok((host.to_owned(), found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_reach_a_server_by_address_or_by_name() {
        let (host, at) = listening("127.0.0.1:8801").unwrap();
        assert_eq!((host.as_str(), at.port()), ("127.0.0.1", 8801));
        let (host, at) = listening("localhost:0").unwrap();
        assert_eq!(host, "localhost");
        assert!(at.ip().is_loopback());
        for wrong in ["8801", ":8801", "127.0.0.1", "127.0.0.1:port"] {
            let error = listening(wrong).unwrap_err().to_string();
            assert!(error.contains("--internal"), "{error}");
        }
    }
}
