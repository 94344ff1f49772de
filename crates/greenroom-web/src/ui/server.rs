//! A running UI: its socket, its sessions, its background work.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_lua::limits::DISK_BYTES;
use greenroom_lua::viewdef::{ViewdefKey, ViewdefStore};
use greenroom_lua::{Disk, ErrorLog, Limits, Output, Pushed, Session, SessionOptions, StartError};
use greenroom_stdx::IgnorePoison as _;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::announcement::Announcement;
use super::background;
use super::entry::Entry;
use super::project_files::ProjectFiles;
use super::routes::{self, Routes};
use super::sessions::{OpenError, Sessions, SharedSessions};
use super::upload::{UploadError, Uploaded};
use super::watch::{self, Followed};
use crate::gate::{self, ConnectionLimits, TokenError};

/// Tabs of all sessions, and what they fetch beside.
const CONNECTIONS: ConnectionLimits = ConnectionLimits {
    all: 512,
    per_host: 512,
};

/// How long the end waits for connections to say goodbye.
const GOODBYE: Duration = Duration::from_millis(700);

/// What a UI is made of.
#[derive(Clone, Debug)]
pub struct UiOptions {
    pub base_dir: PathBuf,
    /// 0 takes any free one.
    pub port: u16,
    pub limits: Limits,
    pub output: Output,
    /// The human opened files and processes to Lua.
    pub full_access: bool,
    /// After which a session that nobody uses ends.
    pub session_idle: Option<Duration>,
    /// Whether changed files are taken while the UI runs.
    pub hot_load: bool,
    /// By how many bytes the files of the project may grow, if by fewer than is usual.
    pub disk_bytes: Option<u64>,
    /// The data directory, where the workbench learns of the sessions.
    pub announced_in: Option<PathBuf>,
}

/// Why a UI could not start.
#[derive(Debug, thiserror::Error)]
pub enum UiStartError {
    #[error("Cannot listen on 127.0.0.1:{port}")]
    Listen { port: u16, error: std::io::Error },
    /// No secret could be drawn for the pages.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Session 1 could not be made.
    #[error(transparent)]
    Session(#[from] StartError),
}

/// What an end ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub sessions: usize,
    pub tabs: usize,
}

/// A running UI. Dropping it ends it without goodbye.
#[derive(Debug)]
pub struct UiServer {
    port: u16,
    entry: Entry,
    started: Instant,
    base_dir: PathBuf,
    sessions: SharedSessions,
    viewdefs: Arc<ViewdefStore>,
    files: Arc<Mutex<ProjectFiles>>,
    errors: Arc<ErrorLog>,
    shutdown: Mutex<Option<oneshot::Sender<()>>>,
    serving: Mutex<Option<JoinHandle<()>>>,
    background: Vec<JoinHandle<()>>,
}

impl Drop for UiServer {
    fn drop(&mut self) {
        self.sessions.end_all();
        let serving = self.serving.get_mut().ok().and_then(Option::take);
        for task in self.background.iter().chain(serving.as_ref()) {
            task.abort();
        }
    }
}

impl UiServer {
    /// Binds, loads the definitions, runs `main.lua` in session 1; then it serves.
    pub async fn start(options: UiOptions) -> Result<Self, UiStartError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))
            .await
            .map_err(|error| UiStartError::Listen {
                port: options.port,
                error,
            })?;
        let port = listener
            .local_addr()
            .map_err(|error| UiStartError::Listen {
                port: options.port,
                error,
            })?
            .port();
        let entry = Entry::new(options.announced_in.as_deref(), port)?;
        let errors = Arc::new(ErrorLog::new(options.output.clone()));
        let viewdefs = Arc::new(ViewdefStore::default());
        let mut files = ProjectFiles::default();
        watch::report(&errors, &files.look(&options.base_dir, &viewdefs));
        let sessions = Arc::new(Sessions::new(SessionOptions {
            id: String::new(),
            server: server_name(port),
            base_dir: options.base_dir.clone(),
            limits: options.limits,
            output: options.output,
            full_access: options.full_access,
            disk: Arc::new(Disk::new(
                options.disk_bytes.unwrap_or(u64::MAX).min(DISK_BYTES),
            )),
            errors: Arc::clone(&errors),
            viewdefs: Arc::clone(&viewdefs),
        }));
        match sessions.open("1").await {
            Ok(_) => {}
            Err(OpenError::Start(error)) => return Err(error.into()),
            Err(OpenError::Limit(limit)) => {
                return Err(StartError::Internal(limit.to_string()).into());
            }
        }
        let routes = Routes {
            sessions: Arc::clone(&sessions),
            html: Arc::new(options.base_dir.join("html")),
        };
        let app = routes::app(routes, entry.clone(), port);
        let (shutdown, ending) = oneshot::channel::<()>();
        let serving = tokio::spawn(async move {
            let ending = async {
                let _ended_or_dropped = ending.await;
            };
            gate::serve(listener, app, CONNECTIONS, ending).await;
        });
        let files = Arc::new(Mutex::new(files));
        let mut background = vec![tokio::spawn(background::look_after(
            Arc::clone(&sessions),
            options.session_idle,
            options.announced_in.and_then(|data_directory| {
                Announcement::new(&data_directory, port, &options.base_dir, entry.token())
                    .inspect_err(|error| tracing::warn!(target: "ui", %error, "not announced"))
                    .ok()
            }),
        ))];
        if options.hot_load {
            background.push(tokio::spawn(watch::follow(Followed {
                base_dir: Arc::new(options.base_dir.clone()),
                files: Arc::clone(&files),
                store: Arc::clone(&viewdefs),
                errors: Arc::clone(&errors),
                sessions: Arc::clone(&sessions),
            })));
        }
        Ok(Self {
            port,
            entry,
            started: Instant::now(),
            base_dir: options.base_dir,
            sessions,
            viewdefs,
            files,
            errors,
            shutdown: Mutex::new(Some(shutdown)),
            serving: Mutex::new(Some(serving)),
            background,
        })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The base URL, without a slash at its end.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Where the human's browser gets in on its way to an address of this server. It holds a
    /// secret: it goes to that browser only, and not by a command line.
    pub fn entry_address(&self, url: &str) -> String {
        self.entry.address(&self.url(), url)
    }

    pub fn base_dir(&self) -> &Path {
        &self.base_dir
    }

    pub fn uptime(&self) -> Duration {
        self.started.elapsed()
    }

    pub fn session(&self, id: &str) -> Option<Session> {
        self.sessions.find(id)
    }

    pub fn sessions(&self) -> Vec<Session> {
        self.sessions.all()
    }

    /// The session of this id, made if there is none; whether it was made.
    pub async fn open_session(&self, id: &str) -> Result<(Session, bool), OpenError> {
        self.sessions.open(id).await
    }

    pub fn viewdefs(&self) -> &ViewdefStore {
        &self.viewdefs
    }

    pub fn errors(&self) -> &ErrorLog {
        &self.errors
    }

    /// Adds code that has run to the project's `main.lua`, for new sessions and restarts.
    pub async fn keep_code(&self, code: String) -> std::io::Result<PathBuf> {
        let (files, base_dir) = (Arc::clone(&self.files), self.base_dir.clone());
        let kept = tokio::task::spawn_blocking(move || {
            let mut files = files.lock().ignore_poison();
            files.add_to_main(&base_dir, &code)
        });
        kept.await
            .unwrap_or_else(|error| Err(std::io::Error::other(error)))
    }

    /// Takes a definition that was checked, and shows it on all pages of all sessions. With
    /// `persist` it is also written to its file.
    pub async fn upload(
        &self,
        key: ViewdefKey,
        html: String,
        persist: bool,
    ) -> Result<Uploaded, UploadError> {
        let (change, file) = self.files.lock().ignore_poison().upload(
            &self.base_dir,
            &self.viewdefs,
            key,
            html,
            persist,
        )?;
        let sessions = self.sessions.all();
        let pushes = sessions
            .iter()
            .map(|session| session.viewdefs_changed(vec![change.clone()]));
        let mut pushed = Pushed::default();
        for one in futures::future::join_all(pushes).await {
            pushed.tabs += one.tabs;
            pushed.updates += one.updates;
        }
        Ok(Uploaded {
            change,
            pushed,
            file,
        })
    }

    /// Tells all pages, ends all sessions, and releases the port before it returns.
    pub async fn stop(&self) -> Stopped {
        let (sessions, tabs) = self.sessions.end_all();
        for task in &self.background {
            task.abort();
        }
        if let Ok(mut shutdown) = self.shutdown.lock()
            && let Some(shutdown) = shutdown.take()
        {
            let _server_gone = shutdown.send(());
        }
        let serving = self.serving.lock().ok().and_then(|mut task| task.take());
        if let Some(mut serving) = serving
            && tokio::time::timeout(GOODBYE, &mut serving).await.is_err()
        {
            serving.abort();
            let _aborted = serving.await;
        }
        Stopped { sessions, tabs }
    }
}

/// Differs between processes and between starts of one process.
fn server_name(port: u16) -> String {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    format!(
        "g_{:x}_{port:x}_{:x}",
        std::process::id(),
        since.as_micros()
    )
}
