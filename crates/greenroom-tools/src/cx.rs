//! What a tool can reach while it runs: narrow handles, not one wide context.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_browser::Browser;
use greenroom_human::Humans;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::{OperationHandle, Reach, SessionStore};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::answer::Extent;
use crate::app::{App, Logs};
use crate::config::Config;
use crate::request::{Elicitor, ProgressSink};
use crate::turns::Running;
use crate::{ErrorCode, ToolError, UiPlatform};

/// One call. Every tool gets it first.
pub struct Cx {
    pub(crate) app: Arc<App>,
    pub(crate) cancel: CancellationToken,
    pub(crate) doing: Arc<Mutex<String>>,
    client: String,
    rpc_id: Option<String>,
    own_progress: Option<ProgressSink>,
    elicit: Option<Elicitor>,
    /// How long the answer may be.
    extent: Extent,
    /// The operation that the work belongs to, once its call has been answered.
    operation: Option<OperationHandle>,
    /// Held while no later call of the same queue may run.
    turn: Mutex<Option<Running>>,
}

impl std::fmt::Debug for Cx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cx")
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

impl Cx {
    pub(crate) fn new(app: Arc<App>, cancel: CancellationToken, tool: &str) -> Self {
        Self {
            app,
            cancel,
            doing: Arc::new(Mutex::new(format!("{tool} is running"))),
            client: String::new(),
            rpc_id: None,
            own_progress: None,
            elicit: None,
            extent: Extent::Usual,
            operation: None,
            turn: Mutex::default(),
        }
    }

    /// It is this call's turn, until it ends or says so.
    pub(crate) fn begin_turn(&self, turn: Running) {
        *self.turn.lock().ignore_poison() = Some(turn);
    }

    /// Lets the next call of the queue come.
    pub(crate) fn end_turn(&self) {
        drop(self.turn.lock().ignore_poison().take());
    }

    /// Of work that goes on in the background.
    pub(crate) fn of_operation(app: Arc<App>, operation: OperationHandle, tool: &str) -> Self {
        let cancel = operation.cancel_token().clone();
        Self {
            operation: Some(operation),
            ..Self::new(app, cancel, tool)
        }
    }

    /// The same call, for work that needs one of its own.
    pub(crate) fn same_call(&self) -> Self {
        Self {
            app: Arc::clone(&self.app),
            cancel: self.cancel.clone(),
            doing: Arc::clone(&self.doing),
            client: self.client.clone(),
            rpc_id: self.rpc_id.clone(),
            own_progress: None,
            elicit: self.elicit.clone(),
            extent: self.extent,
            operation: self.operation.clone(),
            turn: Mutex::default(),
        }
    }

    /// Says who calls, and where a tool that tells its progress itself may tell it.
    pub(crate) fn for_client(
        mut self,
        client: String,
        rpc_id: Option<String>,
        own_progress: Option<ProgressSink>,
    ) -> Self {
        self.client = client;
        self.rpc_id = rpc_id;
        self.own_progress = own_progress;
        self
    }

    /// The name of the client; empty if it told none.
    pub fn client(&self) -> &str {
        &self.client
    }

    /// The name of the client, if it told one.
    pub(crate) fn client_name(&self) -> Option<String> {
        Some(self.client.clone()).filter(|name| !name.is_empty())
    }

    /// Says how the client asks its human.
    pub(crate) fn eliciting(mut self, elicit: Option<Elicitor>) -> Self {
        self.elicit = elicit;
        self
    }

    /// Says how long the answer may be.
    pub(crate) fn answering(mut self, extent: Extent) -> Self {
        self.extent = extent;
        self
    }

    /// Bytes that the lists of the answer may take together.
    pub(crate) fn room(&self) -> usize {
        self.extent.room()
    }

    /// How the client asks its human, if it can.
    pub(crate) fn elicitor(&self) -> Option<&Elicitor> {
        self.elicit.as_ref()
    }

    /// The JSON-RPC id as JSON text; absent on the command line.
    pub(crate) fn rpc_id(&self) -> Option<&str> {
        self.rpc_id.as_deref()
    }

    /// The way to the human.
    pub(crate) fn humans(&self) -> &Humans {
        &self.app.humans
    }

    /// Where progress goes, for tools that tell it themselves.
    pub(crate) fn own_progress(&self) -> Option<&ProgressSink> {
        self.own_progress.as_ref()
    }

    pub fn config(&self) -> &Config {
        &self.app.config
    }

    pub fn data_directory(&self) -> &Path {
        &self.app.data_directory
    }

    /// Where the log lies and what is written to it.
    pub fn logs(&self) -> &Logs {
        &self.app.logs
    }

    /// The sessions of this server.
    pub fn sessions(&self) -> &Arc<SessionStore> {
        &self.app.sessions
    }

    /// Which paths the caller may name. Those of the arguments have been judged; what files name has
    /// not.
    pub(crate) fn reach(&self) -> &Reach {
        self.app.sessions.reach()
    }

    /// The browser; it starts with the first page that is opened.
    pub fn browser(&self) -> &Browser {
        self.app.runtimes.browser()
    }

    /// How long an act waits for its element: as the call says, else as the settings say.
    pub(crate) fn act_limit(&self, asked_ms: Option<u64>) -> Duration {
        Duration::from_millis(asked_ms.unwrap_or(self.app.config.limits.act_ms))
    }

    /// The courses that are open in the browser.
    pub(crate) fn runtimes(&self) -> &Arc<Runtimes> {
        &self.app.runtimes
    }

    /// The UI platform.
    pub(crate) fn ui(&self) -> &UiPlatform {
        &self.app.ui
    }

    /// Time since the process started.
    pub fn uptime(&self) -> Duration {
        self.app.uptime()
    }

    /// Says what is being done now, for callers that asked for progress.
    pub fn progress(&self, doing: impl Into<String>) {
        let doing = doing.into();
        if let Some(operation) = &self.operation
            && let Err(error) = operation.progress(&json!({ "message": doing }))
        {
            tracing::warn!(target: "greenroom", %error, "progress was not reported");
        }
        *self.doing.lock().ignore_poison() = doing;
    }

    /// Fires when the caller no longer wants the answer. Work that outlives `run` must watch it.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancel
    }

    /// Runs work that computes or waits for the disk, without holding up other calls.
    pub async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ToolError> {
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| ToolError::new(ErrorCode::UnknownError, error.to_string()))
    }
}
