//! The data directory: where everything that Greenroom keeps lies.

use std::path::{Path, PathBuf};

use crate::shared::Shared;

/// The folder below which Greenroom keeps sessions, saved states, logs and settings.
#[derive(Debug, Clone)]
pub struct DataDir {
    root: PathBuf,
    /// What other servers have too; nothing for a server by itself.
    shared: Option<Shared>,
}

impl DataDir {
    /// The data directory at `root`, an absolute path. Touches nothing: folders are made when
    /// something is put into them.
    pub fn new(root: PathBuf) -> Self {
        Self { root, shared: None }
    }

    /// The same, shared with other servers.
    #[must_use]
    pub fn shared_by(mut self, shared: Option<Shared>) -> Self {
        self.shared = shared;
        self
    }

    /// What other servers have too, in a cluster.
    pub fn shared(&self) -> Option<&Shared> {
        self.shared.as_ref()
    }

    /// Where the data directory lies: `home` (the value of `GREENROOM_HOME`) if it is given and
    /// not empty, else the platform's folder for user data + `greenroom`.
    pub fn locate(home: Option<PathBuf>) -> Option<PathBuf> {
        home.filter(|home| !home.as_os_str().is_empty())
            .or_else(|| Some(directories::BaseDirs::new()?.data_dir().join("greenroom")))
    }

    /// The folder itself, absolute.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// One folder per session.
    pub fn sessions(&self) -> PathBuf {
        self.root.join("sessions")
    }

    /// Saved learner states.
    pub fn saved_states(&self) -> PathBuf {
        self.root.join("scorm-sessions")
    }

    /// What explorations that were broken off know.
    pub fn explorations(&self) -> PathBuf {
        self.root.join("explorations")
    }

    /// What was judged by batches, by content.
    pub fn batch_results(&self) -> PathBuf {
        self.root.join("batch").join("results")
    }

    /// Log files, when the environment does not place them elsewhere.
    pub fn logs(&self) -> PathBuf {
        self.root.join("logs").join("mcp")
    }

    /// One lock file per running server.
    pub(crate) fn servers(&self) -> PathBuf {
        self.root.join("servers")
    }

    /// `path` as results show it: relative to the data directory, with forward slashes.
    pub fn relative(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.root).unwrap_or(path);
        inside.to_string_lossy().replace('\\', "/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_wins_over_the_platform() {
        assert_eq!(DataDir::locate(Some("/x/y".into())), Some("/x/y".into()));
        let platform = DataDir::locate(None).unwrap();
        assert!(platform.ends_with("greenroom"), "{platform:?}");
        assert_eq!(DataDir::locate(Some(PathBuf::new())), Some(platform));
    }
}
