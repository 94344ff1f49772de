//! What can go wrong with what servers share.

use greenroom_store::ShareFault;

/// What does not answer, as failures name it.
pub(crate) const DATABASE: &str = "the database";
pub(crate) const OBJECTS: &str = "the object store";

/// Why a server cannot be one of a cluster, or could not do what it was to do there.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    #[error("the database does not answer: {0}")]
    Database(#[from] sqlx::Error),
    #[error("the object store does not answer: {0}")]
    Objects(#[from] object_store::Error),
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error(
        "the database has version {there} of the tables, this program knows {}; start the newer program",
        crate::schema::VERSION
    )]
    LaterSchema { there: i32 },
    /// An address of the command line.
    #[error("{0}")]
    Unusable(String),
    /// A file in the object store is not what its row says.
    #[error("{path} has other bytes than were stored; it is not used")]
    Altered { path: String },
    #[error("the work was given up")]
    GivenUp,
}

impl ClusterError {
    /// As the store tells it.
    pub(crate) fn fault(&self) -> ShareFault {
        let what = match self {
            Self::Objects(_) | Self::Altered { .. } => OBJECTS,
            _ => DATABASE,
        };
        let mut reason = match self {
            Self::Database(error) => error.to_string(),
            Self::Objects(error) => error.to_string(),
            other => other.to_string(),
        };
        if let Some((end, _)) = reason.char_indices().nth(300) {
            reason.truncate(end);
        }
        ShareFault::Unavailable { what, reason }
    }
}
