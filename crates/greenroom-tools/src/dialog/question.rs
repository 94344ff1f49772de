//! A dialog tool, made from its declaration.

use greenroom_dialog::{DialogTool, request};
use serde_json::{Map, Value};

use super::{asking, data_schema};
use crate::cx::Cx;
use crate::tool::{Effect, ErasedTool, Running};
use crate::{ErrorCode, ToolError};

/// The dialog tool of this name.
#[derive(Debug)]
pub(crate) struct Question(pub(super) &'static str);

/// What any question can answer with.
pub(super) const ERRORS: &[ErrorCode] = &[
    ErrorCode::DialogUnknown,
    ErrorCode::DialogUiUnavailable,
    ErrorCode::RateLimited,
    ErrorCode::LimitExceeded,
    ErrorCode::DialogConnection,
    ErrorCode::DialogStoreFailed,
];

impl Question {
    fn declaration(&self) -> Option<&'static DialogTool> {
        greenroom_human::registry().get(self.0).map(AsRef::as_ref)
    }
}

impl ErasedTool for Question {
    fn name(&self) -> &'static str {
        self.0
    }

    fn title(&self) -> &'static str {
        self.declaration().map_or(self.0, |tool| &tool.title)
    }

    fn effect(&self) -> Effect {
        Effect::Writes
    }

    fn core(&self) -> bool {
        // The core set has room for the questions that agents ask most.
        !matches!(self.0, "multi_choice" | "screenshot_request")
    }

    fn queue(&self) -> Option<&'static str> {
        // First come, first shown; once a question is at the desk, the next one may come.
        Some("dialogs")
    }

    fn errors(&self) -> &'static [ErrorCode] {
        ERRORS
    }

    fn named_values(&self) -> &'static [&'static str] {
        // What the human answered is never cut.
        &["*"]
    }

    fn description(&self) -> String {
        self.declaration()
            .map(|tool| tool.description.clone())
            .unwrap_or_default()
    }

    fn input_schema(&self) -> Map<String, Value> {
        match self.declaration().map(request::full_schema) {
            Some(Value::Object(schema)) => schema,
            _ => Map::new(),
        }
    }

    fn output_schema(&self) -> Map<String, Value> {
        let answer = self.declaration().map(|tool| &tool.answer);
        data_schema::of_answer(answer)
    }

    fn checks_arguments(&self) -> bool {
        true
    }

    fn reports_progress(&self) -> bool {
        true
    }

    fn run<'a>(&'a self, cx: &'a Cx, arguments: Value) -> Running<'a> {
        Box::pin(async move {
            let Value::Object(arguments) = arguments else {
                return Err(ToolError::new(
                    ErrorCode::InvalidParams,
                    "the arguments are not an object",
                ));
            };
            let reply = asking::ask(cx, self.0, arguments).await;
            reply.inspect_err(|error| asking::failed(cx, error))
        })
    }
}
