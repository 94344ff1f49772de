//! `scorm_automation_get_interaction_metadata`: `getInteractionMetadata` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS_WITH_ID};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetInteractionMetadata;

/// Read what is known of an interaction
///
/// Needs the API. Returns type, id, description in result.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetInteractionMetadataParams {
    #[serde(flatten)]
    caller: Caller,
    /// Interaction id
    id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetInteractionMetadataExtra {
    id: String,
}

impl Tool for ScormAutomationGetInteractionMetadata {
    const NAME: &'static str = "scorm_automation_get_interaction_metadata";
    const TITLE: &'static str = "Interaction metadata";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS_WITH_ID;
    type Params = ScormAutomationGetInteractionMetadataParams;
    type Output = Called<ScormAutomationGetInteractionMetadataExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of_interaction(cx, &params.caller, &params.id).await?;
        let result = automation
            .call("getInteractionMetadata", &[json!(params.id)])
            .await?;
        let extra = ScormAutomationGetInteractionMetadataExtra {
            id: params.id.clone(),
        };
        automation.reply(result, extra).await
    }
}
