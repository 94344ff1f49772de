//! `scorm_automation_get_correct_response`: `getCorrectResponse` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS_WITH_ID};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetCorrectResponse;

/// Read the correct response of an interaction
///
/// Needs the automation API with exposeCorrectAnswers.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetCorrectResponseParams {
    #[serde(flatten)]
    caller: Caller,
    /// Interaction id
    id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetCorrectResponseExtra {
    id: String,
}

impl Tool for ScormAutomationGetCorrectResponse {
    const NAME: &'static str = "scorm_automation_get_correct_response";
    const TITLE: &'static str = "Correct response";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS_WITH_ID;
    type Params = ScormAutomationGetCorrectResponseParams;
    type Output = Called<ScormAutomationGetCorrectResponseExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of_interaction(cx, &params.caller, &params.id).await?;
        let result = automation
            .call("getCorrectResponse", &[json!(params.id)])
            .await?;
        let extra = ScormAutomationGetCorrectResponseExtra {
            id: params.id.clone(),
        };
        automation.reply(result, extra).await
    }
}
