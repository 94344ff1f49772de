//! The state machine of the UI platform: unconfigured, configured, running.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};

use greenroom_lua::Output;
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::Reach;
use greenroom_web::ui::{UiOptions, UiServer};
use serde::Serialize;

use super::failure;
use super::project::Project;
use crate::{ErrorCode, ToolError};

/// The UI of this process.
#[derive(Debug)]
pub struct UiPlatform {
    /// Where the workbench learns of the sessions.
    data_directory: PathBuf,
    /// How much of the disk is the caller's.
    reach: Reach,
    state: RwLock<State>,
    /// Only one call at a time changes the state.
    pub(super) changing: tokio::sync::Mutex<()>,
    /// The human opened files and processes to Lua.
    full_access: AtomicBool,
}

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Unconfigured,
    Configured(Arc<Project>),
    Running(Arc<Project>, Arc<UiServer>),
}

/// The name of a state on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum StateName {
    Unconfigured,
    Configured,
    Running,
}

impl UiPlatform {
    pub(crate) fn new(data_directory: PathBuf, reach: Reach) -> Self {
        Self {
            data_directory,
            reach,
            state: RwLock::default(),
            changing: tokio::sync::Mutex::default(),
            full_access: AtomicBool::default(),
        }
    }

    /// Opens files and processes to Lua; only the human may ask for it, at start.
    pub fn allow_full_access(&self) {
        self.full_access.store(true, Ordering::Relaxed);
    }

    pub(super) fn data_directory(&self) -> &Path {
        &self.data_directory
    }

    /// Configures and starts, for people: Lua prints to stdout. The base URL.
    pub async fn serve(&self, base_dir: PathBuf) -> Result<String, ToolError> {
        let _one_at_a_time = self.changing.lock().await;
        let project = Arc::new(Project::prepare(
            &base_dir,
            Output::Process,
            &self.data_directory,
        )?);
        self.configure(Arc::clone(&project));
        let server = self.start(project).await?;
        Ok(server.url())
    }

    /// Ends the UI if it runs; called when the process ends.
    pub async fn close(&self) {
        let _one_at_a_time = self.changing.lock().await;
        if let State::Running(project, server) = self.state() {
            server.stop().await;
            self.set(State::Configured(project));
        }
    }

    pub(super) fn name(&self) -> StateName {
        match self.state() {
            State::Unconfigured => StateName::Unconfigured,
            State::Configured(_) => StateName::Configured,
            State::Running(..) => StateName::Running,
        }
    }

    /// The project and, while it runs, its server. Refused before `ui_configure`.
    pub(super) fn configured(&self) -> Result<(Arc<Project>, Option<Arc<UiServer>>), ToolError> {
        match self.state() {
            State::Unconfigured => Err(not_configured()),
            State::Configured(project) => Ok((project, None)),
            State::Running(project, server) => Ok((project, Some(server))),
        }
    }

    /// The running server. Refused before `ui_start`.
    pub(super) fn running(&self) -> Result<Arc<UiServer>, ToolError> {
        match self.configured()? {
            (_, Some(server)) => Ok(server),
            (_, None) => Err(failure::state_error(
                ErrorCode::UiNotStarted,
                "Server not started",
                StateName::Configured,
                &["ui_configure", "ui_start", "ui_status"],
            )),
        }
    }

    /// The project that can be started now.
    pub(super) fn startable(&self) -> Result<Arc<Project>, ToolError> {
        match self.configured()? {
            (project, None) => Ok(project),
            (_, Some(server)) => Err(failure::state_error(
                ErrorCode::UiAlreadyRunning,
                "Server already running",
                StateName::Running,
                RUNNING_TOOLS,
            )
            .detail("url", server.url())),
        }
    }

    /// Refused while the server runs.
    pub(super) fn configurable(&self) -> Result<(), ToolError> {
        match self.state() {
            State::Unconfigured | State::Configured(_) => Ok(()),
            State::Running(..) => Err(failure::state_error(
                ErrorCode::UiCannotReconfigure,
                "Cannot reconfigure while running",
                StateName::Running,
                RUNNING_TOOLS,
            )),
        }
    }

    pub(super) fn configure(&self, project: Arc<Project>) {
        self.set(State::Configured(project));
    }

    pub(super) async fn start(&self, project: Arc<Project>) -> Result<Arc<UiServer>, ToolError> {
        let settings = &project.settings;
        let limits = settings.limits();
        let server = UiServer::start(UiOptions {
            base_dir: project.base_dir.clone(),
            port: settings.port,
            limits,
            output: project.output.clone(),
            full_access: self.full_access.load(Ordering::Relaxed),
            session_idle: settings.session_idle(),
            hot_load: settings.hot_load,
            disk_bytes: self
                .reach
                .file_bytes()
                .map(|(most, used)| most.saturating_sub(used)),
            announced_in: Some(self.data_directory.clone()),
        })
        .await
        .map_err(|error| failure::of_start(error, &limits))?;
        let server = Arc::new(server);
        self.set(State::Running(project, Arc::clone(&server)));
        Ok(server)
    }

    /// After the server has ended.
    pub(super) fn stopped(&self) {
        if let State::Running(project, _) = self.state() {
            self.set(State::Configured(project));
        }
    }

    fn state(&self) -> State {
        self.state.read().ignore_poison().clone()
    }

    fn set(&self, state: State) {
        *self.state.write().ignore_poison() = state;
    }
}

/// What works while the server runs.
const RUNNING_TOOLS: &[&str] = &[
    "ui_get_state",
    "ui_open_browser",
    "ui_run",
    "ui_status",
    "ui_stop",
    "ui_upload_viewdef",
    "ui_wait",
];

fn not_configured() -> ToolError {
    failure::state_error(
        ErrorCode::UiNotConfigured,
        "Server not configured",
        StateName::Unconfigured,
        &["ui_configure"],
    )
}
