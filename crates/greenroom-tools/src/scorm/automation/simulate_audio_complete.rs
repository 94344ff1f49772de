//! `scorm_automation_simulate_audio_complete`: `simulateAudioComplete` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationSimulateAudioComplete;

/// Count the current audio as heard to the end
///
/// Needs the API.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationSimulateAudioCompleteParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationSimulateAudioCompleteExtra {
    success: bool,
}

impl Tool for ScormAutomationSimulateAudioComplete {
    const NAME: &'static str = "scorm_automation_simulate_audio_complete";
    const TITLE: &'static str = "Complete the audio";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationSimulateAudioCompleteParams;
    type Output = Called<ScormAutomationSimulateAudioCompleteExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("simulateAudioComplete", &[]).await?;
        let extra = ScormAutomationSimulateAudioCompleteExtra { success: true };
        automation.reply(result, extra).await
    }
}
