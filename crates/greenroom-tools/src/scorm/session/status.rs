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
/// Returns state opening/ready/running/closing, times, counts, background operations.
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
#[expect(clippy::struct_field_names, reason = "names on the wire")]
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use greenroom_store::{ArtifactType, NewArtifact};
    use serde_json::{Map, json};

    use super::super::testing::Opened;

    #[tokio::test]
    async fn artifacts_are_counted_and_not_events() {
        let opened = Opened::new();
        for n in 0..2 {
            let screenshot = NewArtifact {
                kind: ArtifactType::Screenshot,
                mime: "image/png".to_owned(),
                tool: "scorm_capture_screenshot".to_owned(),
                title: format!("Slide {n}"),
                metadata: Map::new(),
            };
            opened
                .session
                .artifacts()
                .write("png", b"picture", screenshot)
                .unwrap();
        }
        for _ in 0..40 {
            opened.session.emit("debug:api_call", None).unwrap();
        }
        let status = opened.call("scorm_session_status").await;
        assert_eq!(status["artifacts_count"], 2);
        assert_eq!(status["latest_event_id"], 41);
    }

    #[tokio::test]
    async fn an_operation_is_shown_while_it_runs_and_cancelled_by_the_close() {
        let opened = Opened::new();
        let operation_id = opened
            .session
            .spawn_operation("scorm_report", |operation| async move {
                operation
                    .progress(&json!({ "done": 1, "total": 2 }))
                    .unwrap();
                std::future::pending().await
            })
            .unwrap();
        let progress = json!({ "types": ["operation:progress"], "wait_ms": 20_000 });
        opened.call_with("scorm_session_events", progress).await;
        let status = opened.call("scorm_session_status").await;
        assert_eq!(status["state"], "running");
        assert_eq!(
            status["operations"],
            json!([{
                "operation_id": operation_id, "tool": "scorm_report", "state": "running",
                "progress": { "done": 1, "total": 2 },
            }])
        );
        let begin = Instant::now();
        let closed = opened.call("scorm_session_close").await;
        assert_eq!(closed["cancelled_operations"], json!([operation_id]));
        assert!(begin.elapsed() < Duration::from_secs(2));
        let events = std::fs::read_to_string(opened.session.directory().join("events.ndjson"));
        assert!(events.unwrap().contains("operation:cancelled"));
    }
}
