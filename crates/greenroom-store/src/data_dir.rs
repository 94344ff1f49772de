//! The data directory: where everything that Greenroom keeps lies.

use std::path::{Path, PathBuf};

use crate::error::StoreError;
use crate::private_files;

/// The folder below which Greenroom keeps sessions, saved states, logs and settings.
#[derive(Debug, Clone)]
pub struct DataDir {
    root: PathBuf,
}

impl DataDir {
    /// Opens `root` as the data directory, creating it when it is missing.
    ///
    /// Folders made here are readable by the user only; an existing `root` keeps its permissions.
    pub fn open(root: &Path) -> Result<Self, StoreError> {
        let root = std::path::absolute(root).map_err(StoreError::write(root))?;
        let data_dir = Self { root };
        for folder in [
            data_dir.sessions(),
            data_dir.saved_states(),
            data_dir.servers(),
        ] {
            private_files::create_dir(&folder).map_err(StoreError::write(&folder))?;
        }
        Ok(data_dir)
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

    /// Log files, when the environment does not place them elsewhere.
    pub fn logs(&self) -> PathBuf {
        self.root.join("logs").join("mcp")
    }

    /// Settings.
    pub fn config_file(&self) -> PathBuf {
        self.root.join("config.toml")
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

    #[cfg(unix)]
    #[test]
    fn folders_are_readable_by_the_user_only() {
        use std::os::unix::fs::PermissionsExt;
        let temporary = tempfile::tempdir().unwrap();
        let data_dir = DataDir::open(&temporary.path().join("new")).unwrap();
        for folder in [
            data_dir.root().to_owned(),
            data_dir.sessions(),
            data_dir.saved_states(),
        ] {
            let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700, "{folder:?}");
        }
    }
}
