//! `ui_get_state`: read the app object.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ALIASES, failure, first_session};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct UiGetState;

/// Read the app object of a UI session
///
/// Runs no Lua code. Returns {sessionId, type, state}; null without an app.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiGetStateParams {
    /// Session
    #[serde(default = "first_session", rename = "sessionId")]
    session_id: String,
    /// Part of it, e.g. contacts.1
    #[serde(default)]
    path: String,
    /// Tables in tables
    #[serde(default = "eight")]
    #[schemars(range(min = 1, max = 32))]
    depth: u8,
}

fn eight() -> u8 {
    8
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiGetStateOutput {
    #[serde(rename = "sessionId")]
    session_id: String,
    #[serde(rename = "type")]
    type_name: Option<String>,
    state: Value,
}

impl fmt::Display for UiGetStateOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "state of session {}", self.session_id)
    }
}

impl Tool for UiGetState {
    const NAME: &'static str = "ui_get_state";
    const TITLE: &'static str = "Read the app object";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UiNotConfigured,
        ErrorCode::UiNotStarted,
        ErrorCode::UiSessionUnknown,
        ErrorCode::UiSessionIdInvalid,
        ErrorCode::LuaBusy,
        ErrorCode::LuaResultTooLarge,
    ];
    const ALIASES: &'static [(&'static str, &'static str)] = ALIASES;
    type Params = UiGetStateParams;
    type Output = UiGetStateOutput;

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().running().map(drop)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let server = cx.ui().running()?;
        let session = failure::known_session(&server, &params.session_id)?;
        let state = session
            .state(params.path, params.depth.into())
            .await
            .map_err(|error| failure::of_state(error, &params.session_id))?;
        let text = state.state.to_string();
        let output = UiGetStateOutput {
            session_id: params.session_id,
            type_name: state.type_name,
            state: state.state,
        };
        Ok(Reply::new(output).text(text))
    }
}
