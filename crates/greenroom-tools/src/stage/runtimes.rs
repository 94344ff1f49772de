//! The courses that are open in the browser, by session; opens and closes them.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use greenroom_browser::{Browser, ContextEvent, ContextOptions, NetworkPolicy, PictureLimits};
use greenroom_store::saved_state::SavedState;
use greenroom_store::{Namespace, SavedStates, Session, SessionStore, now_ms};
use greenroom_web::stage::{Course, Stage};
use scorm_session::{Launch, Learner, Opening, Options};
use serde_json::json;
use tokio::sync::OnceCell;

use super::launch_options::{LaunchOptions, LmsProfile};
use super::live_course::{Keeping, LiveCourse};
use super::recovery;
use super::replica::Replica;
use super::resume::{self, Beginning, Wish};
use super::runtime::{Closed, PlayerState, Runtime, elapsed_ms, page_load_failed};
use super::source;
use super::viewport::Viewport;
use crate::{ErrorCode, ToolError};

/// The open runtimes.
#[derive(Debug)]
pub(crate) struct Runtimes {
    store: Arc<SessionStore>,
    browser: Browser,
    limits: PageLimits,
    stage: OnceCell<Stage>,
    open: Mutex<HashMap<String, Arc<Runtime>>>,
}

/// What the settings say of all pages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageLimits {
    pub(crate) load: Duration,
    pub(crate) pictures: PictureLimits,
}

/// What a launch needs beside the session.
#[derive(Debug)]
pub(crate) struct LaunchRequest {
    pub(crate) options: LaunchOptions,
    pub(crate) new_attempt: bool,
    /// Saved state is read and written. Stateless tools play private attempts.
    pub(crate) keep: bool,
    /// The engine reports every step of its sequencing processes.
    pub(crate) trace: bool,
}

/// What a rehearsal begins with, instead of what was saved.
#[derive(Clone, Debug)]
pub(crate) struct Prelude {
    pub(crate) organization: Option<String>,
    pub(crate) learner: Learner,
    pub(crate) launch: Launch,
}

impl Runtimes {
    pub(crate) fn new(store: Arc<SessionStore>, browser: Browser, limits: PageLimits) -> Self {
        Self {
            store,
            browser,
            limits,
            stage: OnceCell::new(),
            open: Mutex::default(),
        }
    }

    pub(crate) fn sessions(&self) -> &Arc<SessionStore> {
        &self.store
    }

    pub(crate) fn browser(&self) -> &Browser {
        &self.browser
    }

    /// The runtime of a session, if one is open.
    pub(crate) fn find(&self, session_id: &str) -> Option<Arc<Runtime>> {
        self.open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(session_id)
            .cloned()
    }

    /// The runtime of a session, or the error that names the way to one.
    pub(crate) fn require(&self, session_id: &str) -> Result<Arc<Runtime>, ToolError> {
        self.find(session_id).ok_or_else(|| {
            let known = self.store.session(session_id).is_ok();
            let message = if known {
                format!("session {session_id} has no open runtime")
            } else {
                format!("there is no session {session_id}")
            };
            ToolError::new(ErrorCode::RuntimeNotOpen, message).detail("session_known", known)
        })
    }

    /// Opens the course of a session in the browser and waits until it has settled.
    pub(crate) async fn open(
        &self,
        session: &Arc<Session>,
        request: LaunchRequest,
    ) -> Result<Arc<Runtime>, ToolError> {
        self.open_with(session, request, None).await
    }

    /// As [`Runtimes::open`], with a learner who has a past.
    pub(crate) async fn open_with(
        &self,
        session: &Arc<Session>,
        request: LaunchRequest,
        prelude: Option<Prelude>,
    ) -> Result<Arc<Runtime>, ToolError> {
        let start = Instant::now();
        let slot = self.store.reserve_runtime(session)?;
        let prepared = self.prepare(session, &request, prelude).await?;
        let stage = self
            .stage
            .get_or_try_init(Stage::bind)
            .await
            .map_err(|error| {
                ToolError::new(
                    ErrorCode::UnknownError,
                    format!("no loopback port for the stage: {error}"),
                )
            })?;
        let session_id = session.id().as_str().to_owned();
        let course = Course {
            root: prepared.root.clone(),
            boot: prepared.boot.clone(),
            events: Arc::clone(&prepared.live) as Arc<dyn greenroom_web::stage::EventSink>,
        };
        stage.open(&session_id, course);
        let opened = self
            .load(session, &request, prepared, stage, slot, start)
            .await;
        match opened {
            Ok(runtime) => {
                let runtime = Arc::new(runtime);
                self.open
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert(session_id, Arc::clone(&runtime));
                Ok(runtime)
            }
            Err(error) => {
                stage.close(&session_id);
                Err(error)
            }
        }
    }

    /// Closes the runtime of a session, if one is open.
    pub(crate) async fn close(
        &self,
        session_id: &str,
        cause: &str,
    ) -> Result<Option<Closed>, ToolError> {
        let runtime = self
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(session_id);
        match runtime {
            Some(runtime) => runtime.close(cause).await.map(Some),
            None => Ok(None),
        }
    }

    /// Takes the page of a private attempt away at once; nothing of it is kept.
    pub(crate) async fn abandon(&self, session_id: &str) {
        let runtime = self
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(session_id);
        if let Some(stage) = self.stage.get() {
            stage.close(session_id);
        }
        if let Some(runtime) = runtime
            && let Err(error) = runtime.context.close().await
        {
            tracing::warn!(%error, "the browser context was not closed in order");
        }
    }

    /// Ends the browser, when nothing is left to close.
    pub(crate) async fn shut_down(&self) {
        self.browser.close().await;
    }

    /// Reads the manifest, decides on resuming, begins the journal.
    async fn prepare(
        &self,
        session: &Arc<Session>,
        request: &LaunchRequest,
        prelude: Option<Prelude>,
    ) -> Result<Prepared, ToolError> {
        let store = Arc::clone(&self.store);
        let session = Arc::clone(session);
        let options = request.options.clone();
        let (new_attempt, keep, trace) = (request.new_attempt, request.keep, request.trace);
        tokio::task::spawn_blocking(move || {
            let kind = Attempt {
                new: new_attempt,
                keep,
                trace,
                prelude,
            };
            prepare(&store, &session, &options, kind)
        })
        .await
        .map_err(|error| ToolError::new(ErrorCode::UnknownError, error.to_string()))?
    }

    async fn load(
        &self,
        session: &Arc<Session>,
        request: &LaunchRequest,
        prepared: Prepared,
        stage: &Stage,
        slot: greenroom_store::RuntimeSlot,
        start: Instant,
    ) -> Result<Runtime, ToolError> {
        let session_id = session.id().as_str();
        let viewport = Viewport::from(request.options.viewport.unwrap_or_default());
        let host = stage.host(session_id);
        let allow_network = session.options().allow_network
            || request
                .options
                .execution
                .is_some_and(|execution| execution.allow_network);
        let browser = self.browser.start().await?;
        let context = self
            .browser
            .new_context(ContextOptions {
                network: if allow_network {
                    NetworkPolicy::Web(host)
                } else {
                    NetworkPolicy::Only(host)
                },
                dialogs: request.options.dialogs.into(),
                viewport: viewport.screen(),
                pictures: self.limits.pictures,
                ..ContextOptions::default()
            })
            .await?;
        forward_events(&context, Arc::clone(session));
        let page = context.new_page().await?;
        let payload = json!({"url": stage.player_url(session_id), "viewport": viewport});
        session.emit("runtime:opening", Some(payload))?;
        page.navigate(&stage.player_url(session_id), self.limits.load)
            .await?;
        let mut runtime = Runtime {
            id: format!("{session_id}-rt"),
            live: prepared.live,
            context,
            page,
            browser,
            resume: prepared.resume,
            load_ms: 0,
            opened_at: now_ms(),
            launch: request.options.clone(),
            sequencing_begun: AtomicBool::new(false),
            session: Arc::clone(session),
            stage: stage.clone(),
            viewport: Mutex::new(viewport),
            _slot: slot,
        };
        let state: PlayerState = runtime.flush().await?;
        runtime.check_loaded(&state)?;
        runtime.page.settle().await?;
        runtime.load_ms = elapsed_ms(start);
        runtime.flush().await?;
        runtime.initialize_if_needed().await?;
        let payload = json!({"url": runtime.url(), "viewport": viewport});
        session.emit("runtime:opened", Some(payload))?;
        Ok(runtime)
    }
}

impl Runtime {
    /// The content is there, and its own document was found.
    fn check_loaded(&self, state: &PlayerState) -> Result<(), ToolError> {
        let url = self.url();
        if let Some(failure) = &state.failure {
            return Err(page_load_failed(&url, failure));
        }
        let network = self.context.network();
        let document = network.items.iter().find(|request| request.url == url);
        match document.and_then(|request| request.status_code) {
            Some(status) if status >= 400 => {
                Err(page_load_failed(&url, &format!("HTTP status {status}"))
                    .detail("status", status))
            }
            _ => Ok(()),
        }
    }

    /// Waits until the delivered page has settled. Opens the RTE session for a SCO that has not
    /// done so, so that tools can use the API.
    pub(super) async fn settle_delivery(&self) -> Result<(), ToolError> {
        self.page.settle().await?;
        self.initialize_if_needed().await
    }

    /// As [`Runtime::settle_delivery`], for a page that is there already.
    pub(super) async fn initialize_if_needed(&self) -> Result<(), ToolError> {
        if !self.launch.auto_initialize || !self.live.read(Replica::is_silent) {
            return Ok(());
        }
        self.flush().await?;
        if self.live.read(Replica::is_silent) {
            let arguments = [json!("Initialize"), json!([""])];
            let _answer: serde_json::Value = self.player("callByTool", &arguments).await?;
        }
        Ok(())
    }
}

/// What is ready before the browser is needed.
struct Prepared {
    root: std::path::PathBuf,
    boot: serde_json::Value,
    live: Arc<LiveCourse>,
    resume: resume::Resume,
}

/// Which attempt is begun.
struct Attempt {
    new: bool,
    keep: bool,
    trace: bool,
    prelude: Option<Prelude>,
}

fn prepare(
    store: &SessionStore,
    session: &Arc<Session>,
    options: &LaunchOptions,
    attempt: Attempt,
) -> Result<Prepared, ToolError> {
    let Attempt {
        new: new_attempt,
        keep,
        trace,
        prelude,
    } = attempt;
    let package = session
        .package()
        .ok_or_else(|| ToolError::new(ErrorCode::UnknownSession, "this session has no package"))?;
    let source = source::read(package)?;
    let version = source.version;
    let mut opening = Opening {
        manifest: source.text,
        organization: None,
        learner: learner(options),
        options: Options {
            mode: options.launch_mode.into(),
            profile: profile(options.lms_profile),
            trace,
            ..Options::default()
        },
    };
    let keeping = keep.then(|| Keeping {
        states: SavedStates::new(store.data_dir()),
        namespace: Namespace::Mcp,
        course_id: package.course().course_id,
        package_path: package.path().to_path_buf(),
        scorm_version: package
            .course()
            .scorm_version
            .unwrap_or_default()
            .to_owned(),
        session_id: session.id().as_str().to_owned(),
    });
    let mut recovered = false;
    let mut saved: Option<SavedState> = None;
    if let Some(keeping) = &keeping {
        recovered = recovery::recover(store.data_dir(), keeping, session)?;
        if !new_attempt {
            saved = keeping
                .states
                .read(keeping.namespace, keeping.course_id.as_deref())?;
        }
    }
    let wish = Wish {
        new_attempt,
        without_location: options.allow_resume_without_location,
        activity: options.activity.as_deref(),
    };
    let Beginning { resume, mut launch } =
        resume::decide(saved.as_ref(), &mut opening, wish, recovered)
            .map_err(|why| unplayable(&why))?;
    if let Some(target) = &options.activity {
        launch = Launch::Choice {
            target: target.clone(),
        };
    }
    if let Some(prelude) = prelude {
        opening.organization = prelude.organization;
        opening.learner = prelude.learner;
        launch = prelude.launch;
    }
    let boot = json!({
        "opening": opening,
        "api": if version == scorm_package::ScormVersion::Scorm12 { "API" } else { "API_1484_11" },
        "launch": launch,
        "popup": false,
    });
    let limit = suspend_data_limit(version, options.lms_profile);
    let live = LiveCourse::begin(Arc::clone(session), opening, keeping, limit)?;
    Ok(Prepared {
        root: package.root().to_path_buf(),
        boot,
        live: Arc::new(live),
        resume,
    })
}

fn unplayable(why: &str) -> ToolError {
    ToolError::new(
        ErrorCode::ManifestValidationError,
        format!("the course cannot be played: {why}"),
    )
}

fn learner(options: &LaunchOptions) -> Learner {
    match &options.learner {
        Some(learner) => Learner::new(&learner.id, &learner.name),
        None => Learner::new("learner-1", "Learner, Greenroom"),
    }
}

/// How an LMS treats long values.
fn profile(lms: LmsProfile) -> scorm_runtime::Profile {
    match lms {
        LmsProfile::Generic => scorm_runtime::Profile::default(),
        LmsProfile::ScormCloud | LmsProfile::Moodle | LmsProfile::Litmos => {
            scorm_runtime::Profile {
                suspend_data_limit: Some(64_000),
                ..scorm_runtime::Profile::default()
            }
        }
    }
}

/// What anomaly rules measure suspend_data against.
fn suspend_data_limit(version: scorm_package::ScormVersion, lms: LmsProfile) -> usize {
    use scorm_package::{Edition, ScormVersion};
    match (lms, version) {
        (LmsProfile::Generic, ScormVersion::Scorm12) => 4096,
        (LmsProfile::Generic, ScormVersion::Scorm2004(Edition::Second)) => 4000,
        _ => 64_000,
    }
}

/// Puts what the browser notices into the session's stream of events.
fn forward_events(context: &greenroom_browser::Context, session: Arc<Session>) {
    let mut events = context.events();
    tokio::spawn(async move {
        while let Some(event) = events.next().await {
            let told = match event {
                ContextEvent::Console(message)
                    if matches!(
                        message.level,
                        greenroom_browser::ConsoleLevel::Error
                            | greenroom_browser::ConsoleLevel::Warning
                    ) =>
                {
                    let payload = json!({
                        "level": message.level, "category": message.category, "text": message.message,
                    });
                    ("console:message", payload)
                }
                ContextEvent::Dialog(dialog) => (
                    "dialog:opened",
                    json!({
                        "kind": dialog.kind, "message": dialog.message,
                        "answer": if dialog.accepted { "accept" } else { "dismiss" },
                    }),
                ),
                ContextEvent::Request(request) if request.blocked => (
                    "network:blocked",
                    json!({"url": request.url, "reason": request.error}),
                ),
                ContextEvent::Crashed { .. } => ("runtime:crashed", json!({"cause": "renderer"})),
                ContextEvent::BrowserGone => ("runtime:crashed", json!({"cause": "browser"})),
                _ => continue,
            };
            if session.emit(told.0, Some(told.1)).is_err() {
                break;
            }
        }
    });
}
