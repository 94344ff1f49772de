//! `system_get_logs`: the log, filtered.

use std::fmt;

use greenroom_report::excerpt;
use greenroom_store::logs::{LogFilter, LogPage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::set_log_level::Level;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct SystemGetLogs;

/// Read the server's log
///
/// Returns the last `tail` entries that pass the filters, and the log files' paths.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SystemGetLogsParams {
    /// At most this many entries
    #[serde(default = "default_tail")]
    #[schemars(range(min = 1, max = 5000))]
    tail: usize,
    /// Only these levels; none given means all
    #[serde(default)]
    levels: Vec<Level>,
    /// Only entries from then on (ms since 1970)
    #[serde(default)]
    since_ts: u64,
    /// Only this part: mcp, browser…
    component: Option<String>,
    /// Only this session
    session_id: Option<String>,
}

fn default_tail() -> usize {
    200
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SystemGetLogsOutput {
    /// Entries {ts, level, msg, component, session_id?, rpc_id?, method?, tool?, duration_ms?, context?}
    logs: Vec<Value>,
    log_count: usize,
    /// Lines of the file before filtering
    total_lines: usize,
    log_directory: String,
    log_files: Paths,
    filters_applied: Filters,
}

#[derive(Serialize, JsonSchema)]
struct Paths {
    ndjson: String,
    errors: String,
    human_readable: String,
}

#[derive(Serialize, JsonSchema)]
struct Filters {
    tail: usize,
    levels: Vec<Level>,
    since_ts: u64,
    component: Option<String>,
    session_id: Option<String>,
}

impl fmt::Display for SystemGetLogsOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} log lines", self.log_count, self.total_lines)
    }
}

impl Tool for SystemGetLogs {
    const NAME: &'static str = "system_get_logs";
    const TITLE: &'static str = "Read log";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = SystemGetLogsParams;
    type Output = SystemGetLogsOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let SystemGetLogsParams {
            tail,
            levels,
            since_ts,
            component,
            session_id,
        } = params;
        let directory = cx.logs().directory.clone();
        let filter = LogFilter {
            levels: levels.iter().copied().map(Into::into).collect(),
            since_ts,
            component: component.clone(),
            session_id: session_id.clone(),
        };
        let LogPage {
            entries,
            total_lines,
        } = cx
            .blocking(move || directory.read(&filter, tail))
            .await?
            .map_err(|error| ToolError::new(ErrorCode::UnknownError, error.to_string()))?;
        // The latest are wanted most.
        let latest_first = entries.into_iter().rev();
        let mut entries = excerpt::first(latest_first, Some(tail), cx.room());
        entries.reverse();
        let directory = &cx.logs().directory;
        let shown = |path: std::path::PathBuf| path.display().to_string();
        let output = SystemGetLogsOutput {
            log_count: entries.len(),
            logs: entries,
            total_lines,
            log_directory: shown(directory.path().to_owned()),
            log_files: Paths {
                ndjson: shown(directory.ndjson()),
                errors: shown(directory.errors()),
                human_readable: shown(directory.human_readable()),
            },
            filters_applied: Filters {
                tail,
                levels,
                since_ts,
                component,
                session_id,
            },
        };
        Ok(output.into())
    }
}
