//! `scorm_nav_next`: the learner's Continue.

use schemars::JsonSchema;
use scorm_session::LearnerRequest;
use serde::Deserialize;

use super::moved::{self, Moved, NAV_ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormNavNext;

/// Go on to the next activity
///
/// Returns success, exception, delivered.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormNavNextParams {
    /// The session
    session_id: String,
}

impl Tool for ScormNavNext {
    const NAME: &'static str = "scorm_nav_next";
    const TITLE: &'static str = "Next activity";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = NAV_ERRORS;
    type Params = ScormNavNextParams;
    type Output = Moved;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let request = LearnerRequest::Continue;
        Ok(moved::go(cx, &params.session_id, request).await?.into())
    }
}
