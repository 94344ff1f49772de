//! `scorm_automation_get_page_layout`: `getPageLayout` of the automation API.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS, NoExtra};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetPageLayout;

/// Read the page layout
///
/// Needs the API. Returns tree, viewport, patterns, description in result.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetPageLayoutParams {
    #[serde(flatten)]
    caller: Caller,
}

impl Tool for ScormAutomationGetPageLayout {
    const NAME: &'static str = "scorm_automation_get_page_layout";
    const TITLE: &'static str = "Page layout";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetPageLayoutParams;
    type Output = Called<NoExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("getPageLayout", &[]).await?;
        automation.reply(result, NoExtra {}).await
    }
}
