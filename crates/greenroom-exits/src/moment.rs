//! The moments at which a course is left, and how they are reached.

use std::path::PathBuf;

use greenroom_explore::Path;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::{Fault, StageError};
use schemars::JsonSchema;
use scorm_session::rehearsal::Case;
use serde::{Deserialize, Serialize};

/// When a course is left.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The first page has come to rest.
    Start,
    /// On a later page.
    Middle,
    /// Completed, or on the last page.
    End,
    /// Where a rehearsal stands.
    Rehearsal,
}

impl Moment {
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
            Self::Rehearsal => "rehearsal",
        }
    }
}

/// A rehearsal that leads to where the course is left.
#[derive(Clone, Debug)]
pub struct RehearsedMoment {
    pub case: Case,
    /// The folder of the course.
    pub package: PathBuf,
}

/// How a moment is reached from the launch.
#[derive(Clone, Debug)]
pub(crate) enum Route {
    Launch,
    Path(Path),
    Rehearsal(Box<RehearsedMoment>),
}

/// Plays to the moment; why the course did not follow, if it did not.
pub(crate) async fn strays(path: &Path, runtime: &Runtime) -> Result<Option<String>, StageError> {
    match path.play(runtime).await {
        Ok(true) => Ok(None),
        Ok(false) => Ok(Some(String::new())),
        // The LMS has no such control.
        Err(error) if error.fault() == Some(Fault::NavUnsupportedAction) => {
            Ok(Some(format!(": {error}")))
        }
        Err(error) => Err(error),
    }
}
