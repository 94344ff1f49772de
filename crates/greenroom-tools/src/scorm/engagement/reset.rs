//! `scorm_engagement_reset`: `resetEngagement` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormEngagementReset;

/// Forget what was done on the slide
///
/// Needs the API. Progress is back at its start.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormEngagementResetParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormEngagementResetExtra {
    success: bool,
}

impl Tool for ScormEngagementReset {
    const NAME: &'static str = "scorm_engagement_reset";
    const TITLE: &'static str = "Reset engagement";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormEngagementResetParams;
    type Output = Called<ScormEngagementResetExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("resetEngagement", &[]).await?;
        let extra = ScormEngagementResetExtra { success: true };
        automation.reply(result, extra).await
    }
}
