//! `scorm_session_status`: state and metrics of a session.

use std::fmt;

use greenroom_store::{OperationState, OperationStatus, SessionCall};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::course::State;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormSessionStatus;

/// Show state and metrics of a session
///
/// Answers at once. Returns state opening/ready/running/closing, times, counts and background operations.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormSessionStatusParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormSessionStatusOutput {
    pub(crate) state: State,
    pub(crate) started_at: u64,
    /// The last call before this one
    pub(crate) last_activity_at: u64,
    pub(crate) artifacts_count: usize,
    pub(crate) runtime_open: bool,
    pub(crate) latest_event_id: u64,
    pub(crate) operations: Vec<Operation>,
}

#[derive(Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the contract's names")]
pub(crate) struct Operation {
    operation_id: String,
    tool: String,
    state: &'static str,
    /// What the operation last reported
    progress: Option<Value>,
}

impl ScormSessionStatusOutput {
    pub(crate) fn of(session: &SessionCall) -> Self {
        Self {
            state: session.state().into(),
            started_at: session.started_at(),
            last_activity_at: session.previous_activity_at(),
            artifacts_count: session.artifacts().list().len(),
            runtime_open: session.runtime_open(),
            latest_event_id: session.events().latest(),
            operations: session
                .operation_list()
                .into_iter()
                .map(Into::into)
                .collect(),
        }
    }
}

impl From<OperationStatus> for Operation {
    fn from(status: OperationStatus) -> Self {
        let OperationStatus {
            operation_id,
            tool,
            state,
            progress,
        } = status;
        let state = match state {
            OperationState::Running => "running",
            OperationState::Completed => "completed",
            OperationState::Failed => "failed",
            OperationState::Cancelled => "cancelled",
        };
        Self {
            operation_id,
            tool,
            state,
            progress,
        }
    }
}

impl fmt::Display for ScormSessionStatusOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (state, artifacts) = (self.state.as_str(), self.artifacts_count);
        write!(
            f,
            "{state}, {artifacts} artifacts, {} events",
            self.latest_event_id
        )
    }
}

impl Tool for ScormSessionStatus {
    const NAME: &'static str = "scorm_session_status";
    const TITLE: &'static str = "Session status";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::UnknownSession];
    type Params = ScormSessionStatusParams;
    type Output = ScormSessionStatusOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let session = cx.sessions().session_or_closing(&params.session_id)?;
        Ok(ScormSessionStatusOutput::of(&session).into())
    }
}
