//! `scorm_get_console_errors`: what went wrong in the page, by category.

use std::fmt;

use greenroom_report::excerpt;
use greenroom_stage::page::console::{self, Category, ConsoleEntry, Level};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormGetConsoleErrors;

/// List console messages, exceptions, failed loads and API errors
///
/// Returns errors with source, line, stack, category; has_more.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormGetConsoleErrorsParams {
    /// The session
    session_id: String,
    /// Milliseconds since 1970
    #[serde(default)]
    since_ts: u64,
    /// Default error, warning
    severity: Option<Vec<Severity>>,
    /// Default 100, as far as they fit 8 KB
    #[schemars(range(min = 1, max = 2000))]
    limit: Option<usize>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Error,
    Warning,
    Warn,
    Info,
    Debug,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormGetConsoleErrorsOutput {
    session_id: String,
    /// All that match
    error_count: usize,
    errors: Vec<ConsoleEntry>,
    categories: Categories,
    has_more: bool,
    /// Older messages that the buffer no longer holds
    dropped: u64,
}

#[derive(Default, Serialize, JsonSchema)]
struct Categories {
    scorm_api: usize,
    syntax: usize,
    runtime: usize,
    network: usize,
}

impl fmt::Display for ScormGetConsoleErrorsOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} messages", self.error_count)
    }
}

impl Tool for ScormGetConsoleErrors {
    const NAME: &'static str = "scorm_get_console_errors";
    const TITLE: &'static str = "Console errors";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::ConsoleErrorFetchFailed,
    ];
    type Params = ScormGetConsoleErrorsParams;
    type Output = ScormGetConsoleErrorsOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        runtime.flush().await?;
        let wanted: Vec<Level> = match params.severity {
            None => vec![Level::Error, Level::Warning],
            Some(list) => list.into_iter().map(Level::from).collect(),
        };
        let mut matching = console::entries(&runtime);
        matching
            .retain(|entry| entry.timestamp >= params.since_ts && wanted.contains(&entry.level));
        let error_count = matching.len();
        let categories = Categories::of(&matching);
        let errors = excerpt::first(matching, params.limit, cx.room());
        Ok(ScormGetConsoleErrorsOutput {
            session_id: params.session_id,
            error_count,
            has_more: errors.len() < error_count,
            errors,
            categories,
            dropped: runtime.context.console().dropped,
        }
        .into())
    }
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning | Severity::Warn => Self::Warning,
            Severity::Info => Self::Info,
            Severity::Debug => Self::Debug,
        }
    }
}

impl Categories {
    fn of(entries: &[ConsoleEntry]) -> Self {
        let mut counts = Self::default();
        for entry in entries {
            match entry.category {
                Category::ScormApi => counts.scorm_api += 1,
                Category::Syntax => counts.syntax += 1,
                Category::Runtime => counts.runtime += 1,
                Category::Network => counts.network += 1,
            }
        }
        counts
    }
}
