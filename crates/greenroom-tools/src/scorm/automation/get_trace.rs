//! `scorm_automation_get_trace`: `getAutomationTrace` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetTrace;

/// Read the trace of the automation API
///
/// Needs the API. Calls in order. Returns result and count.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetTraceParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetTraceExtra {
    count: usize,
}

impl Tool for ScormAutomationGetTrace {
    const NAME: &'static str = "scorm_automation_get_trace";
    const TITLE: &'static str = "Automation trace";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetTraceParams;
    type Output = Called<ScormAutomationGetTraceExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("getAutomationTrace", &[]).await?;
        let extra = ScormAutomationGetTraceExtra {
            count: result.as_array().map_or(0, Vec::len),
        };
        automation.reply(result, extra).await
    }
}
