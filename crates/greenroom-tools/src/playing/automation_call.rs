//! One call of the automation API by a tool: parameters, answer, event, trace.

use std::fmt;

use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::automation::AutomationApi;
use greenroom_stage::page::effects::{CallSeen, Few, Watch};
use schemars::JsonSchema;
use scorm_session::rehearsal::format::PageAct;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Cx, ErrorCode, Reply, ToolError};

/// Errors of every tool that calls the API.
pub(crate) const ERRORS: &[ErrorCode] = &[
    ErrorCode::RuntimeNotOpen,
    ErrorCode::BrowserCrashed,
    ErrorCode::AutomationApiNotAvailable,
    ErrorCode::AutomationApiError,
];

/// Errors of those that name an interaction.
pub(crate) const ERRORS_WITH_ID: &[ErrorCode] = &[
    ErrorCode::RuntimeNotOpen,
    ErrorCode::BrowserCrashed,
    ErrorCode::AutomationApiNotAvailable,
    ErrorCode::AutomationApiError,
    ErrorCode::InvalidInteractionId,
];

/// Functions that do something, beside those that only tell.
const ACTS: &[&str] = &[
    "goToSlide",
    "setResponse",
    "checkAnswer",
    "checkSlideAnswers",
    "simulateAudioComplete",
    "markTabViewed",
    "setScrollDepth",
    "resetEngagement",
];

/// What every tool of the family takes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Caller {
    /// The session
    pub(crate) session_id: String,
    /// Add automation_trace
    #[serde(default)]
    pub(crate) include_trace: bool,
}

/// What every tool of the family returns, with its extra keys.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Called<T> {
    available: bool,
    /// The API's value as it is
    result: Value,
    /// Frame that has the API
    frame: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    automation_trace: Option<Value>,
    #[serde(flatten)]
    extra: T,
}

impl<T> fmt::Display for Called<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = greenroom_stage::page::effects::shortened(&self.result.to_string());
        write!(f, "the automation API answered {result}")
    }
}

/// For tools without extra keys.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoExtra {}

/// The API of an open course, ready to be asked by a tool.
pub(crate) struct Automation<'a> {
    cx: &'a Cx,
    caller: &'a Caller,
    pub(crate) runtime: std::sync::Arc<Runtime>,
    pub(crate) api: AutomationApi,
}

impl<'a> Automation<'a> {
    pub(crate) async fn of(cx: &'a Cx, caller: &'a Caller) -> Result<Self, ToolError> {
        let runtime = cx.runtimes().require(&caller.session_id)?;
        let api = AutomationApi::require(&runtime).await?;
        Ok(Self {
            cx,
            caller,
            runtime,
            api,
        })
    }

    /// As [`Self::of`], with an interaction that the API knows.
    pub(crate) async fn of_interaction(
        cx: &'a Cx,
        caller: &'a Caller,
        id: &str,
    ) -> Result<Self, ToolError> {
        let automation = Self::of(cx, caller).await?;
        automation.api.interaction(&automation.runtime, id).await?;
        Ok(automation)
    }

    /// Calls a function; the call is an event of the session.
    pub(crate) async fn call(&self, function: &str, args: &[Value]) -> Result<Value, ToolError> {
        let answer = self.api.call(&self.runtime, function, args).await;
        let answer = answer.map_err(ToolError::from);
        let outcome = match &answer {
            Ok(_) => "done",
            Err(error) => error.code.as_str(),
        };
        let mut payload = json!({"id": args.first(), "outcome": outcome});
        if ACTS.contains(&function) {
            payload["act"] = json!(PageAct::Automation {
                function: function.to_owned(),
                args: args.to_vec(),
            });
        }
        let session = self
            .cx
            .sessions()
            .session_or_closing(&self.caller.session_id)?;
        session.emit(&format!("automation:{function}"), Some(payload))?;
        tracing::info!(
            session_id = self.caller.session_id,
            function,
            outcome,
            "automation"
        );
        answer
    }

    /// As [`Self::call`], with the SCORM calls that it caused.
    pub(crate) async fn call_watched(
        &self,
        function: &str,
        args: &[Value],
    ) -> Result<(Value, Few<CallSeen>), ToolError> {
        let watch = Watch::begin(&self.runtime);
        let value = self.call(function, args).await?;
        let effects = watch.finish(&self.runtime).await?;
        Ok((value, effects.api_calls))
    }

    /// The answer of the tool.
    pub(crate) async fn reply<T>(
        self,
        result: Value,
        extra: T,
    ) -> Result<Reply<Called<T>>, ToolError> {
        let automation_trace = if self.caller.include_trace {
            let trace = self.api.call(&self.runtime, "getAutomationTrace", &[]);
            Some(trace.await?)
        } else {
            None
        };
        Ok(Called {
            available: true,
            result,
            frame: self.api.frame(),
            automation_trace,
            extra,
        }
        .into())
    }
}
