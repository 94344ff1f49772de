//! `scorm_automation_clear_trace`: `clearAutomationTrace` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationClearTrace;

/// Empty the trace of the automation API
///
/// Needs the API. The next trace is empty.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationClearTraceParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationClearTraceExtra {
    success: bool,
}

impl Tool for ScormAutomationClearTrace {
    const NAME: &'static str = "scorm_automation_clear_trace";
    const TITLE: &'static str = "Clear the trace";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationClearTraceParams;
    type Output = Called<ScormAutomationClearTraceExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("clearAutomationTrace", &[]).await?;
        let extra = ScormAutomationClearTraceExtra { success: true };
        automation.reply(result, extra).await
    }
}
