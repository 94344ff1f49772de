//! A caller from elsewhere: how much they may do at once, and how they are answered.

use std::sync::Arc;
use std::time::Instant;

use greenroom_store::logs::LogFiles;
use greenroom_tools::{App, ErrorCode, Request, ToolError};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::addresses::Addresses;
use super::elsewhere::{Answered, Asked, Elsewhere};
use crate::http::meters;
use crate::logging;
use crate::trace_id::TraceId;

/// A caller from elsewhere.
#[derive(Debug)]
pub(crate) struct Caller {
    /// What they have on this server.
    pub(crate) addresses: Addresses,
    /// Their log: what happens in their calls, and nothing of others.
    pub(crate) log: Option<Arc<LogFiles>>,
    /// Free places for calls.
    pub(crate) places: Semaphore,
    /// Calls at once.
    pub(crate) most_calls: usize,
    /// The other servers of a cluster.
    pub(crate) elsewhere: Option<Arc<dyn Elsewhere>>,
}

impl Caller {
    /// Calls a tool for them, wherever its session is; the result, and the files that it names.
    pub(super) async fn call(
        &self,
        app: &Arc<App>,
        name: &str,
        arguments: Map<String, Value>,
        request: Request,
        trace: TraceId,
    ) -> Result<Answered, ToolError> {
        let started = Instant::now();
        let calling = self.call_anywhere(app, name, arguments, request);
        let called = logging::traced(trace, logging::noted_for(self.log.clone(), calling)).await;
        // What callers name does not become a label, unless it is a tool.
        let tool = app.toolset().find(name).map(|offered| offered.tool.name());
        let code = called.as_ref().err().map(|error| error.code);
        meters::called(tool.unwrap_or("unknown"), code, started.elapsed());
        called
    }

    async fn call_anywhere(
        &self,
        app: &Arc<App>,
        name: &str,
        arguments: Map<String, Value>,
        request: Request,
    ) -> Result<Answered, ToolError> {
        // Held until the call ends, also when nobody listens any more.
        let _place = self.places.try_acquire().map_err(|_| self.too_many())?;
        if let Some(elsewhere) = &self.elsewhere {
            let called = elsewhere.call(app, name, &arguments, Asked::of(&request));
            if let Some(answered) = called.await? {
                return Ok(answered);
            }
        }
        self.call_placed(app, name, arguments, request).await
    }

    /// Calls a tool on this server, for another one.
    #[cfg(feature = "cluster")]
    pub(crate) async fn call_here(
        &self,
        app: &Arc<App>,
        name: &str,
        arguments: Map<String, Value>,
        request: Request,
    ) -> Result<Answered, ToolError> {
        let _place = self.places.try_acquire().map_err(|_| self.too_many())?;
        let calling = self.call_placed(app, name, arguments, request);
        logging::noted_for(self.log.clone(), calling).await
    }

    async fn call_placed(
        &self,
        app: &Arc<App>,
        name: &str,
        arguments: Map<String, Value>,
        request: Request,
    ) -> Result<Answered, ToolError> {
        let elsewhere = self.elsewhere.as_ref();
        let named = elsewhere.map(|elsewhere| elsewhere.named(&arguments));
        // One that was never here did not go away from here.
        let session = arguments.get("session_id").and_then(Value::as_str);
        let session = elsewhere.zip(session).map(|(_, id)| id.to_owned());
        let session = session.filter(|id| app.runtimes().sessions().session_or_closing(id).is_ok());
        let mut called = greenroom_tools::call(app, name, arguments, request).await;
        if let Some(elsewhere) = elsewhere {
            let explained = |error| elsewhere.explained(app, session.as_deref(), error);
            called = called.map_err(explained);
        }
        if let Some((elsewhere, named)) = elsewhere.zip(named) {
            for error in elsewhere.after(named).await {
                tracing::warn!(target: "http", error, "what a call wrote is on this server only");
            }
        }
        let mut result = called.map_err(|error| self.addresses.of_error(error))?;
        let links = self.addresses.of_result(&mut result);
        Ok((result, links))
    }

    fn too_many(&self) -> ToolError {
        let message = format!(
            "{} of your calls are running, and no more may at once",
            self.most_calls
        );
        ToolError::new(ErrorCode::LimitExceeded, message)
            .hint("Wait for one of them, or cancel it, then call again.")
            .detail("limit", "requests")
            .detail("maximum", self.most_calls)
    }
}
