//! `scorm_automation_get_audio_state`: what the course's audio is doing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetAudioState;

/// Read the state of the slide's audio
///
/// Needs the API. Returns hasAudio, audioState, progress.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetAudioStateParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetAudioStateExtra {
    #[serde(rename = "hasAudio")]
    has_audio: bool,
    #[serde(rename = "audioState")]
    audio_state: Value,
    progress: Option<f64>,
}

impl Tool for ScormAutomationGetAudioState {
    const NAME: &'static str = "scorm_automation_get_audio_state";
    const TITLE: &'static str = "Audio state";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetAudioStateParams;
    type Output = Called<ScormAutomationGetAudioStateExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let has_audio = automation.call("hasAudio", &[]).await? == json!(true);
        let (audio_state, progress) = if has_audio {
            let state = automation.call("getAudioState", &[]).await?;
            let progress = automation.call("getAudioProgress", &[]).await?;
            (state, progress.as_f64())
        } else {
            (Value::Null, None)
        };
        let extra = ScormAutomationGetAudioStateExtra {
            has_audio,
            audio_state: audio_state.clone(),
            progress,
        };
        automation.reply(audio_state, extra).await
    }
}
