//! `scorm_automation_get_current_slide`: `getCurrentSlide` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetCurrentSlide;

/// Ask the automation API for the current slide
///
/// Needs the API. Returns slideId or null.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetCurrentSlideParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetCurrentSlideExtra {
    #[serde(rename = "slideId")]
    slide_id: Option<String>,
}

impl Tool for ScormAutomationGetCurrentSlide {
    const NAME: &'static str = "scorm_automation_get_current_slide";
    const TITLE: &'static str = "Current slide";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetCurrentSlideParams;
    type Output = Called<ScormAutomationGetCurrentSlideExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("getCurrentSlide", &[]).await?;
        let extra = ScormAutomationGetCurrentSlideExtra {
            slide_id: result.as_str().map(ToOwned::to_owned),
        };
        automation.reply(result, extra).await
    }
}
