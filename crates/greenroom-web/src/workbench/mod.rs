//! The workbench: the socket for people, and for programs that ask people.
//!
//! People come over the page and its human socket, programs over JSON-RPC at `/`. Tokens keep the
//! roles apart: who may ask cannot answer, who may answer cannot ask. That of programs lies in a
//! file of this user; those of pages are on no disk.

mod agent;
mod connection;
mod course_upload;
pub mod course_work;
pub mod courses;
pub mod development;
mod doorbell;
pub mod driving;
pub(crate) mod http;
mod human;
pub mod journals;
mod listening;
pub mod lms_record;
mod opening;
pub(crate) mod outbox;
mod page;
mod page_messages;
mod pairing;
pub mod recording;
mod redirect_file;
mod reports;
mod same_user;
mod session_files;
mod ui_sessions;
mod wire;

use crate::gate::{self, Gate, Listeners, Serving, Token};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use courses::Courses;
use doorbell::Doorbell;
use greenroom_dialog::Proof;
use greenroom_dialog::inspector::Export;
use greenroom_human::run_files::RunFiles;
use greenroom_human::{Hub, WorkbenchPage};
use greenroom_stdx::{now_ms, private_files};
pub use listening::{PORTS, starting};
pub use opening::{Opener, OpeningPolicy, open_browser};
use pairing::Doorkeeper;
use redirect_file::RedirectFile;
use reports::Reports;
pub use same_user::{OpenedCourse, ask_for_course, ask_for_opening, ask_for_url, is_running};
use serde_json::json;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Nothing but our own files; no inline script or style, no frame around us.
/// Courses are shown in frames, each from a host of its own. The engine is compiled by the page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
    frame-src http://*.localhost:*; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The largest frame of a WebSocket, and the largest body of a request.
const LARGEST_FRAME: usize = 16 << 20;

/// How a workbench is served.
#[derive(Clone, Debug, Default)]
pub struct WorkbenchOptions {
    /// Where `run/` and `exports/` lie.
    pub data_directory: PathBuf,
    /// Host names that the human allowed beside the loopback ones.
    pub allowed_hosts: Vec<String>,
    /// Programs may ask without a token; their cards say so.
    pub ws_no_token: bool,
    /// Refuse questions while no page is connected.
    pub require_ui: bool,
    /// Whether and how the browser is opened.
    pub opening: OpeningPolicy,
}

/// What all routes share.
#[derive(Clone, Debug)]
pub(crate) struct Bench {
    hub: Arc<Hub>,
    agent_token: Token,
    door: Arc<Doorkeeper>,
    bell: Arc<Doorbell>,
    opener: Arc<Opener>,
    options: Arc<WorkbenchOptions>,
    courses: Arc<dyn Courses>,
    reports: Arc<Reports>,
}

/// The workbench server. Dropping the last clone ends it.
#[derive(Clone, Debug)]
pub struct Workbench {
    port: u16,
    bench: Bench,
    _serving: Arc<Serving>,
    _run_files: Arc<RunFiles>,
}

impl Workbench {
    /// Serves on these sockets, with a new token for programs.
    pub fn serve(
        listeners: Listeners,
        hub: Arc<Hub>,
        options: WorkbenchOptions,
        courses: Arc<dyn Courses>,
    ) -> io::Result<Self> {
        let port = listeners.port();
        let agent_token = Token::draw().map_err(io::Error::other)?;
        let run_files = RunFiles::write(&options.data_directory, port, &agent_token)?;
        RedirectFile::sweep(run_files.folder());
        hub.set_port(port);
        let door = Doorkeeper::new(run_files.resume(), now_ms());
        let bench = Bench {
            hub,
            agent_token,
            bell: Arc::new(Doorbell::new(door.expects_pages())),
            door: Arc::new(door),
            opener: Arc::new(Opener::new(options.opening)),
            options: Arc::new(options),
            courses,
            reports: Arc::default(),
        };
        let gate = Gate::new(port, &bench.options.allowed_hosts, CONTENT_SECURITY_POLICY);
        let serving = listeners.serve(&app(bench.clone(), gate));
        Ok(Self {
            port,
            bench,
            _serving: Arc::new(serving),
            _run_files: Arc::new(run_files),
        })
    }

    /// The port of the page.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The desk behind it.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.bench.hub
    }

    /// The page's address with a one-time code, for the human's browser only.
    pub fn one_time_url(&self, milliseconds: u64) -> Option<String> {
        let code = self
            .bench
            .door
            .issue(milliseconds, Proof::OpenedPage, now_ms())?;
        Some(page_url(self.port, &code, None))
    }
}

impl WorkbenchPage for Workbench {
    fn port(&self) -> u16 {
        self.port
    }

    fn call_human(&self) {
        self.bench.call_human();
    }

    fn open_page(&self, view: Option<&str>) {
        let bench = &self.bench;
        bench
            .opener
            .open(|| bench.opening(Proof::OpenedPage, view), self.port);
    }

    fn address(&self, view: Option<&str>) -> Option<String> {
        let now = now_ms();
        let door = &self.bench.door;
        let code = door.issue(http::ASKED_CODE_MS, Proof::OpenedPage, now)?;
        Some(page_url(self.port, &code, view))
    }
}

/// The page's address with a one-time code in the fragment, which no server and no log sees, and
/// the view that it leads to.
pub(crate) fn page_url(port: u16, code: &str, view: Option<&str>) -> String {
    let to = view.map(|view| format!("&to={view}")).unwrap_or_default();
    format!("http://127.0.0.1:{port}/#k={code}{to}")
}

impl Bench {
    fn call_human(&self) {
        if self.hub.has_page() {
            return;
        }
        let opening = || self.opening(Proof::OpenedPage, None);
        self.opener.call(opening, self.port());
    }

    /// The address of a file that leads a browser to the page, once and soon.
    fn opening(&self, proof: Proof, view: Option<&str>) -> io::Result<String> {
        let port = self.port();
        let address = |code: &str| page_url(port, code, view);
        let url = self
            .door
            .issue_file(opening::CODE_MS, proof, address, now_ms())?;
        let door = Arc::downgrade(&self.door);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(opening::CODE_MS)).await;
            if let Some(door) = door.upgrade() {
                door.forget_stale(now_ms());
            }
        });
        Ok(url)
    }

    fn port(&self) -> u16 {
        self.hub.port()
    }

    /// The origins of this page, which may show a course in a frame.
    fn origins(&self) -> Vec<String> {
        let port = self.port();
        let allowed = self.options.allowed_hosts.iter();
        let hosts = ["127.0.0.1".to_owned(), "localhost".to_owned()];
        let hosts = hosts.into_iter().chain(allowed.cloned());
        hosts
            .map(|host| {
                if host.contains(':') {
                    format!("http://{host}")
                } else {
                    format!("http://{host}:{port}")
                }
            })
            .collect()
    }

    /// Writes an export below the data directory; its path there.
    fn write_export(&self, export: &Export) -> io::Result<String> {
        let path = "exports/mcp-debug.json";
        let file = self.options.data_directory.join(path);
        private_files::create_dir(&self.options.data_directory.join("exports"))?;
        private_files::replace_durably(&file, &serde_json::to_vec(&json!(export))?)?;
        Ok(path.to_owned())
    }
}

/// The routes, apart from the socket, so that tests can call them.
fn app(bench: Bench, gate: Gate) -> Router {
    Router::new()
        .route("/", get(agent::page_or_socket))
        .route("/status", get(http::status))
        .route("/human", get(human::upgrade))
        .route("/human/pair", post(http::pair))
        .route("/human/code", post(http::code))
        .route("/human/ui-sessions", get(ui_sessions::list))
        .route("/courses", post(http::open_course))
        .route("/human/courses/work", post(course_work::take))
        .route("/human/attachments", post(http::add_image))
        .route("/human/attachments/{id}", get(http::image))
        .route("/human/attachments/{id}/reduced", post(http::add_reduced))
        .route(
            "/human/sessions/{id}/pictures/{name}",
            get(session_files::picture),
        )
        .route("/human/sessions/{id}/source", get(session_files::source))
        .route("/human/lms-limits", get(session_files::lms_limits))
        .route("/human/sessions/{id}/trace", get(session_files::trace))
        .route("/reports/{ticket}", get(reports::show))
        .route("/workbench/engine.wasm", get(page::engine))
        .fallback(get(page::asset))
        .layer(DefaultBodyLimit::max(LARGEST_FRAME))
        // A package may be large; it is counted while it comes.
        .route(
            "/human/courses",
            post(course_upload::take).layer(DefaultBodyLimit::disable()),
        )
        .with_state(bench)
        .layer(axum::middleware::from_fn_with_state(gate, gate::check))
}
