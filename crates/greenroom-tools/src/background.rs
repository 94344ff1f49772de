//! Calls that may go on in the background.

use std::fmt;
use std::sync::Arc;

use greenroom_store::{OperationFailure, OperationHandle, Session};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Reply, ToolError};

/// The answer now, or where it will arrive.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Answer<T> {
    Done(T),
    Running(Running),
}

/// A call that goes on in the background.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Running {
    session_id: String,
    /// `running`
    state: &'static str,
    operation_id: String,
}

impl<T: fmt::Display> fmt::Display for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done(done) => done.fmt(f),
            Self::Running(running) => write!(
                f,
                "running as operation {}; scorm_session_events {{session_id: {}}} has the outcome",
                running.operation_id, running.session_id
            ),
        }
    }
}

/// The answer of a call that was not sent to the background.
pub(crate) fn done<T>(reply: Reply<T>) -> Reply<Answer<T>> {
    let Reply { output, extras } = reply;
    Reply {
        output: Answer::Done(output),
        extras,
    }
}

/// Starts the work in the background of a session, whose events then tell the outcome.
pub(crate) fn start<T, W>(
    session: &Arc<Session>,
    tool: &'static str,
    work: impl FnOnce(OperationHandle) -> W,
) -> Result<Reply<Answer<T>>, ToolError>
where
    T: Serialize,
    W: Future<Output = Result<Reply<T>, ToolError>> + Send + 'static,
{
    let operation_id = session.spawn_operation(tool, |handle| {
        let work = work(handle);
        async move {
            let failure = |error: ToolError| OperationFailure {
                error_code: error.code.as_str().to_owned(),
                message: error.wire_message(),
            };
            let reply = work.await.map_err(failure)?;
            Ok(serde_json::to_value(reply.output).unwrap_or_default())
        }
    })?;
    Ok(Reply::new(Answer::Running(Running {
        session_id: session.id().to_string(),
        state: "running",
        operation_id,
    })))
}
