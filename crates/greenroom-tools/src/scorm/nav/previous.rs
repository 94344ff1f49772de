//! `scorm_nav_previous`: the learner's Previous.

use schemars::JsonSchema;
use scorm_session::LearnerRequest;
use serde::Deserialize;

use super::moved::{self, Moved, NAV_ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormNavPrevious;

/// Go back to the previous activity
///
/// Returns success, exception, delivered.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormNavPreviousParams {
    /// The session
    session_id: String,
}

impl Tool for ScormNavPrevious {
    const NAME: &'static str = "scorm_nav_previous";
    const TITLE: &'static str = "Previous activity";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = NAV_ERRORS;
    type Params = ScormNavPreviousParams;
    type Output = Moved;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let request = LearnerRequest::Previous;
        Ok(moved::go(cx, &params.session_id, request).await?.into())
    }
}
