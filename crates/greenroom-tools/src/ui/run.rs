//! `ui_run`: run Lua code in a session.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use greenroom_lua::limits::CODE_BYTES;
use greenroom_web::ui::UiServer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ALIASES, failure, first_session};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct UiRun;

/// Run Lua code in a UI session
///
/// The session is the global `session`; all open tabs follow. persist adds the code to lua/main.lua. Returns the first value as JSON, or {"non-json": text}.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiRunParams {
    /// Lua code, e.g. return session:getApp().title
    code: String,
    /// Session
    #[serde(default = "first_session", rename = "sessionId")]
    session_id: String,
    /// Once it ran, add the code to lua/main.lua for new sessions and restarts
    #[serde(default)]
    persist: bool,
    /// Time limit
    #[schemars(range(min = 100, max = 60000))]
    timeout_ms: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiRunOutput {
    #[serde(rename = "sessionId")]
    session_id: String,
    result: Value,
    /// Further return values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rest: Vec<Value>,
    /// The result with only its bad places replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<Value>,
    pushed: PushedOutput,
    /// The file that keeps the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
struct PushedOutput {
    tabs: usize,
    updates: usize,
}

impl fmt::Display for UiRunOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ran in session {}", self.session_id)
    }
}

impl Tool for UiRun {
    const NAME: &'static str = "ui_run";
    const TITLE: &'static str = "Run Lua";
    const EFFECT: Effect = Effect::Writes;
    const OPEN_WORLD: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UiNotConfigured,
        ErrorCode::UiNotStarted,
        ErrorCode::UiSessionUnknown,
        ErrorCode::UiSessionIdInvalid,
        ErrorCode::LuaError,
        ErrorCode::LuaTimeout,
        ErrorCode::LuaMemory,
        ErrorCode::LuaBusy,
        ErrorCode::LuaResultTooLarge,
        ErrorCode::LimitExceeded,
        ErrorCode::UiBaseDirUnusable,
    ];
    const NAMED_VALUES: &'static [&'static str] = &["code"];
    const ALIASES: &'static [(&'static str, &'static str)] = ALIASES;
    type Params = UiRunParams;
    type Output = UiRunOutput;

    fn deadline(_params: &Self::Params) -> Duration {
        // Waiting for its turn and running have a limit each, and the session keeps them.
        Duration::from_mins(3)
    }

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().running().map(drop)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let server = cx.ui().running()?;
        let session = failure::known_session(&server, &params.session_id)?;
        if params.code.len() > CODE_BYTES {
            return Err(failure::of_limit(&greenroom_lua::LimitReached {
                limit: "ui_run code",
                value: CODE_BYTES,
            }));
        }
        let (project, _) = cx.ui().configured()?;
        let mut limits = project.settings.limits();
        limits.run = params.timeout_ms.map_or(limits.run, Duration::from_millis);
        let kept = params.persist.then(|| params.code.clone());
        let (outcome, pushed) = session.run(params.code, limits.run).await;
        let ran = outcome.map_err(|error| failure::of_run(error, session.id(), &limits))?;
        let file = match kept {
            Some(code) => Some(
                server
                    .keep_code(code)
                    .await
                    .map_err(|error| not_kept(&server, &error))?,
            ),
            None => None,
        };
        let text = ran.result.to_string();
        let output = UiRunOutput {
            session_id: params.session_id,
            result: ran.result,
            rest: ran.rest,
            partial: ran.partial,
            pushed: PushedOutput {
                tabs: pushed.tabs,
                updates: pushed.updates,
            },
            file,
        };
        Ok(Reply::new(output).text(text))
    }
}

fn not_kept(server: &UiServer, error: &std::io::Error) -> ToolError {
    let path = server.base_dir().join("lua/main.lua");
    let text = format!("The code ran, but {} could not be written", path.display());
    ToolError::new(ErrorCode::UiBaseDirUnusable, text)
        .detail("path", path)
        .detail("reason", "not_writable")
        .detail("os_error", error.to_string())
}
