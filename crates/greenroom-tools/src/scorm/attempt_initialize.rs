//! `scorm_attempt_initialize`: Initialize by tool.

use std::fmt;

use greenroom_stage::course::api;
use schemars::JsonSchema;
use scorm_session::{ApiErrorCode, ApiFunction};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAttemptInitialize;

/// Call Initialize for the content
///
/// Returns result, error_code (103 if it runs already).
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormAttemptInitializeParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAttemptInitializeOutput {
    result: String,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
}

impl fmt::Display for ScormAttemptInitializeOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Initialize: {}, error {}", self.result, self.error_code)
    }
}

impl Tool for ScormAttemptInitialize {
    const NAME: &'static str = "scorm_attempt_initialize";
    const TITLE: &'static str = "Initialize attempt";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::ScormApiError,
    ];
    type Params = ScormAttemptInitializeParams;
    type Output = ScormAttemptInitializeOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let called = api::call(&runtime, ApiFunction::Initialize, &[json!("")]).await?;
        Ok(ScormAttemptInitializeOutput {
            result: called.result,
            error_code: called.error_code,
        }
        .into())
    }
}
