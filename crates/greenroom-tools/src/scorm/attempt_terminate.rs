//! `scorm_attempt_terminate`: Terminate by tool.

use std::fmt;

use greenroom_stage::course::api::{self, NavigationReport};
use schemars::JsonSchema;
use scorm_session::{ApiErrorCode, ApiFunction};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAttemptTerminate;

/// Call Terminate for the content
///
/// Carries out a pending adl.nav.request. Returns result, error_code, navigation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormAttemptTerminateParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAttemptTerminateOutput {
    result: String,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
    #[serde(skip_serializing_if = "Option::is_none")]
    navigation: Option<NavigationReport>,
}

impl fmt::Display for ScormAttemptTerminateOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terminate: {}, error {}", self.result, self.error_code)
    }
}

impl Tool for ScormAttemptTerminate {
    const NAME: &'static str = "scorm_attempt_terminate";
    const TITLE: &'static str = "Terminate attempt";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::ScormApiError,
    ];
    type Params = ScormAttemptTerminateParams;
    type Output = ScormAttemptTerminateOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let called = api::call(&runtime, ApiFunction::Terminate, &[json!("")]).await?;
        Ok(ScormAttemptTerminateOutput {
            result: called.result,
            error_code: called.error_code,
            navigation: called.navigation,
        }
        .into())
    }
}
