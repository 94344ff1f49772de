//! `scorm_engagement_mark_tab_viewed`: `markTabViewed` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormEngagementMarkTabViewed;

/// Count a tab as viewed
///
/// Needs the API. scorm_engagement_get_state lists it afterwards.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormEngagementMarkTabViewedParams {
    #[serde(flatten)]
    caller: Caller,
    /// Tab
    tab_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormEngagementMarkTabViewedExtra {
    tab_id: String,
    success: bool,
}

impl Tool for ScormEngagementMarkTabViewed {
    const NAME: &'static str = "scorm_engagement_mark_tab_viewed";
    const TITLE: &'static str = "Mark a tab viewed";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormEngagementMarkTabViewedParams;
    type Output = Called<ScormEngagementMarkTabViewedExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation
            .call("markTabViewed", &[json!(params.tab_id)])
            .await?;
        let extra = ScormEngagementMarkTabViewedExtra {
            tab_id: params.tab_id.clone(),
            success: true,
        };
        automation.reply(result, extra).await
    }
}
