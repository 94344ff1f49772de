//! `scorm_automation_get_last_evaluation`: `getLastEvaluation` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS_WITH_ID};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetLastEvaluation;

/// Read how an interaction was last evaluated
///
/// Needs the API. result is null before the first check.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetLastEvaluationParams {
    #[serde(flatten)]
    caller: Caller,
    /// Interaction id
    id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetLastEvaluationExtra {
    id: String,
}

impl Tool for ScormAutomationGetLastEvaluation {
    const NAME: &'static str = "scorm_automation_get_last_evaluation";
    const TITLE: &'static str = "Last evaluation";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS_WITH_ID;
    type Params = ScormAutomationGetLastEvaluationParams;
    type Output = Called<ScormAutomationGetLastEvaluationExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of_interaction(cx, &params.caller, &params.id).await?;
        let result = automation
            .call("getLastEvaluation", &[json!(params.id)])
            .await?;
        let extra = ScormAutomationGetLastEvaluationExtra {
            id: params.id.clone(),
        };
        automation.reply(result, extra).await
    }
}
