//! `scorm_automation_get_response`: `getResponse` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS_WITH_ID};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetResponse;

/// Read the response of an interaction
///
/// Needs the API. result is null when unanswered.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetResponseParams {
    #[serde(flatten)]
    caller: Caller,
    /// Interaction id
    id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetResponseExtra {
    id: String,
}

impl Tool for ScormAutomationGetResponse {
    const NAME: &'static str = "scorm_automation_get_response";
    const TITLE: &'static str = "Response of an interaction";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS_WITH_ID;
    type Params = ScormAutomationGetResponseParams;
    type Output = Called<ScormAutomationGetResponseExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of_interaction(cx, &params.caller, &params.id).await?;
        let result = automation.call("getResponse", &[json!(params.id)]).await?;
        let extra = ScormAutomationGetResponseExtra {
            id: params.id.clone(),
        };
        automation.reply(result, extra).await
    }
}
