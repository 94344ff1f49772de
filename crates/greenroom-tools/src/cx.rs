//! What a tool can reach while it runs: narrow handles, not one wide context.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use greenroom_browser::{Browser, LaunchOptions, PictureLimits};
use greenroom_store::logs::{LogDirectory, LogLevel, LogThreshold};
use greenroom_store::{DataDir, OperationHandle, SessionStore, StoreLimits};
use serde_json::{Value, json};
use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::CancellationToken;

use crate::config::{Config, Limits};
use crate::dialog::Humans;
use crate::scorm::session::closing;
use crate::stage::lms::LmsProfiles;
use crate::stage::runtimes::{PageLimits, Runtimes};
use crate::turns::{Turn, Turns};
use crate::validation::AnalysisCache;
use crate::{ErrorCode, ToolError, Toolset, UiPlatform};

/// The process: what all calls share.
#[derive(Debug)]
pub struct App {
    pub(crate) config: Config,
    pub(crate) data_directory: PathBuf,
    pub(crate) toolset: Toolset,
    pub(crate) turns: Turns,
    pub(crate) logs: Logs,
    pub(crate) sessions: Arc<SessionStore>,
    pub(crate) runtimes: Arc<Runtimes>,
    pub(crate) analyses: AnalysisCache,
    pub(crate) humans: Arc<Humans>,
    pub(crate) ui: UiPlatform,
    started: Instant,
}

/// Where the log lies and what is written to it.
#[derive(Debug)]
pub struct Logs {
    pub directory: LogDirectory,
    pub threshold: LogThreshold,
}

impl App {
    /// Makes the process state; touches no disk and starts nothing.
    pub fn new(config: Config, data_directory: PathBuf, toolset: Toolset) -> Arc<Self> {
        let named = std::env::var_os("SCORM_TESTER_LOG_DIR").map(PathBuf::from);
        let logs = Logs {
            directory: LogDirectory::locate(named, data_directory.join("logs").join("mcp")),
            threshold: LogThreshold::new(LogLevel::Info),
        };
        let data_dir = DataDir::new(data_directory.clone());
        let sessions = Arc::new(SessionStore::new(data_dir, store_limits(&config.limits)));
        let browser = Browser::new(LaunchOptions {
            connect: config.browser.connect.clone(),
            renderer_memory_mb: Some(config.limits.renderer_memory_mb),
            ..LaunchOptions::default()
        });
        let pages = PageLimits {
            load: Duration::from_millis(config.limits.page_load_ms),
            pictures: PictureLimits {
                long_edge: config.output.image_long_edge,
                bytes: config.output.image_bytes,
            },
        };
        let profiles = LmsProfiles::new(&config.validation);
        Arc::new(Self {
            runtimes: Arc::new(Runtimes::new(
                Arc::clone(&sessions),
                browser,
                pages,
                profiles,
            )),
            humans: Humans::new(config.dialogs.clone(), data_directory.clone()),
            ui: UiPlatform::new(data_directory.clone()),
            sessions,
            config,
            data_directory,
            toolset,
            turns: Turns::default(),
            analyses: AnalysisCache::default(),
            logs,
            started: Instant::now(),
        })
    }

    /// The tools that are offered.
    pub fn toolset(&self) -> &Toolset {
        &self.toolset
    }

    /// Where the log lies and what is written to it.
    pub fn logs(&self) -> &Logs {
        &self.logs
    }

    /// Removes, in the background, session directories that are too old or too many.
    ///
    /// For servers; a single call from a shell need not wait for it.
    pub fn clean_up_in_background(&self) {
        let sessions = Arc::clone(&self.sessions);
        tokio::task::spawn_blocking(move || {
            match greenroom_store::clean_up(sessions.data_dir(), sessions.limits()) {
                Ok(done) => tracing::info!(
                    target: "greenroom", removed = done.removed,
                    unsaved = done.kept_unsaved.len(), "old sessions are cleaned up"
                ),
                Err(error) => tracing::warn!(target: "greenroom", %error, "no clean-up"),
            }
        });
    }

    /// The way to the human.
    pub fn humans(&self) -> &Humans {
        &self.humans
    }

    /// The UI platform.
    pub fn ui(&self) -> &UiPlatform {
        &self.ui
    }

    /// Ends what is open, in order; called once when the process is about to end.
    pub async fn close(&self) {
        self.humans.close().await;
        self.ui.close().await;
        closing::close_all(&self.runtimes).await;
        self.runtimes.shut_down().await;
        tracing::info!(target: "greenroom", "closed");
    }
}

fn store_limits(limits: &Limits) -> StoreLimits {
    StoreLimits {
        sessions: limits.sessions,
        runtimes: limits.runtimes,
        retention_days: limits.retention_days,
        retention_sessions: limits.retention_sessions,
        journal_bytes: limits.journal_bytes,
        package: scorm_package::Limits {
            packed: limits.package_bytes,
            unpacked: limits.unpacked_bytes,
            entries: limits.zip_entries,
            ratio: limits.zip_ratio,
            ..scorm_package::Limits::default()
        },
    }
}

/// How a call came in.
#[derive(Default)]
pub struct Request {
    /// The JSON-RPC id as JSON text; absent on the command line.
    pub rpc_id: Option<String>,
    /// The JSON-RPC method; absent on the command line.
    pub method: Option<&'static str>,
    /// The name of the client, as far as it told.
    pub client: Option<String>,
    /// Fires when the caller no longer wants the answer.
    pub cancel: CancellationToken,
    /// Where progress goes, if the caller asked for it.
    pub progress: Option<ProgressSink>,
    /// How the client asks its human, if it can show a form.
    pub elicit: Option<Elicitor>,
    /// The place in the session's queue, taken when the request arrived.
    pub turn: Option<Turn>,
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("rpc_id", &self.rpc_id)
            .finish_non_exhaustive()
    }
}

/// A question to the human that the client itself may show as a form.
#[derive(Debug)]
pub struct Elicitation {
    pub message: String,
    /// An object schema with one primitive property or list.
    pub schema: Value,
    /// Fires when the question was answered elsewhere.
    pub closed: CancellationToken,
}

/// Asks in the client; the content that the human accepted, if any.
pub type Elicitor = Arc<dyn Fn(Elicitation) -> BoxFuture<'static, Option<Value>> + Send + Sync>;

/// Sends one progress message: a strictly increasing number and a line for people.
pub type ProgressSink = Box<dyn Fn(f64, String) -> BoxFuture<'static, ()> + Send + Sync>;

/// One call. Every tool gets it first.
pub struct Cx {
    pub(crate) app: Arc<App>,
    pub(crate) cancel: CancellationToken,
    pub(crate) doing: Arc<Mutex<String>>,
    client: String,
    rpc_id: Option<String>,
    own_progress: Option<ProgressSink>,
    elicit: Option<Elicitor>,
    /// The operation that the work belongs to, once its call has been answered.
    operation: Option<OperationHandle>,
    /// Held while no later call of the same queue may run.
    turn: Mutex<Option<OwnedMutexGuard<()>>>,
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
            operation: None,
            turn: Mutex::default(),
        }
    }

    /// It is this call's turn, until it ends or says so.
    pub(crate) fn begin_turn(&self, turn: OwnedMutexGuard<()>) {
        *self.turn.lock().unwrap_or_else(PoisonError::into_inner) = Some(turn);
    }

    /// Lets the next call of the queue come.
    pub(crate) fn end_turn(&self) {
        drop(
            self.turn
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
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

    /// Says how the client asks its human.
    pub(crate) fn eliciting(mut self, elicit: Option<Elicitor>) -> Self {
        self.elicit = elicit;
        self
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

    /// The browser; it starts with the first page that is opened.
    pub fn browser(&self) -> &Browser {
        self.app.runtimes.browser()
    }

    /// The courses that are open in the browser.
    /// How long an act waits for its element: as the call says, else as the settings say.
    pub(crate) fn act_limit(&self, asked_ms: Option<u64>) -> Duration {
        Duration::from_millis(asked_ms.unwrap_or(self.app.config.limits.act_ms))
    }

    pub(crate) fn runtimes(&self) -> &Arc<Runtimes> {
        &self.app.runtimes
    }

    /// The UI platform.
    pub(crate) fn ui(&self) -> &UiPlatform {
        &self.app.ui
    }

    /// Time since the process started.
    pub fn uptime(&self) -> Duration {
        self.app.started.elapsed()
    }

    /// Says what is being done now, for callers that asked for progress.
    pub fn progress(&self, doing: impl Into<String>) {
        let doing = doing.into();
        if let Some(operation) = &self.operation
            && let Err(error) = operation.progress(&json!({ "message": doing }))
        {
            tracing::warn!(target: "greenroom", %error, "progress was not told");
        }
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = doing;
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
