//! `scorm_echo`: is the connection alive.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Cx, Effect, Reply, Tool, ToolError, VERSION};

pub(crate) struct ScormEcho;

/// Send any arguments back
///
/// Shows that the connection is alive. Returns {echoed, server_version}.
#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct ScormEchoParams(Map<String, Value>);

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormEchoOutput {
    /// The arguments, unchanged
    echoed: Map<String, Value>,
    server_version: &'static str,
}

impl fmt::Display for ScormEchoOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "greenroom {} is alive", self.server_version)
    }
}

impl Tool for ScormEcho {
    const NAME: &'static str = "scorm_echo";
    const TITLE: &'static str = "Echo";
    const EFFECT: Effect = Effect::ReadOnly;
    const ORDERED: bool = false;
    const ERRORS: &'static [crate::ErrorCode] = &[];
    const NAMED_VALUES: &'static [&'static str] = &["*"];
    type Params = ScormEchoParams;
    type Output = ScormEchoOutput;

    async fn run(_cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        Ok(ScormEchoOutput {
            echoed: params.0,
            server_version: VERSION,
        }
        .into())
    }
}
