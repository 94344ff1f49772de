//! `ui_stop`: end the UI server.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::platform::StateName;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct UiStop;

/// Stop the UI server
///
/// Ends all sessions and tabs and frees the port. Returns {state, sessions_ended, tabs_closed}.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiStopParams {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiStopOutput {
    state: StateName,
    sessions_ended: usize,
    tabs_closed: usize,
}

impl fmt::Display for UiStopOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Stopped: {} ended, {} closed",
            counted(self.sessions_ended, "session"),
            counted(self.tabs_closed, "tab")
        )
    }
}

impl Tool for UiStop {
    const NAME: &'static str = "ui_stop";
    const TITLE: &'static str = "Stop the UI server";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::UiNotConfigured, ErrorCode::UiNotStarted];
    type Params = UiStopParams;
    type Output = UiStopOutput;

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().running().map(drop)
    }

    async fn run(cx: &Cx, _params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let _one_at_a_time = cx.ui().changing.lock().await;
        let server = cx.ui().running()?;
        let stopped = server.stop().await;
        cx.ui().stopped();
        let output = UiStopOutput {
            state: StateName::Configured,
            sessions_ended: stopped.sessions,
            tabs_closed: stopped.tabs,
        };
        let text = output.to_string();
        Ok(Reply::new(output).text(text))
    }
}
