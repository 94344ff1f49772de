//! `scorm_api_call`: any API function, as content would call it.

use std::fmt;

use greenroom_stage::course::api::{self, ByTheBook, NavigationReport};
use schemars::JsonSchema;
use scorm_session::{ApiErrorCode, Told};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormApiCall;

/// Call a SCORM API function as the content would
///
/// Returns result, error_code, error_string, diagnostic.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormApiCallParams {
    /// The session
    session_id: String,
    /// Function name
    method: String,
    /// Arguments, such as `"cmi.location", "p2"`
    #[serde(default)]
    args: Vec<Value>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormApiCallOutput {
    result: String,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
    error_string: String,
    diagnostic: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    navigation: Option<NavigationReport>,
    /// What the LMS's code said: type, throws
    #[serde(skip_serializing_if = "Option::is_none")]
    lms: Option<Told>,
    /// The standard's answer, where it differs
    #[serde(skip_serializing_if = "Option::is_none")]
    by_the_book: Option<ByTheBook>,
}

impl fmt::Display for ScormApiCallOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, error {}", self.result, self.error_code)?;
        if self.error_code.is_none() {
            Ok(())
        } else {
            write!(f, ": {}", self.diagnostic)
        }
    }
}

impl Tool for ScormApiCall {
    const NAME: &'static str = "scorm_api_call";
    const TITLE: &'static str = "API call";
    const EFFECT: Effect = Effect::Writes;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::InvalidScormMethod,
        ErrorCode::ScormApiError,
    ];
    const NAMED_VALUES: &'static [&'static str] = &["args"];
    type Params = ScormApiCallParams;
    type Output = ScormApiCallOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let function = api::function(&runtime, &params.method)?;
        let args = api::arguments(params.args);
        let called = api::call(&runtime, function, &args).await?;
        let output = ScormApiCallOutput {
            result: called.result,
            error_code: called.error_code,
            error_string: called.error_string,
            diagnostic: called.diagnostic,
            navigation: called.navigation,
            lms: called.lms,
            by_the_book: called.by_the_book,
        };
        Ok(output.into())
    }
}
