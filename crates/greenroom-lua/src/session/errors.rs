//! How sessions and runs fail.

use std::time::Duration;

use crate::{LimitReached, LuaFailure};

/// Why a session could not begin.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StartError {
    /// `main.lua` failed.
    #[error("{0}")]
    Lua(LuaFailure),
    /// The thread or its machine could not be made.
    #[error("{0}")]
    Internal(String),
}

/// Why code brought no result.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RunError {
    #[error("{0}")]
    Lua(LuaFailure),
    /// A call into C cannot be interrupted; the code goes on.
    #[error("Execution time limit exceeded")]
    StillRunning,
    #[error("the session is busy")]
    Busy {
        running_for: Duration,
        chunk: String,
    },
    #[error("the result is too large")]
    TooLarge { bytes: usize },
    #[error("{0}")]
    Limit(LimitReached),
    #[error("the session has ended")]
    Ended,
    /// The job panicked. The session goes on.
    #[error("the job failed inside Greenroom")]
    Fault,
}
