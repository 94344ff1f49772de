//! `ui_start`: serve the UI on a free port.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::platform::StateName;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct UiStart;

/// Start the UI server
///
/// Needs ui_configure. Loads viewdefs/*.html and runs lua/main.lua in session 1. Returns the base URL; then ui_open_browser.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiStartParams {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiStartOutput {
    state: StateName,
    url: String,
    port: u16,
    sessions: Vec<String>,
}

impl fmt::Display for UiStartOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

impl Tool for UiStart {
    const NAME: &'static str = "ui_start";
    const TITLE: &'static str = "Start the UI server";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UiNotConfigured,
        ErrorCode::UiAlreadyRunning,
        ErrorCode::UiListenFailed,
        ErrorCode::LuaError,
        ErrorCode::LuaTimeout,
        ErrorCode::LuaMemory,
    ];
    type Params = UiStartParams;
    type Output = UiStartOutput;

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().startable().map(drop)
    }

    async fn run(cx: &Cx, _params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let _one_at_a_time = cx.ui().changing.lock().await;
        let project = cx.ui().startable()?;
        let server = cx.ui().start(project).await?;
        let output = UiStartOutput {
            state: StateName::Running,
            url: server.url(),
            port: server.port(),
            sessions: vec!["1".to_owned()],
        };
        let text = output.url.clone();
        Ok(Reply::new(output).text(text))
    }
}
