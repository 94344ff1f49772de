//! `scorm_automation_get_layout_flow`: `getLayoutFlow` of the automation API.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS, NoExtra};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetLayoutFlow;

/// Read reading and tab order
///
/// Needs the API. Returns readingOrder, keyboardFlow, attentionFlow in result.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetLayoutFlowParams {
    #[serde(flatten)]
    caller: Caller,
}

impl Tool for ScormAutomationGetLayoutFlow {
    const NAME: &'static str = "scorm_automation_get_layout_flow";
    const TITLE: &'static str = "Layout flow";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetLayoutFlowParams;
    type Output = Called<NoExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("getLayoutFlow", &[]).await?;
        automation.reply(result, NoExtra {}).await
    }
}
