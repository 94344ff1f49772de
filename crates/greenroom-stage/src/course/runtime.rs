//! One course in the browser: page, engine and journal together, from launch to close.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_browser::{BrowserError, BrowserInfo, ConsoleMessage, Context, FrameId, Page, World};
use greenroom_stdx::{IgnorePoison as _, now_ms};
use greenroom_store::{Reach, RuntimeSlot, Session, StoreError};
use greenroom_web::gate::Token;
use greenroom_web::stage::{CallFrame, Order, PlayerStart, Stage};
use scorm_session::rehearsal::format::TrackingWanted;
use scorm_session::{Answer, Event, EventKind, Launch, LearnerRequest, Told};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::call_source;
use super::launch_options::LaunchOptions;
use super::live_course::LiveCourse;
use super::lms::{LmsFault, LmsReport};
use super::replica::Replica;
use super::resume::Resume;
use super::viewport::Viewport;
use crate::{Fault, StageError};

/// How long the player may take for an act that waits for the content.
const ACT_LIMIT: Duration = Duration::from_secs(20);
/// How long content may take to leave before it is left behind.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);
/// The same when the process is about to end, for which those who end it have little patience.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(1);

/// How long a request may be on its way to the LMS's server.
const LMS_LIMIT: Duration = Duration::from_secs(1);
/// What a timer of a busy page may be late by.
const AFTER_DELAY_MS: u64 = 150;

/// Calls a method of the player; see `web/player/stage.ts`. It is in our own world of scripts,
/// where content can neither see nor replace anything.
const CALL_PLAYER: &str = "async function (method, ...args) {
    const player = await globalThis.greenroomPlayer;
    if (!player) throw new Error('the player is gone');
    return player[method](...args);
}";

/// What came of an event in the page; see `Acted` in `web/player/stage.ts`.
#[derive(Deserialize)]
struct Acted {
    answer: Option<Answer>,
    lms: Option<Told>,
}

/// A course that is open in the browser.
#[derive(Debug)]
pub struct Runtime {
    pub id: String,
    pub live: Arc<LiveCourse>,
    pub context: Context,
    pub page: Page,
    pub browser: BrowserInfo,
    pub resume: Resume,
    /// What would go wrong in the LMS before anything plays.
    pub lms_notices: Vec<String>,
    pub load_ms: u64,
    pub opened_at: u64,
    /// How it was launched.
    pub launch: LaunchOptions,
    /// Which files its caller may give it.
    pub reach: Reach,
    /// Sequencing was asked for on a course with a single SCO.
    pub(super) sequencing_begun: AtomicBool,
    pub(super) closing: AtomicBool,
    pub session: Arc<Session>,
    pub(super) stage: Stage,
    pub(super) viewport: Mutex<Viewport>,
    /// A page of another origin holds the player in a frame.
    pub(super) is_held: bool,
    /// The frame of a page in the same context that is not the course's.
    pub(super) witness: Option<FrameId>,
    pub(super) _slot: RuntimeSlot,
}

/// What the player says about itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerState {
    pub looked_for_other_api: bool,
    pub failure: Option<String>,
}

/// What becomes of the attempt when a runtime is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It can be resumed: an exit that the course left open becomes `suspend`.
    Suspended,
    /// The learner exits, and the course's own exit decides.
    AsTheCourseSaid,
}

/// How the learner session ended at the close of a runtime.
#[derive(Clone, Debug, Default)]
pub struct Closed {
    pub saved_path: Option<PathBuf>,
    /// Everything that the page did is in it. Of a page that does not answer, only what it had
    /// handed over before.
    pub complete: bool,
    /// Another session has saved the course meanwhile; the path is that of a file beside.
    pub kept_aside: bool,
    pub exit: String,
    pub exit_set_by: &'static str,
    pub terminated_by: &'static str,
    pub rte_duration_ms: u64,
    /// What the LMS has stored.
    pub lms: Option<LmsReport>,
}

impl Runtime {
    /// Runs the player in its page and begins the session. There is no content yet, so nobody
    /// else sees the key.
    pub(super) async fn begin_player(
        &self,
        [key, lms_key]: [&Token; 2],
        launch: Launch,
    ) -> Result<(), StageError> {
        let (ticket, event) = self.live.issue(EventKind::Launched { launch }, Vec::new());
        let player = format!(
            "function (greenroomBeginning) {{ {}\n}}",
            greenroom_web::stage::player_script()
        );
        let launch = &Order {
            ticket,
            event: json!(event).to_string(),
        };
        let (key, lms_key) = (key.reveal(), lms_key.reveal());
        let beginning = [json!(PlayerStart {
            key,
            lms_key,
            launch
        })];
        let begun: Value = self
            .player()
            .call_function(World::Isolated, &player, &beginning, ACT_LIMIT)
            .await?;
        debug_assert!(begun.is_null(), "the session begins by itself");
        Ok(())
    }

    /// Makes an event happen in the page, and waits for what follows from it. An API call has an
    /// answer: the engine's own, whatever the page says.
    pub async fn act(&self, kind: EventKind) -> Result<Option<Answer>, StageError> {
        let answered = self.act_with_cut(kind, Vec::new()).await;
        answered.map(|(answer, _)| answer)
    }

    /// As [`Runtime::act`], for a call with arguments that were too long to be kept; with what the
    /// code of the LMS says to it.
    pub(super) async fn act_with_cut(
        &self,
        kind: EventKind,
        cut: Vec<usize>,
    ) -> Result<(Option<Answer>, Option<Told>), StageError> {
        let (ticket, event) = self.live.issue(kind, cut);
        let acted = self
            .kept(self.act_in_page(ticket, &event, ACT_LIMIT))
            .await?;
        let concluded = self.live.conclude(ticket, acted.answer.as_ref()).await;
        let answer = concluded.map_err(|error| not_kept(&error))?;
        Ok((answer, acted.lms))
    }

    /// What the LMS's code has sent so far is at its server, or will never be.
    pub async fn lms_settled(&self) {
        let Some(lms) = &self.live.lms else { return };
        let player = self.player();
        let arguments = [json!("lmsSettled")];
        let sent = player
            .ask(World::Isolated, CALL_PLAYER, &arguments, ACT_LIMIT)
            .await;
        let Ok(sent) = sent else { return };
        let sent: u64 = sent;
        let mut arrivals = lms.arrivals();
        let there = arrivals.wait_for(|count| *count >= sent);
        // What a dying page sent may never arrive.
        drop(tokio::time::timeout(LMS_LIMIT, there).await);
    }

    /// As [`Self::lms_settled`], also for saves that the LMS's code lets wait for a while: a learner stays
    /// longer than that.
    pub async fn lms_at_rest(&self) {
        if let Some(lms) = &self.live.lms {
            let delay = lms.profile().longest_delay_ms(lms.version());
            if delay > 0 {
                tokio::time::sleep(Duration::from_millis(delay + AFTER_DELAY_MS)).await;
            }
        }
        self.lms_settled().await;
    }

    /// What the LMS has stored; none by the book.
    pub async fn lms_report(&self) -> Result<Option<LmsReport>, StageError> {
        self.flush().await?;
        self.lms_settled().await;
        Ok(self.live.lms_report())
    }

    /// Where the course made each call of the record, as file and line; reads the journal.
    pub fn call_places(&self) -> Vec<Option<String>> {
        let places = call_source::places(self.session.directory());
        let told = |frame: CallFrame| format!("{}:{}", frame.file, frame.line);
        places.into_iter().map(|place| place.map(told)).collect()
    }

    /// Sets what is wrong with the LMS from now on; nothing makes it well again.
    pub fn lms_fault(&self, fault: Option<LmsFault>) {
        if let Some(lms) = &self.live.lms {
            lms.set_fault(fault);
        }
    }

    async fn act_in_page(
        &self,
        ticket: u64,
        event: &Event,
        limit: Duration,
    ) -> Result<Acted, BrowserError> {
        let arguments = [json!("act"), json!(ticket), json!(json!(event).to_string())];
        self.player()
            .call_function(World::Isolated, CALL_PLAYER, &arguments, limit)
            .await
    }

    /// The player's answer, unless its journal is lost: the page would wait for an acknowledgement
    /// that never comes.
    async fn kept<T>(
        &self,
        answer: impl Future<Output = Result<T, BrowserError>>,
    ) -> Result<T, StageError> {
        tokio::select! {
            answer = answer => answer.map_err(no_answer),
            why = self.live.lost() => Err(not_kept(&why)),
        }
    }

    /// Everything that the page did so far is in the replica, and its acts are done. Of a page
    /// that is gone, everything that was acknowledged.
    pub async fn flush(&self) -> Result<PlayerState, StageError> {
        let player = self.player();
        let arguments = [json!("done")];
        let answer = player.ask(World::Isolated, CALL_PLAYER, &arguments, ACT_LIMIT);
        let answered = self.kept(answer).await;
        self.or_replica(answered).await
    }

    /// The course is being closed.
    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    pub fn viewport(&self) -> Viewport {
        *self.viewport.lock().ignore_poison()
    }

    /// Gives the course's frame another size; the page stays.
    pub async fn set_viewport(&self, viewport: Viewport) -> Result<(), StageError> {
        self.shown_page().set_viewport(&viewport.screen()).await?;
        *self.viewport.lock().ignore_poison() = viewport;
        Ok(())
    }

    /// Who opened the RTE session of the delivered SCO.
    pub fn initialized_by(&self) -> Option<&'static str> {
        self.live.read(Replica::initialized_by)
    }

    /// What the consoles said, without the player's own messages.
    pub fn console(&self) -> Vec<ConsoleMessage> {
        let messages = self.context.console().items;
        messages
            .into_iter()
            .filter(|message| !self.is_players(&message.source))
            .collect()
    }

    /// Whether an address is one of the stage's own files, not of the course.
    pub fn is_players(&self, address: &str) -> bool {
        // The player also speaks over a socket, under another scheme.
        let player = self.stage.player_url(self.session.id().as_str());
        let beyond_scheme = |url: &str| url.split_once("://").map(|(_, rest)| rest.to_owned());
        match (beyond_scheme(address), beyond_scheme(&player)) {
            (Some(address), Some(player)) => address.starts_with(&player),
            _ => false,
        }
    }

    /// Waits until the content has come to rest, at most `limit`.
    pub async fn settle_within(&self, limit: Duration) -> Result<(), StageError> {
        match self.shown_page().settle_within(limit).await {
            // Content may close its own window, and a page that is gone is at rest.
            Err(_) if !self.is_playable() || self.launch.popup => Ok(()),
            settled => Ok(settled.map(drop)?),
        }
    }

    /// Identifier of the delivered activity.
    pub fn activity(&self) -> Option<String> {
        let identifier = |replica: &Replica| replica.delivery.as_ref().map(|d| d.activity.clone());
        self.live.read(identifier)
    }

    /// The title of the delivered activity; empty without one.
    pub fn delivered_title(&self) -> String {
        let title = |replica: &Replica| replica.delivery.as_ref().map(|d| d.title.clone());
        self.live.read(title).unwrap_or_default()
    }

    /// The address of the content now in the frame.
    pub fn url(&self) -> String {
        let base = self.stage.content_url(self.session.id().as_str());
        self.live
            .read(|replica| {
                replica
                    .delivery
                    .as_ref()
                    .map(|delivery| format!("{base}{}", delivery.url))
            })
            .unwrap_or_default()
    }

    /// Ends the course: content out, Terminate on its behalf if it did not, saved, page gone.
    ///
    /// A page that does not answer any more is left behind; the engine's replica then does what
    /// the page would have done.
    pub(super) async fn close(&self, cause: &str, ending: Ending) -> Result<Closed, StageError> {
        let payload = json!({"cause": cause, "ending": ending});
        self.session.emit("runtime:closing", Some(payload))?;
        if ending == Ending::AsTheCourseSaid {
            let request = LearnerRequest::ExitAll;
            // A page that does not answer is left behind below.
            drop(self.act(EventKind::NavigationRequested { request }).await);
        }
        self.closing.store(true, Ordering::SeqCst);
        let content_terminated = self.live.read(Replica::content_terminated);
        let shutdown = cause == "shutdown";
        let limit = if shutdown {
            SHUTDOWN_LIMIT
        } else {
            // The player can do nothing while a script of the course does not end.
            drop(self.player().end_endless_script().await);
            CLOSE_LIMIT
        };
        let (ticket, event) = self.live.issue(EventKind::CloseRequested, Vec::new());
        let answered = tokio::select! {
            left = self.act_in_page(ticket, &event, limit) => left.is_ok(),
            // The page would wait for acknowledgements that never come.
            _why = self.live.lost() => false,
        };
        if answered {
            self.lms_settled().await;
        }
        // What the page says counts if the journal says the same.
        let left = self.live.has_happened(ticket) && answered;
        let saved = self.save_at_end(left, cause).await;
        // Whatever the disk says, no page stays behind.
        self.stage.close(self.session.id().as_str());
        // At the end of the process the browser ends with all its pages, and is not waited for.
        if !shutdown && let Err(error) = self.context.close().await {
            tracing::warn!(%error, "the browser context was not closed in order");
        }
        let saved_path = saved?;
        let root = self.live.read(|replica| {
            let overview = replica.engine.overview();
            overview.activities.first().map(TrackingWanted::from)
        });
        let payload = json!({"cause": cause, "root": root});
        self.session.emit("runtime:closed", Some(payload))?;
        let terminated_now = self.live.read(Replica::content_terminated);
        Ok(Closed {
            saved_path,
            complete: left,
            kept_aside: self.live.is_kept_aside(),
            exit: self.live.read(Replica::last_exit),
            exit_set_by: self.live.read(Replica::exit_set_by),
            terminated_by: match (
                content_terminated || terminated_now,
                self.live.read(|r| r.calls.is_empty()),
            ) {
                (true, _) => "content",
                (false, true) => "none",
                (false, false) => "greenroom",
            },
            rte_duration_ms: now_ms().saturating_sub(self.opened_at),
            lms: self.live.lms_report(),
        })
    }

    async fn save_at_end(&self, left: bool, cause: &str) -> Result<Option<PathBuf>, StoreError> {
        if !left {
            for kind in [EventKind::CloseRequested, EventKind::ContentUnloaded] {
                // The engine has it, even if the journal does not; what counts now is the state.
                if let Err(error) = self.live.apply(Event::new(now_ms(), 0, kind)).await {
                    tracing::warn!(%error, "the end of the course is not in its journal");
                }
            }
        }
        self.live.save_finally(cause)
    }
}

/// Why the player did not answer: the course shares its thread and its window.
fn no_answer(error: BrowserError) -> StageError {
    let reason = match &error {
        BrowserError::Timeout { .. } => "a script of the course does not end",
        BrowserError::Thrown(_) => "the course may have navigated the player's own window away",
        _ => return error.into(),
    };
    StageError::new(
        Fault::BrowserCrashed,
        format!("the page does not answer: {error}"),
    )
    .hint("Close the course and open it again.")
    .detail("reason", reason)
}

/// The launch page answered with an error, or not at all.
pub(super) fn page_load_failed(url: &str, why: &str) -> StageError {
    StageError::new(
        Fault::PageLoadFailed,
        format!("the launch page {url} did not load: {why}"),
    )
    .detail("url", url)
    .detail("reason", why)
}

/// Time since `start` in whole milliseconds.
pub(super) fn elapsed_ms(start: Instant) -> u64 {
    start.elapsed().as_millis() as u64
}

/// The journal takes no more events of the page.
fn not_kept(why: &StoreError) -> StageError {
    let (code, first) = match why {
        // In a cluster the session goes on elsewhere, or here once the database answers.
        StoreError::SessionMoved { id } => {
            return StoreError::SessionMoved { id: id.clone() }.into();
        }
        StoreError::Unavailable { what, reason } => {
            let reason = reason.clone();
            return StoreError::Unavailable { what, reason }.into();
        }
        StoreError::LimitExceeded { setting, .. } => (
            Fault::LimitExceeded,
            format!("Raise {setting} in config.toml if the course rightly does so much"),
        ),
        _ => (
            Fault::ArtifactWriteFailed,
            "Make room on the disk".to_owned(),
        ),
    };
    let message = format!("what the course does cannot be kept any more: {why}");
    StageError::new(code, message).hint(format!(
        "{first}, then close the course and open it again: everything acknowledged before is kept."
    ))
}
