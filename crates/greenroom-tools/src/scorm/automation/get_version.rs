//! `scorm_automation_get_version`: `getVersion` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetVersion;

/// Read the version of the automation API
///
/// Needs the API. Returns {api, phase, features} in result.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetVersionParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetVersionExtra {
    version: Option<String>,
}

impl Tool for ScormAutomationGetVersion {
    const NAME: &'static str = "scorm_automation_get_version";
    const TITLE: &'static str = "Automation version";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetVersionParams;
    type Output = Called<ScormAutomationGetVersionExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("getVersion", &[]).await?;
        let extra = ScormAutomationGetVersionExtra {
            version: version_text(&result),
        };
        automation.reply(result, extra).await
    }
}

/// The number of the API, whether it stands alone or in an object.
fn version_text(version: &Value) -> Option<String> {
    let text = version.as_str().or_else(|| version["api"].as_str());
    text.map(ToOwned::to_owned)
}
