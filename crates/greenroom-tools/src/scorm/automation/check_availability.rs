//! `scorm_automation_check_availability`: whether the course carries the automation API.

use std::fmt;

use greenroom_stage::page::automation::AutomationApi;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::playing::automation_call::Caller;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationCheckAvailability;

/// Check whether the course has window.SCORMAutomation
///
/// Returns available, version, functions.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationCheckAvailabilityParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationCheckAvailabilityOutput {
    available: bool,
    version: Option<String>,
    functions: Vec<String>,
    message: String,
    /// What getVersion answers
    result: Value,
    frame: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    automation_trace: Option<Value>,
}

impl fmt::Display for ScormAutomationCheckAvailabilityOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Tool for ScormAutomationCheckAvailability {
    const NAME: &'static str = "scorm_automation_check_availability";
    const TITLE: &'static str = "Automation API there?";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormAutomationCheckAvailabilityParams;
    type Output = ScormAutomationCheckAvailabilityOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.caller.session_id)?;
        let Some(api) = AutomationApi::find(&runtime).await? else {
            return Ok(ScormAutomationCheckAvailabilityOutput {
                available: false,
                version: None,
                functions: Vec::new(),
                message: "no frame has window.SCORMAutomation; use the scorm_dom_* tools"
                    .to_owned(),
                result: Value::Null,
                frame: None,
                automation_trace: None,
            }
            .into());
        };
        let result = api.version(&runtime).await?;
        let version = result.as_str().or_else(|| result["api"].as_str());
        let automation_trace = if params.caller.include_trace {
            Some(api.call(&runtime, "getAutomationTrace", &[]).await?)
        } else {
            None
        };
        Ok(ScormAutomationCheckAvailabilityOutput {
            available: true,
            version: version.map(ToOwned::to_owned),
            functions: api.functions().to_vec(),
            message: format!("the automation API has {} functions", api.functions().len()),
            result,
            frame: Some(api.frame()),
            automation_trace,
        }
        .into())
    }
}
