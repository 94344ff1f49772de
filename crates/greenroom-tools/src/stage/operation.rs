//! Calls that may go on in the background (contract, section 1.7).

use std::fmt;
use std::sync::Arc;

use greenroom_store::OperationFailure;
use schemars::JsonSchema;
use serde::Serialize;

use super::private::{Home, Running};
use crate::{Cx, Reply, ToolError};

/// The answer now, or where it will arrive.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Answer<T> {
    Done(T),
    Running(Running),
}

impl<T: fmt::Display> fmt::Display for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done(done) => done.fmt(f),
            Self::Running(running) => write!(f, "operation {} is running", running.operation_id),
        }
    }
}

/// Does the work now, or in the background of `home`, whose events then tell the outcome.
pub(crate) async fn run<T, W>(
    cx: &Cx,
    tool: &'static str,
    background: bool,
    mut home: Home,
    work: impl FnOnce(Cx, Home) -> W,
) -> Result<Reply<Answer<T>>, ToolError>
where
    T: Serialize + Send + 'static,
    W: Future<Output = Result<Reply<T>, ToolError>> + Send + 'static,
{
    if !background {
        let cx = Cx::new(Arc::clone(&cx.app), cx.cancel.clone(), tool);
        let Reply { output, extras } = work(cx, home).await?;
        return Ok(Reply {
            output: Answer::Done(output),
            extras,
        });
    }
    home.stay_open();
    let session = Arc::clone(&home.session);
    let app = Arc::clone(&cx.app);
    let operation_id = session.spawn_operation(tool, |handle| {
        let work = work(Cx::new(app, handle.cancel_token().clone(), tool), home);
        async move {
            let failure = |error: ToolError| OperationFailure {
                error_code: error.code.as_str().to_owned(),
                message: error.wire_message(),
            };
            let reply = work.await.map_err(failure)?;
            Ok(serde_json::to_value(reply.output).unwrap_or_default())
        }
    })?;
    let running = Running {
        session_id: session.id().to_string(),
        state: "running",
        operation_id,
    };
    Ok(Reply::new(Answer::Running(running)))
}
