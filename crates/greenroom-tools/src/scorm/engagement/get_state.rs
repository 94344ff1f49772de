//! `scorm_engagement_get_state`: `getEngagementState` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormEngagementGetState;

/// Read what the slide requires and what was done
///
/// Needs the API. Returns complete, tracked, required items.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormEngagementGetStateParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormEngagementGetStateExtra {
    complete: bool,
}

impl Tool for ScormEngagementGetState {
    const NAME: &'static str = "scorm_engagement_get_state";
    const TITLE: &'static str = "Engagement state";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormEngagementGetStateParams;
    type Output = Called<ScormEngagementGetStateExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("getEngagementState", &[]).await?;
        let extra = ScormEngagementGetStateExtra {
            complete: result["complete"] == json!(true),
        };
        automation.reply(result, extra).await
    }
}
