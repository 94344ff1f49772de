//! `scorm_sn_reset`: forget all tracking and start over.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scorm::nav::moved::NOT_INITIALIZED;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormSnReset;

/// Forget all tracking and deliver the first activity again
///
/// Returns success.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormSnResetParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormSnResetOutput {
    success: bool,
    /// Sequencing is on; see scorm_sn_init
    applicable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl fmt::Display for ScormSnResetOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.success {
            "all tracking is as new"
        } else {
            "sequencing was not begun"
        })
    }
}

impl Tool for ScormSnReset {
    const NAME: &'static str = "scorm_sn_reset";
    const TITLE: &'static str = "Reset sequencing";
    const EFFECT: Effect = Effect::Destructive;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::SnBridgeUnavailable,
        ErrorCode::SnResetFailed,
    ];
    type Params = ScormSnResetParams;
    type Output = ScormSnResetOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let _session = cx.sessions().session(&params.session_id)?;
        let runtime = cx.runtimes().require(&params.session_id)?;
        if !runtime.has_sequencing() {
            let output = ScormSnResetOutput {
                success: false,
                applicable: false,
                reason: Some(NOT_INITIALIZED),
            };
            return Ok(output.into());
        }
        let started = runtime.reset_tracking().await?;
        if let Some(Err(refusal)) = started.map(|navigated| navigated.outcome) {
            let message = format!("the course does not start again: {}", refusal.message);
            return Err(ToolError::new(ErrorCode::SnResetFailed, message)
                .detail("exception", refusal.exception));
        }
        Ok(ScormSnResetOutput {
            success: true,
            applicable: true,
            reason: None,
        }
        .into())
    }
}
