//! `scorm_automation_set_response`: answer an interaction.

use greenroom_stage::page::response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::automation_call::{Automation, Called, Caller};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationSetResponse;

/// Answer an interaction through the automation API
///
/// Needs the API. By type: choice text or list, true-false bool, matching {source:
/// target}, drag-drop {item: zone}.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationSetResponseParams {
    #[serde(flatten)]
    caller: Caller,
    /// Interaction id
    id: String,
    /// The response
    response: Value,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationSetResponseExtra {
    success: bool,
    id: String,
    #[serde(rename = "interactionType")]
    interaction_type: Option<String>,
}

impl Tool for ScormAutomationSetResponse {
    const NAME: &'static str = "scorm_automation_set_response";
    const TITLE: &'static str = "Set a response";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::AutomationApiNotAvailable,
        ErrorCode::AutomationApiError,
        ErrorCode::InvalidInteractionId,
        ErrorCode::InvalidResponseFormat,
    ];
    type Params = ScormAutomationSetResponseParams;
    type Output = Called<ScormAutomationSetResponseExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let kind = automation.api.type_of(&automation.runtime, &params.id);
        let interaction_type = kind.await?;
        let response = response::fit(&params.id, interaction_type.as_deref(), params.response)?;
        let args = [json!(params.id), response];
        let result = automation.call("setResponse", &args).await?;
        let extra = ScormAutomationSetResponseExtra {
            success: true,
            id: params.id.clone(),
            interaction_type,
        };
        automation.reply(result, extra).await
    }
}
