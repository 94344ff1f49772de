//! `scorm_automation_check_answer`: have an answer evaluated.

use greenroom_stage::page::effects::{CallSeen, Few};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS_WITH_ID};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationCheckAnswer;

/// Have the answer of an interaction checked
///
/// Needs the API. Returns correct, score, API calls.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationCheckAnswerParams {
    #[serde(flatten)]
    caller: Caller,
    /// Interaction id
    id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationCheckAnswerExtra {
    id: String,
    correct: Option<bool>,
    score: Option<f64>,
    api_calls: Few<CallSeen>,
}

impl Tool for ScormAutomationCheckAnswer {
    const NAME: &'static str = "scorm_automation_check_answer";
    const TITLE: &'static str = "Check an answer";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = ERRORS_WITH_ID;
    type Params = ScormAutomationCheckAnswerParams;
    type Output = Called<ScormAutomationCheckAnswerExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of_interaction(cx, &params.caller, &params.id).await?;
        let id = [json!(params.id)];
        let (result, api_calls) = automation.call_watched("checkAnswer", &id).await?;
        let extra = ScormAutomationCheckAnswerExtra {
            id: params.id.clone(),
            correct: result["correct"].as_bool(),
            score: result["score"].as_f64(),
            api_calls,
        };
        automation.reply(result, extra).await
    }
}
