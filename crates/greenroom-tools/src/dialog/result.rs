//! `dialog_result`: the answer to a question that was asked before.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{asking, data_schema, question};
use crate::cx::Cx;
use crate::tool::{Effect, ErasedTool, Running};
use crate::{ErrorCode, ToolError, schema};

/// Fetch the answer to an earlier question
///
/// Waits for the human like the question did. Without dialog_id: lists open and undelivered ones.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DialogResultParams {
    /// Which question
    pub(super) dialog_id: Option<String>,
    /// How long to wait, 0 to 600
    #[schemars(range(min = 0, max = 600))]
    pub(super) wait_seconds: Option<u64>,
    /// Take an unanswered question back
    #[serde(default)]
    pub(super) withdraw: bool,
    /// Whose list
    pub(super) project: Option<String>,
}

/// The tool.
#[derive(Debug)]
pub(crate) struct DialogResult;

impl ErasedTool for DialogResult {
    fn name(&self) -> &'static str {
        "dialog_result"
    }

    fn title(&self) -> &'static str {
        "Fetch an answer"
    }

    fn effect(&self) -> Effect {
        Effect::Writes
    }

    fn core(&self) -> bool {
        true
    }

    fn errors(&self) -> &'static [ErrorCode] {
        question::ERRORS
    }

    fn aliases(&self) -> &'static [(&'static str, &'static str)] {
        &[("dialogId", "dialog_id"), ("waitSeconds", "wait_seconds")]
    }

    fn named_values(&self) -> &'static [&'static str] {
        // What the human answered is never cut.
        &["*"]
    }

    fn description(&self) -> String {
        schema::doc_of::<DialogResultParams>()
    }

    fn input_schema(&self) -> Map<String, Value> {
        schema::of_params::<DialogResultParams>()
    }

    fn output_schema(&self) -> Map<String, Value> {
        data_schema::of_result()
    }

    fn reports_progress(&self) -> bool {
        true
    }

    fn run<'a>(&'a self, cx: &'a Cx, arguments: Value) -> Running<'a> {
        Box::pin(async move {
            let given = arguments.as_object().cloned().unwrap_or_default();
            let params: DialogResultParams = serde_json::from_value(arguments)
                .map_err(|error| ToolError::new(ErrorCode::InvalidParams, error.to_string()))?;
            let reply = asking::collect(cx, &given, params).await;
            reply.inspect_err(|error| asking::failed(cx, error))
        })
    }
}
