//! `scorm_automation_get_element_details`: `getElementDetails` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetElementDetails;

/// Read what is known of an element
///
/// Needs the API. Returns box, style, visibility, weight in result.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetElementDetailsParams {
    #[serde(flatten)]
    caller: Caller,
    /// data-testid of the element
    testid: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetElementDetailsExtra {
    testid: String,
}

impl Tool for ScormAutomationGetElementDetails {
    const NAME: &'static str = "scorm_automation_get_element_details";
    const TITLE: &'static str = "Element details";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetElementDetailsParams;
    type Output = Called<ScormAutomationGetElementDetailsExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation
            .call("getElementDetails", &[json!(params.testid)])
            .await?;
        let extra = ScormAutomationGetElementDetailsExtra {
            testid: params.testid.clone(),
        };
        automation.reply(result, extra).await
    }
}
