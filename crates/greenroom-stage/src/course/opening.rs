//! How a course comes on the stage: page and manifest at the same time, then the content.

use std::pin::pin;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_browser::{BrowserInfo, Context, ContextOptions, FrameId, NetworkPolicy, Page};
use greenroom_stdx::now_ms;
use greenroom_store::{Namespace, Session};
use greenroom_web::gate::Token;
use greenroom_web::stage::{Course, Lms, Stage};
use scorm_session::{Launch, Learner, Options};
use serde_json::json;

use super::browser_events;
use super::circumstances;
use super::handing_over;
use super::launch_options::LaunchOptions;
use super::live_course::LiveCourse;
use super::lms;
use super::preparing::{self, Attempt, Prepared};
use super::reservation::Reservation;
use super::runtime::{PlayerState, Runtime, elapsed_ms};
use super::runtimes::Runtimes;
use super::viewport::Viewport;
use crate::{Fault, StageError};

/// A page that never rests is there after this time, loading and all.
const OPENING_LIMIT: Duration = Duration::from_millis(4500);
/// What any page gets to come to rest, however long it took to load.
const SHORTEST_REST: Duration = Duration::from_secs(1);

/// Lets the content's own frame be closed as a window.
const LEAVING: &str = include_str!("leaving.js");
/// Makes chance and clock of content repeat themselves.
const SEEDED: &str = include_str!("seeded.js");

/// What a launch needs beside the session.
#[derive(Debug)]
pub struct LaunchRequest {
    pub options: LaunchOptions,
    pub new_attempt: bool,
    /// Saved state is read and written. Stateless tools play private attempts.
    pub keep: bool,
    /// The engine reports every step of its sequencing processes.
    pub trace: bool,
}

impl LaunchRequest {
    /// A new attempt that leaves nothing behind in saved states.
    pub fn private(options: LaunchOptions) -> Self {
        Self {
            options,
            new_attempt: true,
            keep: false,
            trace: false,
        }
    }
}

/// What a rehearsal begins with, instead of what was saved.
#[derive(Clone, Debug)]
pub struct Prelude {
    pub organization: Option<String>,
    pub learner: Learner,
    pub launch: Launch,
    /// How the session behaves, if that is not what the launch asks for.
    pub options: Option<Options>,
}

impl Prelude {
    /// A learner comes back as an LMS lets them: to what was suspended, else anew.
    pub fn back(learner: Learner) -> Self {
        Self {
            organization: None,
            learner,
            launch: Launch::Auto,
            options: None,
        }
    }
}

impl Runtimes {
    /// Opens the course of a session in the browser and waits until it has settled.
    pub async fn open(
        &self,
        session: &Arc<Session>,
        request: LaunchRequest,
    ) -> Result<Arc<Runtime>, StageError> {
        self.open_with(session, request, None).await
    }

    /// As [`Runtimes::open`], with a learner who has a past.
    pub async fn open_with(
        &self,
        session: &Arc<Session>,
        request: LaunchRequest,
        prelude: Option<Prelude>,
    ) -> Result<Arc<Runtime>, StageError> {
        let start = Instant::now();
        let slot = self.store.reserve_runtime(session)?;
        let stage = self.stage().await?;
        let session_id = session.id().as_str();
        let reservation = Reservation::expect(stage, session_id);
        if let Some(conditions) = &request.options.circumstances.conditions {
            stage.set_conditions(session_id, Arc::clone(conditions));
        }
        let key = drawn()?;
        let lms_key = drawn()?;
        // The page is opened while the manifest is read.
        let mut prepare = pin!(async {
            let prepared = self
                .prepare(session, &request, prelude, Namespace::Mcp)
                .await?;
            let course = Course {
                root: prepared.root.clone(),
                boot: prepared.boot.clone(),
                events: Arc::clone(&prepared.live) as Arc<dyn greenroom_web::stage::EventSink>,
                key: key.clone(),
                person: None,
                lms: on_stage(&prepared.live, lms_key.clone()),
                unload_denied: prepared.unload_denied,
                by_name: prepared.by_name.clone(),
            };
            stage.open(session_id, course);
            Ok::<_, StageError>(prepared)
        });
        let mut page = pin!(self.new_page(session, &request, stage));
        let (prepared, page) = tokio::select! {
            prepared = &mut prepare => (prepared?, page.await?),
            page = &mut page => (prepare.await?, page?),
        };
        let live = Arc::clone(&prepared.live);
        let loaded = self
            .load(
                session,
                &request,
                prepared,
                page,
                stage,
                (slot, start, [&key, &lms_key]),
            )
            .await;
        if loaded.is_err() {
            live.give_up_opening();
        }
        let runtime = loaded?;
        reservation.keep();
        let runtime = Arc::new(runtime);
        self.add(&runtime);
        if request.keep {
            handing_over::note(&runtime).await?;
        }
        runtime.watch_departures();
        Ok(runtime)
    }

    /// The stage server, which is started when it is needed first.
    pub(super) async fn stage(&self) -> Result<&Stage, StageError> {
        self.stage
            .get_or_try_init(Stage::bind)
            .await
            .map_err(|error| {
                let message = format!("no loopback port for the stage: {error}");
                StageError::new(Fault::Unknown, message)
            })
    }

    /// Reads the manifest, decides on resuming, begins the journal.
    pub(super) async fn prepare(
        &self,
        session: &Arc<Session>,
        request: &LaunchRequest,
        prelude: Option<Prelude>,
        namespace: Namespace,
    ) -> Result<Prepared, StageError> {
        let store = Arc::clone(&self.store);
        let profiles = Arc::clone(&self.profiles);
        let without_location = self.limits.resume_without_location;
        let session = Arc::clone(session);
        let options = request.options.clone();
        let (new_attempt, keep, trace) = (request.new_attempt, request.keep, request.trace);
        tokio::task::spawn_blocking(move || {
            let kind = Attempt {
                new: new_attempt,
                keep,
                trace,
                namespace,
                prelude,
            };
            preparing::prepare(
                &store,
                &session,
                &options,
                &profiles,
                kind,
                without_location,
            )
        })
        .await
        .map_err(|error| StageError::new(Fault::Unknown, error.to_string()))?
    }

    /// The player's page in a context of its own, which reaches the session's host only.
    async fn new_page(
        &self,
        session: &Arc<Session>,
        request: &LaunchRequest,
        stage: &Stage,
    ) -> Result<WaitingPage, StageError> {
        let profile = self.profiles.played_as(&request.options.lms_profile);
        let of_lms = || profile.and_then(lms::window);
        let viewport = request.options.viewport.or_else(of_lms);
        let viewport = Viewport::from(viewport.unwrap_or_default());
        let host = stage.host(session.id().as_str());
        let allow_network = session.options().allow_network
            || request
                .options
                .execution
                .is_some_and(|execution| execution.allow_network);
        let circumstances = &request.options.circumstances;
        let witness = circumstances.witness.as_ref();
        let context = self
            .browser
            .new_context(ContextOptions {
                bindings: witness.map(|one| one.binding.clone()).into_iter().collect(),
                network: if allow_network {
                    NetworkPolicy::Web(host)
                } else {
                    NetworkPolicy::Only(host)
                },
                dialogs: request.options.dialogs.into(),
                viewport: viewport.screen(),
                pictures: self.limits.pictures,
                init_scripts: init_scripts(&request.options),
                ..ContextOptions::default()
            })
            .await?;
        let browser = context.browser()?;
        browser_events::forward(&context, Arc::clone(session));
        let session_id = session.id().as_str();
        let is_held = profile.is_some_and(lms::is_held);
        let url = if is_held {
            stage.above_url(session_id)
        } else {
            stage.player_url(session_id)
        };
        let payload = json!({"url": url, "viewport": viewport});
        session.emit("runtime:opening", Some(payload))?;
        // Before the player, whose page is then the one in front.
        let witness = match witness {
            Some(witness) => Some(
                witness
                    .attend(&context, stage, session_id, &self.limits)
                    .await?,
            ),
            None => None,
        };
        let page = if circumstances.came_from_a_page {
            let front = circumstances::front_page(stage, session_id);
            let page = context.new_page_at(&front, self.limits.load).await?;
            page.navigate(&url, self.limits.load).await?;
            page
        } else {
            context.new_page_at(&url, self.limits.load).await?
        };
        Ok(WaitingPage {
            browser,
            context,
            page,
            viewport,
            is_held,
            witness,
        })
    }

    async fn load(
        &self,
        session: &Arc<Session>,
        request: &LaunchRequest,
        prepared: Prepared,
        page: WaitingPage,
        stage: &Stage,
        opening: (greenroom_store::RuntimeSlot, Instant, [&Token; 2]),
    ) -> Result<Runtime, StageError> {
        let session_id = session.id().as_str();
        let (slot, start, keys) = opening;
        let WaitingPage {
            browser,
            context,
            page,
            viewport,
            is_held,
            witness,
        } = page;
        let mut runtime = Runtime {
            id: format!("{session_id}-rt"),
            live: prepared.live,
            context,
            page,
            browser,
            resume: prepared.resume,
            lms_notices: prepared.lms_notices,
            load_ms: 0,
            opened_at: now_ms(),
            launch: request.options.clone(),
            reach: self.sessions().reach().clone(),
            sequencing_begun: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            session: Arc::clone(session),
            stage: stage.clone(),
            viewport: Mutex::new(viewport),
            is_held,
            witness,
            _slot: slot,
        };
        runtime.begin_player(keys, prepared.launch).await?;
        let state: PlayerState = runtime.flush().await?;
        runtime.check_loaded(&state)?;
        let left = OPENING_LIMIT.saturating_sub(start.elapsed());
        runtime.come_to_rest(left.max(SHORTEST_REST)).await?;
        runtime.load_ms = elapsed_ms(start);
        runtime.flush().await?;
        runtime.initialize_if_needed().await?;
        let payload = json!({
            "url": runtime.url(), "viewport": viewport,
            "resumed": runtime.resume.resumed, "saved_from": runtime.resume.saved_from,
        });
        session.emit("runtime:opened", Some(payload))?;
        Ok(runtime)
    }
}

fn drawn() -> Result<Token, StageError> {
    Token::draw().map_err(|error| StageError::new(Fault::Unknown, error.to_string()))
}

/// The server of the LMS that a course is played in, as the stage knows it.
pub(super) fn on_stage(live: &LiveCourse, key: Token) -> Option<Lms> {
    let server = live.lms.clone()?;
    Some(Lms { key, server })
}

/// What runs in every document before its own scripts.
fn init_scripts(options: &LaunchOptions) -> Vec<String> {
    let seeded = options.seed.map(seeded);
    let own = options.circumstances.init_scripts.iter().cloned();
    let usual = [LEAVING.to_owned()].into_iter();
    usual.chain(seeded).chain(own).collect()
}

/// Chance and clock of content from a seed.
fn seeded(seed: u64) -> String {
    format!("({SEEDED})({});", seed as u32)
}

/// The player's page, which may still wait for the course.
struct WaitingPage {
    browser: BrowserInfo,
    context: Context,
    page: Page,
    viewport: Viewport,
    /// A page of another origin holds it in a frame.
    is_held: bool,
    witness: Option<FrameId>,
}
