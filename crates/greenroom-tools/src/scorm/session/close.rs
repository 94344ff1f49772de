//! `scorm_session_close`: cancel and finish a session.

use std::fmt;
use std::path::PathBuf;

use greenroom_stage::course::closing::{self, Closed};
use greenroom_store::CloseReason;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormSessionClose;

/// Cancel and finish a session
///
/// Saves; artifacts stay. Returns {success, artifacts_manifest_path, cancelled_operations}.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormSessionCloseParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormSessionCloseOutput {
    success: bool,
    artifacts_manifest_path: PathBuf,
    cancelled_operations: Vec<String>,
}

impl fmt::Display for ScormSessionCloseOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cancelled_operations.len() {
            0 => f.write_str("the session is closed"),
            cancelled => write!(
                f,
                "the session is closed, {cancelled} operations were cancelled"
            ),
        }
    }
}

impl Tool for ScormSessionClose {
    const NAME: &'static str = "scorm_session_close";
    const TITLE: &'static str = "Close session";
    const EFFECT: Effect = Effect::Writes;
    const CORE: bool = true;
    const CLOSES_SESSION: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::SavedDataWriteFailed,
        ErrorCode::ArtifactWriteFailed,
    ];
    type Params = ScormSessionCloseParams;
    type Output = ScormSessionCloseOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let Closed {
            artifacts_manifest_path,
            cancelled_operations,
            runtime: _,
        } = closing::close(cx.runtimes(), &params.session_id, CloseReason::Close).await?;
        let output = ScormSessionCloseOutput {
            success: true,
            artifacts_manifest_path,
            cancelled_operations,
        };
        Ok(output.into())
    }
}
