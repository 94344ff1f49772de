//! `scorm_replay_api_calls`: a list of API calls, one after the other.

use std::fmt;

use greenroom_stage::course::api;
use schemars::JsonSchema;
use scorm_session::ApiErrorCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormReplayApiCalls;

/// Make a list of API calls, one after the other
///
/// Returns success, results, failed_at_index, error.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormReplayApiCallsParams {
    /// The session
    session_id: String,
    /// In order
    calls: Vec<Call>,
    /// Stop when a call fails
    #[serde(default = "yes")]
    stop_on_error: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Call {
    method: String,
    #[serde(default)]
    args: Vec<Value>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormReplayApiCallsOutput {
    success: bool,
    total_calls: usize,
    executed_calls: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed_at_index: Option<usize>,
    /// The first failure
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
    results: Vec<Answered>,
}

#[derive(Serialize, JsonSchema)]
struct Failure {
    method: String,
    args: Vec<Value>,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
    error_string: String,
    diagnostic: String,
}

#[derive(Serialize, JsonSchema)]
struct Answered {
    index: usize,
    method: String,
    args: Vec<Value>,
    result: String,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
    success: bool,
}

impl fmt::Display for ScormReplayApiCallsOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {} calls made",
            self.executed_calls, self.total_calls
        )?;
        match (&self.error, self.failed_at_index) {
            (Some(error), Some(index)) => write!(
                f,
                "; call {index} ({}) failed with {}: {}",
                error.method, error.error_code, error.diagnostic
            ),
            _ => Ok(()),
        }
    }
}

impl Tool for ScormReplayApiCalls {
    const NAME: &'static str = "scorm_replay_api_calls";
    const TITLE: &'static str = "Replay API calls";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::InvalidScormMethod,
        ErrorCode::ScormApiError,
    ];
    type Params = ScormReplayApiCallsParams;
    type Output = ScormReplayApiCallsOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        // A wrong name anywhere is told before the first call changes anything.
        let mut functions = Vec::new();
        for (index, call) in params.calls.iter().enumerate() {
            let function = api::function(&runtime, &call.method);
            functions.push(function.map_err(|error| error.detail("index", index))?);
        }
        let mut output = ScormReplayApiCallsOutput {
            success: true,
            total_calls: params.calls.len(),
            executed_calls: 0,
            failed_at_index: None,
            error: None,
            results: Vec::new(),
        };
        for (index, (call, function)) in params.calls.into_iter().zip(functions).enumerate() {
            let args = api::arguments(call.args);
            let called = api::call(&runtime, function, &args).await?;
            let success = function.is_support() || called.error_code.is_none();
            if !success && output.failed_at_index.is_none() {
                output.success = false;
                output.failed_at_index = Some(index);
                output.error = Some(Failure {
                    method: call.method.clone(),
                    args: args.clone(),
                    error_code: called.error_code,
                    error_string: called.error_string,
                    diagnostic: called.diagnostic,
                });
            }
            output.executed_calls += 1;
            output.results.push(Answered {
                index,
                method: call.method,
                args,
                result: called.result,
                error_code: called.error_code,
                success,
            });
            if !success && params.stop_on_error {
                break;
            }
        }
        Ok(output.into())
    }
}
