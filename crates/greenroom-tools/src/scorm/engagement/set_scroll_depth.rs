//! `scorm_engagement_set_scroll_depth`: `setScrollDepth` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormEngagementSetScrollDepth;

/// Count the slide as scrolled this far
///
/// Needs the API. scorm_engagement_get_state shows the depth.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormEngagementSetScrollDepthParams {
    #[serde(flatten)]
    caller: Caller,
    /// 0 to 100
    #[schemars(range(min = 0, max = 100))]
    percentage: f64,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormEngagementSetScrollDepthExtra {
    percentage: f64,
    success: bool,
}

impl Tool for ScormEngagementSetScrollDepth {
    const NAME: &'static str = "scorm_engagement_set_scroll_depth";
    const TITLE: &'static str = "Set scroll depth";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormEngagementSetScrollDepthParams;
    type Output = Called<ScormEngagementSetScrollDepthExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation
            .call("setScrollDepth", &[json!(params.percentage)])
            .await?;
        let extra = ScormEngagementSetScrollDepthExtra {
            percentage: params.percentage,
            success: true,
        };
        automation.reply(result, extra).await
    }
}
