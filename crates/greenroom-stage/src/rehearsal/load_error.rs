//! Why rehearsals cannot be loaded.

use std::io;
use std::path::PathBuf;

use greenroom_store::{OutOfReach, StoreError};
use scorm_package::MANIFEST;
use scorm_session::CourseFault;
use scorm_session::rehearsal::CaseFault;

use super::reading::Faults;

/// Why rehearsals, or what they need, cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The named files and folders hold nothing to play.
    #[error("there are no rehearsals here")]
    Nothing,
    /// A file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A required file holds no rehearsal that can be understood.
    #[error("{}: {faults}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// All that is wrong with it.
        faults: Faults,
    },
    /// The package cannot be read.
    #[error(transparent)]
    Package(#[from] StoreError),
    /// A rehearsal names a file that its caller may not name.
    #[error(transparent)]
    OutOfReach(#[from] OutOfReach),
    /// The session that should play it has no package.
    #[error("the session has no package")]
    NoPackage,
    /// The zip is not a SCORM package.
    #[error("{} has no {MANIFEST}", .0.display())]
    NoManifest(PathBuf),
    /// A manifest has no course that can be played.
    #[error("{path}: {fault}")]
    Course {
        /// Path of the manifest, as the rehearsal names it.
        path: String,
        /// What is wrong with it.
        fault: CourseFault,
    },
    /// Two rehearsals of one run have the same id.
    #[error("another rehearsal has the id {0}")]
    SameId(String),
    /// What a rehearsal requires does not lie beside it.
    #[error("{id} requires {required}, which is not beside it")]
    NotBesideIt {
        /// The rehearsal.
        id: String,
        /// What it requires.
        required: String,
    },
    /// The file that should hold what a rehearsal requires holds something else.
    #[error("{} holds no {required}", file.display())]
    NotInFile {
        /// The file.
        file: PathBuf,
        /// What is required.
        required: String,
    },
}

impl LoadError {
    /// Names the file or folder that the system would not let us read.
    pub(super) fn read(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |source| Self::Read { path, source }
    }
}

impl From<CaseFault<Self>> for LoadError {
    fn from(fault: CaseFault<Self>) -> Self {
        match fault {
            CaseFault::Manifest(error) => error,
            CaseFault::Course { path, fault } => Self::Course { path, fault },
        }
    }
}
