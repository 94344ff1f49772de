//! One course in the browser of a person, from launch to close.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use greenroom_stdx::{IgnorePoison as _, now_ms};
use greenroom_store::{Namespace, RuntimeSlot, Session, StoreError};
use greenroom_web::gate::Token;
use greenroom_web::stage::{Course, EventSink, Order, PersonPage, Stage};
use scorm_session::rehearsal::format::TrackingWanted;
use scorm_session::{Event, EventKind, LearnerRequest};
use serde_json::json;

use super::super::launch_options::LaunchOptions;
use super::super::live_course::LiveCourse;
use super::super::opening::{LaunchRequest, on_stage};
use super::super::replica::Replica;
use super::super::resume::Resume;
use super::super::runtime::{Closed, Ending};
use super::super::runtimes::Runtimes;
use super::acts::ActsTold;
use super::fork;
use crate::{Fault, StageError};

/// How long a page may take for what a person asked for: content may take its time to unload.
const ACT_LIMIT: Duration = Duration::from_secs(20);
/// How long the last words of a page may be under way.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How long content may take to leave before it is left behind.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);

/// A course that a person plays.
#[derive(Debug)]
pub struct PersonCourse {
    pub live: Arc<LiveCourse>,
    pub resume: Resume,
    page: Arc<PersonPage>,
    session: Arc<Session>,
    stage: Stage,
    opened_at: u64,
    /// A rehearsal is to be made of it.
    is_recorded: AtomicBool,
    _slot: RuntimeSlot,
}

impl Runtimes {
    /// The course of a session, if a person plays it.
    pub fn person(&self, session_id: &str) -> Option<Arc<PersonCourse>> {
        self.persons.lock().ignore_poison().get(session_id).cloned()
    }

    /// Puts the course of a session on the stage for a person; the address of its player, which is
    /// good once. A page that played it before is over: what it did is saved.
    pub async fn open_for_person(
        &self,
        session: &Arc<Session>,
        options: LaunchOptions,
        new_attempt: bool,
        record: bool,
        framed_by: &[String],
    ) -> Result<String, StageError> {
        let session_id = session.id().as_str();
        if self.find(session_id).is_some() {
            return Err(StageError::new(
                Fault::Unknown,
                "an agent plays this course in its own browser",
            )
            .hint("Open the course once more: that makes a session of your own."));
        }
        // Who comes back to a course that is being recorded goes on with it.
        let goes_on_recording = self.person(session_id).is_some_and(|it| it.is_recorded());
        self.close_for_person(session_id, "replayed", Ending::Suspended)
            .await?;
        let slot = self.store.reserve_runtime(session)?;
        let stage = self.stage().await?.clone();
        let directory = session.directory().to_owned();
        let fork = tokio::task::spawn_blocking(move || fork::beginning(&directory)).await??;
        let is_fork = fork.is_some();
        let fork = fork.filter(|_| !new_attempt);
        let goes_on = fork.is_some();
        let allow_network = session.options().allow_network;
        let request = LaunchRequest {
            options,
            new_attempt,
            // What a fork does is not the state of the course.
            keep: !is_fork,
            trace: true,
        };
        let mut prepared = self
            .prepare(session, &request, fork, Namespace::Gui)
            .await?;
        if goes_on {
            prepared.resume.resumed = true;
            prepared.resume.reason = "forked";
        }
        let launch = EventKind::Launched {
            launch: prepared.launch,
        };
        let page = PersonPage::new(
            order(&prepared.live, launch),
            framed_by,
            &stage.host(session_id),
            allow_network,
        );
        let no_token = |error| StageError::new(Fault::Unknown, format!("{error}"));
        let page = Arc::new(page.map_err(no_token)?);
        let lms = on_stage(&prepared.live, Token::draw().map_err(no_token)?);
        let course = Course {
            lms,
            unload_denied: prepared.unload_denied,
            by_name: prepared.by_name,
            root: prepared.root,
            boot: prepared.boot,
            events: Arc::clone(&prepared.live) as Arc<dyn EventSink>,
            key: Token::draw().map_err(no_token)?,
            person: Some(Arc::clone(&page)),
        };
        *prepared.live.acts.lock().ignore_poison() = Some(ActsTold::default());
        stage.open(session_id, course);
        let url = stage.person_url(session_id, &page);
        let resume = &prepared.resume;
        let payload = json!({
            "by": "person", "resumed": resume.resumed, "saved_from": resume.saved_from,
            "records": record,
        });
        session.emit("runtime:opened", Some(payload))?;
        let course = PersonCourse {
            live: prepared.live,
            resume: prepared.resume,
            page,
            session: Arc::clone(session),
            stage,
            opened_at: now_ms(),
            is_recorded: AtomicBool::new(record || goes_on_recording),
            _slot: slot,
        };
        self.persons
            .lock()
            .ignore_poison()
            .insert(session_id.to_owned(), Arc::new(course));
        self.note_change();
        Ok(url)
    }

    /// Closes the course of a session, if a person plays it.
    pub(in crate::course) async fn close_for_person(
        &self,
        session_id: &str,
        cause: &str,
        ending: Ending,
    ) -> Result<Option<Closed>, StageError> {
        let course = self.persons.lock().ignore_poison().remove(session_id);
        match course {
            Some(course) => course.close(cause, ending).await.map(Some),
            None => Ok(None),
        }
    }
}

/// An event of the server, for a page to carry out.
fn order(live: &LiveCourse, kind: EventKind) -> Order {
    let (ticket, event) = live.issue(kind, Vec::new());
    Order {
        ticket,
        event: json!(event).to_string(),
    }
}

impl PersonCourse {
    /// No page of the course is open.
    pub fn is_unseen(&self) -> bool {
        !self.page.is_there()
    }

    /// Waits until the page has gone, with the last words of the content.
    pub(super) async fn until_gone(&self) {
        // A page that stays is taken away as in any other case.
        drop(tokio::time::timeout(CLOSE_LIMIT, self.page.left()).await);
        // Last words come by a way of their own, and may come after.
        let mut changes = self.live.changes();
        while let Ok(Ok(())) = tokio::time::timeout(LAST_WORDS, changes.changed()).await {}
    }

    /// Hears nothing of the page from now on.
    pub(super) fn cut(&self) {
        self.stage.close(self.session.id().as_str());
        self.page.cut();
    }

    /// A rehearsal is to be made of what is done.
    pub fn is_recorded(&self) -> bool {
        self.is_recorded.load(Ordering::SeqCst)
    }

    /// The rehearsal is made, or not wanted any more.
    pub fn end_recording(&self) {
        self.is_recorded.store(false, Ordering::SeqCst);
        self.live.count.send_modify(|count| *count += 1);
    }

    /// How much the person has done to the page since it was opened.
    pub(super) fn acts(&self) -> usize {
        let acts = self.live.acts.lock().ignore_poison();
        acts.as_ref().map_or(0, ActsTold::acts)
    }

    /// The person uses a control of the LMS; an error says why it led nowhere.
    pub async fn navigate(&self, request: LearnerRequest) -> Result<(), StageError> {
        if let Some(lms) = self.live.lms_server() {
            lms.check_control(&request)?;
        }
        let before = self.live.read(|replica| replica.navigations);
        self.act(EventKind::NavigationRequested { request }).await?;
        self.until(ACT_LIMIT, |replica| replica.navigations > before)
            .await?;
        let outcome = self.live.read(|replica| replica.last_navigation.clone());
        match outcome.map(|navigated| navigated.outcome) {
            Some(Err(refusal)) => Err(StageError::new(
                Fault::NavUnsupportedAction,
                format!("{} ({})", refusal.message, refusal.exception),
            )),
            _ => Ok(()),
        }
    }

    /// Makes an event happen in the page.
    async fn act(&self, kind: EventKind) -> Result<(), StageError> {
        let order = order(&self.live, kind);
        let ticket = order.ticket;
        self.page.order(order).map_err(|error| {
            StageError::new(Fault::RuntimeNotOpen, error.to_string())
                .hint("Choose Play to open it again; what it did before is kept.")
        })?;
        let is_done = || !self.live.folded().tickets.is_open(ticket);
        self.until_so(ACT_LIMIT, is_done).await?;
        // The page's own word on its answer does not count here: nobody waits for a value.
        self.live.has_happened(ticket);
        Ok(())
    }

    async fn until(
        &self,
        limit: Duration,
        holds: impl Fn(&Replica) -> bool,
    ) -> Result<(), StageError> {
        self.until_so(limit, || self.live.read(&holds)).await
    }

    async fn until_so(&self, limit: Duration, holds: impl Fn() -> bool) -> Result<(), StageError> {
        let mut changes = self.live.changes();
        let waiting = async {
            while !holds() {
                if changes.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::time::timeout(limit, waiting).await.map_err(|_| {
            StageError::new(
                Fault::BrowserCrashed,
                "the page of the course does not answer",
            )
            .hint("A script of the course may not end. Choose Play to load it again.")
        })
    }

    /// Ends the course: content out, Terminate on its behalf if it did not, saved.
    ///
    /// A page that is gone or does not answer is left behind; the engine's replica then does what
    /// the page would have done.
    async fn close(&self, cause: &str, ending: Ending) -> Result<Closed, StageError> {
        let payload = json!({"cause": cause, "ending": ending});
        self.session.emit("runtime:closing", Some(payload))?;
        if ending == Ending::AsTheCourseSaid {
            // A page that does not answer is left behind below.
            drop(self.navigate(LearnerRequest::ExitAll).await);
        }
        let content_terminated = self.live.read(Replica::content_terminated);
        let left = self.leave().await;
        let saved = self.save_at_end(left, cause).await;
        // Whatever the disk says, the course is off the stage.
        self.stage.close(self.session.id().as_str());
        let saved_path = saved?;
        let root = self.live.read(|replica| {
            let overview = replica.engine.overview();
            overview.activities.first().map(TrackingWanted::from)
        });
        let payload = json!({"cause": cause, "root": root});
        self.session.emit("runtime:closed", Some(payload))?;
        let is_silent = self.live.read(|replica| replica.calls.is_empty());
        let terminated = content_terminated || self.live.read(Replica::content_terminated);
        Ok(Closed {
            saved_path,
            complete: left,
            kept_aside: self.live.is_kept_aside(),
            exit: self.live.read(Replica::last_exit),
            exit_set_by: self.live.read(Replica::exit_set_by),
            terminated_by: match (terminated, is_silent) {
                (true, _) => "content",
                (false, true) => "none",
                (false, false) => "greenroom",
            },
            rte_duration_ms: now_ms().saturating_sub(self.opened_at),
            lms: self.live.lms_report(),
        })
    }

    /// Has the page take the content away, so that its own handlers still reach the API.
    async fn leave(&self) -> bool {
        let order = order(&self.live, EventKind::CloseRequested);
        let ticket = order.ticket;
        if self.page.order(order).is_err() {
            self.live.has_happened(ticket);
            return false;
        }
        let is_gone = || {
            !self.live.folded().tickets.is_open(ticket)
                && self.live.read(|replica| replica.delivery.is_none())
        };
        let gone = tokio::select! {
            biased;
            gone = self.until_so(CLOSE_LIMIT, is_gone) => gone.is_ok(),
            // A page that went away meanwhile has said all that it had to say.
            () = self.page.left() => is_gone(),
        };
        self.live.has_happened(ticket) && gone
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
