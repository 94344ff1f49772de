//! Why a package could not be made.

use std::io;
use std::path::PathBuf;

use greenroom_store::StoreError;

/// Why a package could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The source cannot be read.
    #[error(transparent)]
    Source(#[from] StoreError),
    /// A file of the source cannot be read.
    #[error("`{path}` cannot be read: {reason}")]
    File {
        /// Its path in the package.
        path: String,
        /// Why.
        reason: String,
    },
    /// A file has another size than when the folder was listed.
    #[error("`{path}` changed while it was packed")]
    Changed {
        /// Its path in the package.
        path: String,
    },
    /// The manifest cannot be used.
    #[error("the manifest cannot be read, so nobody knows which files the course needs")]
    NoManifest,
    /// More than a zip without extensions can hold, which is what every LMS reads.
    #[error("{what}; a zip that every LMS reads holds at most {most}")]
    TooLarge {
        /// What is too large.
        what: String,
        /// The bound.
        most: u64,
    },
    /// Nobody wants it any more.
    #[error("packing was cancelled")]
    Cancelled,
    /// Smaller files could not be made.
    #[error("the files could not be made smaller: {reason}")]
    Optimizing {
        /// Why.
        reason: String,
    },
    /// The zip cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Output {
        /// The zip.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}
