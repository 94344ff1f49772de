//! `scorm_engagement_get_progress`: `getEngagementProgress` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormEngagementGetProgress;

/// Read how much of the slide was done
///
/// Needs the API. percentage, and items with label and complete.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormEngagementGetProgressParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormEngagementGetProgressExtra {
    percentage: Option<f64>,
}

impl Tool for ScormEngagementGetProgress {
    const NAME: &'static str = "scorm_engagement_get_progress";
    const TITLE: &'static str = "Engagement progress";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormEngagementGetProgressParams;
    type Output = Called<ScormEngagementGetProgressExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("getEngagementProgress", &[]).await?;
        let extra = ScormEngagementGetProgressExtra {
            percentage: result["percentage"].as_f64(),
        };
        automation.reply(result, extra).await
    }
}
