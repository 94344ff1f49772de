//! The server's copy of the engine: the same events as in the page, folded natively.
//!
//! Tools read from here. Beside the engine's own state it keeps what only a record of the events
//! can tell: the calls, the changes, the visits, the steps of sequencing.

mod recording;

use greenroom_report::run::{Departed, Visit};
use scorm_session::history::{ChangeSource, HistoryEntry};
use scorm_session::{
    ApiCall, ApiFunction, Delivery, History, NavigationOutcome, Origin, ScormType, Session,
    TraceStep,
};
use serde_json::Value;

use super::tampering::Tampering;

/// One step of sequencing with the time of the event that caused it.
#[derive(Clone, Debug)]
pub struct TimedStep {
    pub at: u64,
    pub step: TraceStep,
}

/// The engine with the record of what happened to it.
#[derive(Debug)]
pub struct Replica {
    pub engine: Session,
    pub history: History,
    pub calls: Vec<ApiCall>,
    pub trace: Vec<TimedStep>,
    pub delivery: Option<Delivery>,
    /// When the engine asked for it.
    delivered_at: u64,
    /// The learner session is over; true if it was suspended.
    pub ended: Option<bool>,
    pub last_navigation: Option<Navigated>,
    /// How many navigation requests were decided so far.
    pub navigations: u64,
    visits: Vec<Visit>,
    session_id: String,
    rte_sessions: u32,
    /// The number of the RTE session of every entry in `history`.
    changed_in: Vec<u32>,
    suspend_data_limit: usize,
    /// What the content did to be taken for somebody else.
    pub tampering: Tampering,
    /// How the course left by itself, until something is delivered again.
    pub departed: Option<Departed>,
}

/// What came of the last navigation request.
#[derive(Clone, Debug)]
pub struct Navigated {
    pub request: String,
    pub outcome: Result<NavigationOutcome, Refusal>,
}

/// Why a request was refused.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub exception: String,
    pub message: String,
}

/// An event for the session's stream: type and payload.
pub type Told = (&'static str, Value);

impl Replica {
    pub fn new(engine: Session, session_id: &str, suspend_data_limit: usize) -> Self {
        Self {
            engine,
            history: History::default(),
            calls: Vec::new(),
            trace: Vec::new(),
            delivery: None,
            delivered_at: 0,
            ended: None,
            last_navigation: None,
            navigations: 0,
            visits: Vec::new(),
            session_id: session_id.to_owned(),
            rte_sessions: 0,
            changed_in: Vec::new(),
            suspend_data_limit,
            tampering: Tampering::default(),
            departed: None,
        }
    }

    /// The changes of the data model, each with the id of its RTE session.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = (&HistoryEntry, String)> {
        let entries = self.history.entries().iter().zip(&self.changed_in);
        entries.map(|(entry, number)| (entry, self.rte_session_id(*number)))
    }

    /// The RTE session that something belongs to while the API instance is in this state: before
    /// Initialize, the one that is to come.
    fn rte_session_number(&self, state: Option<scorm_runtime::State>) -> u32 {
        match state {
            Some(scorm_runtime::State::NotInitialized) => self.rte_sessions + 1,
            _ => self.rte_sessions.max(1),
        }
    }

    fn rte_session_id(&self, number: u32) -> String {
        format!("{}-r{number}", self.session_id)
    }

    /// The visits with the content's own calls. `looked_for_other_api` is known for the last one.
    pub fn visits(&self, looked_for_other_api: bool) -> Vec<Visit> {
        let mut visits = self.visits.clone();
        if let Some(last) = visits.last_mut() {
            last.looked_for_other_api = looked_for_other_api;
            last.tampering = self.tampering.summary();
        }
        visits
    }

    /// What every answer about the course must say.
    pub fn notices(&self) -> Vec<String> {
        let departed = self.departed.as_ref().map(Departed::notice);
        self.tampering
            .notice()
            .into_iter()
            .chain(departed)
            .collect()
    }

    /// `none`, `initialized` or `terminated`: where the RTE session of the delivered SCO stands.
    pub fn initialize_state(&self) -> &'static str {
        match self.engine.api_state() {
            Some(scorm_runtime::State::Running) => "initialized",
            Some(scorm_runtime::State::Terminated) => "terminated",
            Some(scorm_runtime::State::NotInitialized) | None => "none",
        }
    }

    /// The delivered SCO has not initialized. Assets never do.
    pub fn is_silent(&self) -> bool {
        let is_sco = |delivery: &Delivery| delivery.scorm_type == ScormType::Sco;
        self.delivery.as_ref().is_some_and(is_sco) && self.initialize_state() == "none"
    }

    /// Who opened the RTE session of the delivered SCO: the content's own Initialize counts.
    pub fn initialized_by(&self) -> Option<&'static str> {
        let delivered = self.visits.last()?;
        let by_content = delivered
            .calls
            .iter()
            .any(|call| call.function() == ApiFunction::Initialize && !call.failed());
        if by_content {
            return Some("content");
        }
        (self.initialize_state() != "none").then_some("greenroom")
    }

    /// The content itself has ended its last RTE session.
    pub fn content_terminated(&self) -> bool {
        self.calls
            .iter()
            .rfind(|call| {
                matches!(
                    call.function(),
                    ApiFunction::Initialize | ApiFunction::Terminate
                ) && !call.failed()
            })
            .is_some_and(|call| call.function() == ApiFunction::Terminate)
    }

    /// The exit value that was set last, by whomever.
    pub fn last_exit(&self) -> String {
        let last = self.exit_change();
        last.and_then(|entry| entry.after.clone())
            .unwrap_or_default()
    }

    /// `content`, `tool` or `greenroom`, which suspends what is closed; `none` if nobody set it.
    pub fn exit_set_by(&self) -> &'static str {
        match self.exit_change().map(|entry| entry.origin) {
            Some(Origin::Engine) => "greenroom",
            Some(origin) => origin.as_str(),
            None => "none",
        }
    }

    fn exit_change(&self) -> Option<&HistoryEntry> {
        let is_exit = |element: &str| matches!(element, "cmi.exit" | "cmi.core.exit");
        let mut set = self.history.entries().iter();
        set.rfind(|entry| is_exit(&entry.element) && entry.source != ChangeSource::Restore)
    }
}
