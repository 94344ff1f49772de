//! `scorm_automation_is_audio_completed_for_context`: `isAudioCompletedForContext` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationIsAudioCompletedForContext;

/// Ask whether the audio of a context was heard
///
/// Needs the API. Returns isCompleted.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationIsAudioCompletedForContextParams {
    #[serde(flatten)]
    caller: Caller,
    /// Slide or block id
    context_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationIsAudioCompletedForContextExtra {
    context_id: String,
    #[serde(rename = "isCompleted")]
    is_completed: bool,
}

impl Tool for ScormAutomationIsAudioCompletedForContext {
    const NAME: &'static str = "scorm_automation_is_audio_completed_for_context";
    const TITLE: &'static str = "Audio completed";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationIsAudioCompletedForContextParams;
    type Output = Called<ScormAutomationIsAudioCompletedForContextExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation
            .call("isAudioCompletedForContext", &[json!(params.context_id)])
            .await?;
        let extra = ScormAutomationIsAudioCompletedForContextExtra {
            context_id: params.context_id.clone(),
            is_completed: result == json!(true),
        };
        automation.reply(result, extra).await
    }
}
