//! A caller from elsewhere: how much they may do at once, and how they are answered.

use std::sync::Arc;

use greenroom_store::logs::LogFiles;
use greenroom_tools::{App, CallResult, ErrorCode, Request, ToolError};
use rmcp::model::Resource;
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::addresses::Addresses;
use crate::logging;

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
}

impl Caller {
    /// Calls a tool for them; the result, and the files that it names.
    pub(super) async fn call(
        &self,
        app: &Arc<App>,
        name: &str,
        arguments: Map<String, Value>,
        request: Request,
    ) -> Result<(CallResult, Vec<Resource>), ToolError> {
        // Held until the call ends, also when nobody listens any more.
        let _place = self.places.try_acquire().map_err(|_| self.too_many())?;
        let calling = greenroom_tools::call(app, name, arguments, request);
        let called = logging::noted_for(self.log.clone(), calling).await;
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
