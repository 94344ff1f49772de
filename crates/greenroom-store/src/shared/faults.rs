//! Why something could not be shared.

use crate::error::StoreError;
use crate::session_id::SessionId;

/// Why something could not be shared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareFault {
    /// Another server has the session.
    #[error("another server goes on with session {0}")]
    Lost(SessionId),
    /// An engine that all servers use does not answer.
    #[error("{what} does not answer: {reason}")]
    Unavailable { what: &'static str, reason: String },
}

impl From<ShareFault> for StoreError {
    fn from(fault: ShareFault) -> Self {
        match fault {
            ShareFault::Lost(id) => Self::SessionMoved { id: id.to_string() },
            ShareFault::Unavailable { what, reason } => Self::Unavailable { what, reason },
        }
    }
}
