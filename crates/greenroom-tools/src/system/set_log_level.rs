//! `system_set_log_level`: how much is logged from now on.

use std::fmt;

use greenroom_store::logs::LogLevel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct SystemSetLogLevel;

/// Set the least level that is logged
///
/// Until the server ends. Returns {success, level, previous_level}.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SystemSetLogLevelParams {
    /// The new level
    level: Level,
}

/// A log level on the wire.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Debug,
    Info,
    Warn,
    Error,
}

impl From<Level> for LogLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::Debug => Self::Debug,
            Level::Info => Self::Info,
            Level::Warn => Self::Warn,
            Level::Error => Self::Error,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SystemSetLogLevelOutput {
    success: bool,
    level: &'static str,
    previous_level: &'static str,
}

impl fmt::Display for SystemSetLogLevelOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "log level is {}, was {}",
            self.level, self.previous_level
        )
    }
}

impl Tool for SystemSetLogLevel {
    const NAME: &'static str = "system_set_log_level";
    const TITLE: &'static str = "Set log level";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = SystemSetLogLevelParams;
    type Output = SystemSetLogLevelOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let level = LogLevel::from(params.level);
        let previous = cx.logs().threshold.set(level);
        let output = SystemSetLogLevelOutput {
            success: true,
            level: level.as_str(),
            previous_level: previous.as_str(),
        };
        Ok(output.into())
    }
}
