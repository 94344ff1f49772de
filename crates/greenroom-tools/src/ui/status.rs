//! `ui_status`: what is open and what failed.

use std::fmt;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::platform::StateName;
use super::{ALIASES, failure};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct UiStatus;

/// Show sessions, tabs, view definitions and last errors of the UI
///
/// Needs ui_configure. The first call when the human sees a blank page.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiStatusParams {
    /// Only this session
    #[serde(rename = "sessionId")]
    session_id: Option<String>,
    /// Add the variables of the pages
    #[serde(default)]
    variables: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiStatusOutput {
    state: StateName,
    base_dir: PathBuf,
    url: Option<String>,
    uptime_ms: Option<u64>,
    /// id, type, tabs, variables, memory_bytes, busy_ms, queued_events, created_at.
    sessions: Vec<Value>,
    /// key, version, source.
    viewdefs: Vec<Value>,
    /// at, sessionId, where, message, count.
    last_errors: Vec<Value>,
    /// The inspector's rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<Value>>,
}

impl fmt::Display for UiStatusOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tabs: usize = self
            .sessions
            .iter()
            .map(|session| session["tabs"].as_array().map_or(0, Vec::len))
            .sum();
        match &self.url {
            Some(url) => write!(
                f,
                "running at {url}: {}, {}, {}",
                counted(self.sessions.len(), "session"),
                counted(tabs, "tab"),
                counted(self.last_errors.len(), "error")
            ),
            None => write!(f, "configured for {}, not started", self.base_dir.display()),
        }
    }
}

impl Tool for UiStatus {
    const NAME: &'static str = "ui_status";
    const TITLE: &'static str = "UI status";
    const EFFECT: Effect = Effect::ReadOnly;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UiNotConfigured,
        ErrorCode::UiSessionUnknown,
        ErrorCode::UiSessionIdInvalid,
    ];
    const ALIASES: &'static [(&'static str, &'static str)] = ALIASES;
    type Params = UiStatusParams;
    type Output = UiStatusOutput;

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().configured().map(drop)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let (project, server) = cx.ui().configured()?;
        let mut output = UiStatusOutput {
            state: cx.ui().name(),
            base_dir: project.base_dir.clone(),
            url: None,
            uptime_ms: None,
            sessions: Vec::new(),
            viewdefs: Vec::new(),
            last_errors: Vec::new(),
            rows: None,
        };
        let Some(server) = server else {
            return Ok(with_text(output));
        };
        let sessions = match &params.session_id {
            Some(id) => vec![failure::known_session(&server, id)?],
            None => server.sessions(),
        };
        output.url = Some(server.url());
        output.uptime_ms = Some(server.uptime().as_millis() as u64);
        output.viewdefs = server
            .viewdefs()
            .all()
            .iter()
            .map(|(key, def)| json!({"key": key.to_string(), "version": def.version, "source": def.source}))
            .collect();
        output.last_errors = server
            .errors()
            .recent()
            .iter()
            .map(|error| json!(error))
            .collect();
        let mut rows = Vec::new();
        for session in sessions {
            let status = session.status();
            output.sessions.push(json!({
                "id": status.id,
                "type": status.type_name,
                "tabs": status.tabs,
                "variables": status.variables,
                "memory_bytes": status.memory_bytes,
                "busy_ms": status.busy.map(|busy| busy.as_millis() as u64),
                "queued_events": status.queued_events,
                "created_at": status.created_at,
            }));
            if params.variables {
                let theirs = session.rows().await.unwrap_or_default();
                rows.extend(theirs.iter().map(|row| json!(row)));
            }
        }
        output.rows = params.variables.then_some(rows);
        Ok(with_text(output))
    }
}

/// The text is the data: a message alone would not tell what failed.
fn with_text(output: UiStatusOutput) -> Reply<UiStatusOutput> {
    let text = serde_json::to_string(&output).unwrap_or_default();
    Reply::new(output).text(text)
}
