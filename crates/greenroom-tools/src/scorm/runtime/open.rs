//! `scorm_runtime_open`: load the course of a session.

use std::fmt;

use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::opening::LaunchRequest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::report::RuntimeReport;
use crate::playing::open_errors;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormRuntimeOpen;

/// Load the course of a session in the browser
///
/// Needs scorm_session_open. Returns runtime_id, url, activity, initialize_state, resume.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormRuntimeOpenParams {
    /// The session
    session_id: String,
    #[serde(flatten)]
    launch: LaunchOptions,
}

#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct ScormRuntimeOpenOutput(RuntimeReport);

impl fmt::Display for ScormRuntimeOpenOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the course is open, {}", self.0.initialize_state)
    }
}

impl Tool for ScormRuntimeOpen {
    const NAME: &'static str = "scorm_runtime_open";
    const TITLE: &'static str = "Open runtime";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = open_errors![UnknownSession, SavedDataUnreadable];
    type Params = ScormRuntimeOpenParams;
    type Output = ScormRuntimeOpenOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let session = cx.sessions().session(&params.session_id)?;
        let open = cx.runtimes().find(&params.session_id);
        if let Some(runtime) = open.filter(|runtime| runtime.is_playable()) {
            return Ok(ScormRuntimeOpenOutput(RuntimeReport::of(&runtime, true)).into());
        }
        // Of a course that left, or whose page crashed, only the record is there.
        cx.runtimes().close(&params.session_id, "close").await?;
        cx.progress("opening the course");
        let request = LaunchRequest {
            // Only the first runtime starts anew: what it left is resumed.
            new_attempt: session.options().new_attempt
                && !session.directory().join("journal").exists(),
            options: params.launch,
            keep: true,
            trace: true,
        };
        let runtime = cx.runtimes().open(&session, request).await?;
        let mut reply = Reply::new(ScormRuntimeOpenOutput(RuntimeReport::of(&runtime, false)));
        let notices = runtime.browser.notices().into_iter();
        for notice in notices.chain(runtime.lms_notices.iter().cloned()) {
            reply = reply.notice(notice);
        }
        Ok(reply)
    }
}
