//! `ui_open_browser`: show a session to the human.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::redirect_file::RedirectFile;
use super::{ALIASES, browser_url, failure, first_session, opener};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct UiOpenBrowser;

/// Open the human's browser on a UI session
///
/// Makes the session if there is none. Returns {url, sessionId, created, live_tabs}.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiOpenBrowserParams {
    /// Session
    #[serde(default = "first_session", rename = "sessionId")]
    session_id: String,
    /// Path in the session
    #[serde(default = "root")]
    path: String,
    /// Point to an open tab rather than open a second one
    #[serde(default = "yes")]
    conserve: bool,
}

fn root() -> String {
    "/".to_owned()
}

fn yes() -> bool {
    true
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiOpenBrowserOutput {
    url: String,
    #[serde(rename = "sessionId")]
    session_id: String,
    created: bool,
    /// Tabs before this call.
    live_tabs: usize,
}

impl fmt::Display for UiOpenBrowserOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opened {}", self.url)
    }
}

impl Tool for UiOpenBrowser {
    const NAME: &'static str = "ui_open_browser";
    const TITLE: &'static str = "Open the browser";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UiNotConfigured,
        ErrorCode::UiNotStarted,
        ErrorCode::UiBrowserFailed,
        ErrorCode::UiSessionIdInvalid,
        ErrorCode::LimitExceeded,
        ErrorCode::LuaError,
        ErrorCode::LuaTimeout,
        ErrorCode::LuaMemory,
    ];
    const ALIASES: &'static [(&'static str, &'static str)] = ALIASES;
    type Params = UiOpenBrowserParams;
    type Output = UiOpenBrowserOutput;

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().running().map(drop)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let server = cx.ui().running()?;
        failure::check_id(&params.session_id)?;
        let url = browser_url::url(&server.url(), &params.session_id, &params.path, params.conserve)
            .map_err(|held| {
                let fault = json!({"path": "path", "expected": "a path in the session", "received": params.path});
                let text = format!("ui_open_browser: path: it holds {held}");
                ToolError::new(ErrorCode::InvalidParams, text).detail("faults", [fault])
            })?;
        let limits = cx.ui().configured()?.0.settings.limits();
        let (session, created) = server
            .open_session(&params.session_id)
            .await
            .map_err(|error| failure::of_open(error, &limits))?;
        let live_tabs = session.tabs().len();
        session.used();
        if !cx.reach().is_everywhere() {
            let text = "This server opens no browser for callers from elsewhere";
            return Err(ToolError::new(ErrorCode::UiBrowserFailed, text)
                .hint(format!(
                    "Ask your human to open {url} on the server; the page says how to get in."
                ))
                .detail("url", &url));
        }
        let opened =
            match RedirectFile::write(cx.ui().data_directory(), &server.entry_address(&url)) {
                Ok(file) => {
                    let opened = opener::open(&file.url()).await;
                    file.remove_later();
                    opened
                }
                // The page itself says how to get in.
                Err(error) => {
                    tracing::warn!(target: "ui", %error, "the browser is not let in by itself");
                    opener::open(&url).await
                }
            };
        opened.map_err(|failed| {
            let error = ToolError::new(ErrorCode::UiBrowserFailed, "Browser could not be launched")
                .hint(format!(
                    "Ask your human to open {url} by hand; the page says how to get in."
                ))
                .detail("url", &url)
                .detail("command", failed.command);
            match failed.exit_code {
                Some(code) => error.detail("exit_code", code),
                None => error,
            }
        })?;
        let output = UiOpenBrowserOutput {
            url,
            session_id: params.session_id,
            created,
            live_tabs,
        };
        let text = output.to_string();
        Ok(Reply::new(output).text(text))
    }
}
