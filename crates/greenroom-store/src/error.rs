//! What can go wrong in the store, each with the place where it did.

use std::io;
use std::path::{Path, PathBuf};

use crate::session_record::ClosedSession;

/// One error of the store. The tool layer gives each variant its wire code.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No open session has this id.
    #[error("no open session has the id `{id}`")]
    UnknownSession {
        /// The id as the caller gave it.
        id: String,
        /// When and why it was closed, if it ever was a session.
        closed: Option<ClosedSession>,
    },
    /// A configured limit was reached.
    #[error("{limit} is limited to {maximum}{}", needed(*value))]
    LimitExceeded {
        /// What is limited.
        limit: &'static str,
        /// The value that would have been needed, if it is known.
        value: Option<u64>,
        /// The limit in force.
        maximum: u64,
        /// The setting that changes the limit.
        setting: &'static str,
    },
    /// A path does not lead to a readable folder or zip.
    #[error("{path}: {reason}", path = path.display())]
    PathResolution {
        /// The absolute path that was tried.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The package has no manifest at its root.
    #[error("{path}: {reason}", path = path.display())]
    ManifestNotFound {
        /// The package.
        path: PathBuf,
        /// What was found instead.
        reason: String,
        /// A sub-folder that has a manifest. It is named, not used.
        found_in: Option<String>,
    },
    /// A path or a zip entry would leave the package, or is hostile in another way.
    #[error("refused `{entry}`: {reason}")]
    SecurityViolation {
        /// The entry or path as it was written.
        entry: String,
        /// Why it is refused.
        reason: String,
    },
    /// The package has no such file.
    #[error("the package has no file `{path}`")]
    FileMissing {
        /// The path inside the package.
        path: String,
        /// Files that may have been meant.
        near: Vec<String>,
    },
    /// The work was cancelled by its caller.
    #[error("cancelled")]
    Cancelled,
    /// A saved learner state exists and cannot be parsed.
    #[error("the saved state {path} cannot be read: {reason}", path = path.display())]
    SavedStateUnreadable {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        reason: String,
    },
    /// The disk refused a saved learner state.
    #[error("the saved state {path} cannot be written: {source}", path = path.display())]
    SavedStateWrite {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The disk refused a file of Greenroom's own.
    #[error("{path} cannot be written: {source}", path = path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// Another server of the cluster has the session now.
    #[error("another server goes on with session {id}")]
    SessionMoved {
        /// The session.
        id: String,
    },
    /// An engine that all servers of the cluster use does not answer.
    #[error("{what} does not answer: {reason}")]
    Unavailable {
        /// Which engine.
        what: &'static str,
        /// What it said, or what was said instead of it.
        reason: String,
    },
    /// A file of Greenroom's own cannot be read.
    #[error("{path} cannot be read: {source}", path = path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
}

impl StoreError {
    /// For `map_err` where `path` was being written.
    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Write { path, source }
    }

    /// For `map_err` where `path` was being read.
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Read { path, source }
    }
}

fn needed(value: Option<u64>) -> String {
    value
        .map(|value| format!(", and this needs {value}"))
        .unwrap_or_default()
}
