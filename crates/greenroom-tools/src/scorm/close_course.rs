//! `scorm_close_course`: end a course, save, clean up.

use std::fmt;
use std::path::PathBuf;

use greenroom_stage::course::closing;
use greenroom_store::CloseReason;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::runtime::report::SavedReport;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormCloseCourse;

/// End a course: unload, Terminate if needed, save
///
/// Returns saved {path, exit, terminated_by}, artifacts_manifest_path.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormCloseCourseParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormCloseCourseOutput {
    success: bool,
    artifacts_manifest_path: PathBuf,
    saved: Option<SavedReport>,
    rte_duration_ms: u64,
}

impl fmt::Display for ScormCloseCourseOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the course is closed")
    }
}

impl Tool for ScormCloseCourse {
    const NAME: &'static str = "scorm_close_course";
    const TITLE: &'static str = "Close course";
    const EFFECT: Effect = Effect::Writes;
    const CORE: bool = true;
    const CLOSES_SESSION: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::SavedDataWriteFailed,
        ErrorCode::ArtifactWriteFailed,
    ];
    type Params = ScormCloseCourseParams;
    type Output = ScormCloseCourseOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let closed = closing::close(cx.runtimes(), &params.session_id, CloseReason::Close).await?;
        let rte_duration_ms = closed
            .runtime
            .as_ref()
            .map_or(0, |runtime| runtime.rte_duration_ms);
        let output = ScormCloseCourseOutput {
            success: true,
            artifacts_manifest_path: closed.artifacts_manifest_path,
            saved: closed.runtime.map(SavedReport::from),
            rte_duration_ms,
        };
        let warnings = output.saved.as_ref().map(SavedReport::warnings);
        let mut reply = Reply::new(output);
        for warning in warnings.unwrap_or_default() {
            reply = reply.notice(warning);
        }
        Ok(reply)
    }
}
