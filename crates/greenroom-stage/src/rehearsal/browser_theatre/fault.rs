//! Why the browser failed as a theatre.

use std::io;
use std::path::PathBuf;

use greenroom_browser::{BrowserError, Crash};
use greenroom_store::StoreError;

use crate::StageError;

/// Why the browser could not do what a rehearsal asked for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TheatreFault {
    /// The stage, or what lies below it, failed.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The pages of a course could not be generated.
    #[error("{}: {source}", folder.display())]
    Generate { folder: PathBuf, source: io::Error },
    /// The act needs a course.
    #[error("no course is open")]
    NoCourse,
    /// The call that asked for the rehearsal is over.
    #[error("the call was cancelled")]
    Cancelled,
    /// The content gave no answer to a call.
    #[error("the call was not answered")]
    NotAnswered,
}

impl TheatreFault {
    /// There is no browser, or no longer. A page that ends its own renderer is the course's fault.
    pub(super) fn is_of_browser(&self) -> bool {
        let Self::Stage(StageError::Browser(error)) = self else {
            return false;
        };
        matches!(
            error,
            BrowserError::NotFound { .. }
                | BrowserError::LaunchFailed { .. }
                | BrowserError::Elsewhere { .. }
                | BrowserError::AllTaken { .. }
                | BrowserError::Crashed {
                    what: Crash::Browser,
                    ..
                }
        )
    }
}

impl From<StoreError> for TheatreFault {
    fn from(error: StoreError) -> Self {
        Self::Stage(error.into())
    }
}

impl From<BrowserError> for TheatreFault {
    fn from(error: BrowserError) -> Self {
        Self::Stage(error.into())
    }
}
