//! The courses that are open in the browser, by session.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_browser::{Browser, PictureLimits};
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::{Session, SessionStore};
use greenroom_web::stage::Stage;
use greenroom_web::workbench::courses::Driver;
use tokio::sync::{OnceCell, watch};

use super::driving::Seating;
use super::handing_over;
use super::live_course::LiveCourse;
use super::lms::{self, Imported, LmsProfiles, LmsReport};
use super::person::PersonCourse;
use super::runtime::{Closed, Ending, Runtime};
use super::source;
use crate::{Fault, StageError};

/// The reports of closed sessions that are remembered.
const MOST_REPORTS: usize = 50;

/// The open runtimes.
#[derive(Debug)]
pub struct Runtimes {
    pub(super) store: Arc<SessionStore>,
    pub(super) browser: Browser,
    pub(super) limits: PageLimits,
    pub(super) profiles: Arc<LmsProfiles>,
    pub(super) stage: OnceCell<Stage>,
    open: Mutex<HashMap<String, Arc<Runtime>>>,
    /// Those that people play in browsers of their own.
    pub(super) persons: Mutex<HashMap<String, Arc<PersonCourse>>>,
    /// Who drives the sessions of agents, and who looks on.
    pub(super) seats: Mutex<HashMap<String, Arc<Seating>>>,
    /// What LMSs have stored of sessions that are closed, the latest last.
    lms_reports: Mutex<VecDeque<(String, LmsReport)>>,
    /// Counts what begins and ends, for those who watch.
    pub(super) changed: watch::Sender<u64>,
}

/// What the settings say of all pages.
#[derive(Clone, Copy, Debug)]
pub struct PageLimits {
    pub load: Duration,
    pub pictures: PictureLimits,
    /// How long a person who drives may do nothing before the agent goes on.
    pub drive_idle: Duration,
    /// A course is resumed from its suspend_data alone, unless the caller says otherwise.
    pub resume_without_location: bool,
}

impl Runtimes {
    pub fn new(
        store: Arc<SessionStore>,
        browser: Browser,
        limits: PageLimits,
        profiles: impl Into<Arc<LmsProfiles>>,
    ) -> Self {
        Self {
            store,
            browser,
            limits,
            profiles: profiles.into(),
            stage: OnceCell::new(),
            open: Mutex::default(),
            persons: Mutex::default(),
            seats: Mutex::default(),
            lms_reports: Mutex::default(),
            changed: watch::Sender::new(0),
        }
    }

    /// Those of a learner's browser: the same sessions, in processes of their own that behave as
    /// people's browsers do.
    #[must_use]
    pub fn of_learner(&self) -> Self {
        Self::new(
            Arc::clone(&self.store),
            self.browser.of_learner(),
            self.limits,
            Arc::clone(&self.profiles),
        )
    }

    /// The names of the LMS profiles that a launch can name.
    pub fn lms_names(&self) -> Vec<String> {
        self.profiles.names()
    }

    pub fn sessions(&self) -> &Arc<SessionStore> {
        &self.store
    }

    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    /// The LMSs that a course can be played as.
    pub fn profiles(&self) -> &LmsProfiles {
        &self.profiles
    }

    /// What the LMS of this name makes of the package of a session when it is imported.
    pub fn import_in(&self, session: &Session, name: &str) -> Result<Imported, StageError> {
        let package = session
            .package()
            .ok_or_else(|| StageError::new(Fault::UnknownSession, "this session has no package"))?;
        let source = source::read(package)?;
        let profile = self.profiles.profile(name)?;
        let known = self.profiles.find(name)?;
        Ok(lms::import(profile, known, &source.manifest, package))
    }

    /// The runtime of a session, if one is open.
    pub fn find(&self, session_id: &str) -> Option<Arc<Runtime>> {
        self.open.lock().ignore_poison().get(session_id).cloned()
    }

    /// The runtime of a session, or the error that names the way to one.
    pub fn require(&self, session_id: &str) -> Result<Arc<Runtime>, StageError> {
        self.find(session_id)
            .ok_or_else(|| self.no_runtime(session_id))
    }

    fn no_runtime(&self, session_id: &str) -> StageError {
        let known = self.store.session(session_id).is_ok();
        let message = if self.person(session_id).is_some() {
            format!("a person plays the course of session {session_id} in the workbench")
        } else if known {
            format!("session {session_id} has no open runtime")
        } else {
            format!("there is no session {session_id}")
        };
        StageError::new(Fault::RuntimeNotOpen, message).detail("session_known", known)
    }

    /// Whether the course of a session could be launched as its files are now.
    pub fn check_launch(&self, session: &Session) -> Result<(), StageError> {
        let package = session
            .package()
            .ok_or_else(|| StageError::new(Fault::UnknownSession, "this session has no package"))?;
        source::read(package).map(drop)
    }

    /// A course came on the stage.
    pub(super) fn add(&self, runtime: &Arc<Runtime>) {
        let session_id = runtime.session.id().as_str().to_owned();
        self.open
            .lock()
            .ignore_poison()
            .insert(session_id, Arc::clone(runtime));
        self.note_change();
    }

    /// Fires whenever a session begins or ends, or somebody else drives it.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Whether a course plays in a browser of this process.
    pub fn plays(&self) -> bool {
        !self.open.lock().ignore_poison().is_empty()
    }

    /// The course of a session, whoever plays it.
    pub(crate) fn playing(&self, session_id: &str) -> Option<Arc<LiveCourse>> {
        if let Some(person) = self.person(session_id) {
            return Some(Arc::clone(&person.live));
        }
        Some(Arc::clone(&self.find(session_id)?.live))
    }

    /// In whose browser a session plays.
    pub(crate) fn driver(&self, session_id: &str) -> Driver {
        if self.person(session_id).is_some() {
            Driver::Person
        } else if self.find(session_id).is_some() {
            Driver::Agent
        } else {
            Driver::Nobody
        }
    }

    /// A session began or ended, or somebody else drives it.
    pub fn note_change(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Closes the runtime of a session, if one is open.
    pub async fn close(&self, session_id: &str, cause: &str) -> Result<Option<Closed>, StageError> {
        self.close_as(session_id, cause, Ending::Suspended).await
    }

    /// As [`Runtimes::close`], with a say in what becomes of the attempt.
    pub async fn close_as(
        &self,
        session_id: &str,
        cause: &str,
        ending: Ending,
    ) -> Result<Option<Closed>, StageError> {
        let runtime = self.open.lock().ignore_poison().remove(session_id);
        let closed = match runtime {
            Some(runtime) => runtime.close(cause, ending).await.map(Some),
            None => self.close_for_person(session_id, cause, ending).await,
        };
        if let Ok(Some(Closed { lms: Some(lms), .. })) = &closed {
            let mut reports = self.lms_reports.lock().ignore_poison();
            reports.retain(|(id, _)| id != session_id);
            reports.push_back((session_id.to_owned(), lms.clone()));
            if reports.len() > MOST_REPORTS {
                reports.pop_front();
            }
        }
        handing_over::forget(&self.store, session_id, cause).await;
        self.note_change();
        closed
    }

    /// What the LMS of a session has stored, also of one that was closed.
    pub async fn lms_report(&self, session_id: &str) -> Result<LmsReport, StageError> {
        let open = match (self.find(session_id), self.person(session_id)) {
            (Some(runtime), _) => Some(runtime.lms_report().await?),
            (None, Some(person)) => Some(person.live.lms_report()),
            (None, None) => None,
        };
        let Some(report) = open else {
            let reports = self.lms_reports.lock().ignore_poison();
            let of_closed = reports.iter().rev().find(|(id, _)| id == session_id);
            let known = of_closed.map(|(_, report)| report.clone());
            return known.ok_or_else(|| self.no_runtime(session_id));
        };
        report.ok_or_else(|| {
            let message = "this session plays by the book: no LMS stores anything";
            StageError::new(Fault::InvalidParams, message)
                .hint("Open the course with lms_profile, such as moodle.")
        })
    }

    /// Takes the page of a private attempt away at once; nothing of it is kept.
    pub async fn abandon(&self, session_id: &str) {
        let runtime = self.open.lock().ignore_poison().remove(session_id);
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
    pub async fn shut_down(&self) {
        self.browser.close().await;
    }
}
