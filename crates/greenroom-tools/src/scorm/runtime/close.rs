//! `scorm_runtime_close`: end the page, keep the session.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::report::SavedReport;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};
use greenroom_stage::course::runtime::Ending;

pub(crate) struct ScormRuntimeClose;

/// End the page of a session and save, keep the session
///
/// scorm_runtime_open then resumes. Returns was_open, saved.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormRuntimeCloseParams {
    /// The session
    session_id: String,
    /// Do not suspend: end the attempt by the exit that the course set
    #[serde(default)]
    keep_exit: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormRuntimeCloseOutput {
    success: bool,
    was_open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<SavedReport>,
}

impl fmt::Display for ScormRuntimeCloseOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.was_open {
            "the page is closed"
        } else {
            "no page was open"
        })
    }
}

impl Tool for ScormRuntimeClose {
    const NAME: &'static str = "scorm_runtime_close";
    const TITLE: &'static str = "Close runtime";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const CLOSES_SESSION: bool = true;
    const ERRORS: &'static [ErrorCode] =
        &[ErrorCode::UnknownSession, ErrorCode::SavedDataWriteFailed];
    type Params = ScormRuntimeCloseParams;
    type Output = ScormRuntimeCloseOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let _session = cx.sessions().session(&params.session_id)?;
        let ending = if params.keep_exit {
            Ending::AsTheCourseSaid
        } else {
            Ending::Suspended
        };
        let runtimes = cx.runtimes();
        let closed = runtimes.close_as(&params.session_id, "close", ending);
        let closed = closed.await?;
        let output = ScormRuntimeCloseOutput {
            success: true,
            was_open: closed.is_some(),
            saved: closed.map(SavedReport::from),
        };
        let warnings = output.saved.as_ref().map(SavedReport::warnings);
        let mut reply = Reply::new(output);
        for warning in warnings.unwrap_or_default() {
            reply = reply.notice(warning);
        }
        Ok(reply)
    }
}
