//! `scorm_nav_choice`: the learner's choice from the menu.

use schemars::JsonSchema;
use scorm_session::LearnerRequest;
use serde::Deserialize;

use super::moved::{self, Moved, NAV_ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormNavChoice;

/// Choose an activity from the menu
///
/// Returns success, exception, delivered.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormNavChoiceParams {
    /// The session
    session_id: String,
    /// Item identifier
    #[serde(rename = "targetId")]
    target_id: String,
}

impl Tool for ScormNavChoice {
    const NAME: &'static str = "scorm_nav_choice";
    const TITLE: &'static str = "Choose activity";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = NAV_ERRORS;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("target_id", "targetId")];
    type Params = ScormNavChoiceParams;
    type Output = Moved;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let request = LearnerRequest::Choice {
            target: params.target_id,
        };
        Ok(moved::go(cx, &params.session_id, request).await?.into())
    }
}
