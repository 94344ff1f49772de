//! The server's copy of the engine: the same events as in the page, folded natively.
//!
//! Tools read from here. Beside the engine's own state it keeps what only a record of the events
//! can tell: the calls, the changes, the visits, the steps of sequencing.

mod recording;

use scorm_session::history::{ChangeSource, HistoryEntry};
use scorm_session::{Delivery, History, NavigationOutcome, Origin, ScormType, Session, TraceStep};
use serde_json::Value;

use super::anomalies::Visit;
use super::api_call::{ApiCall, Kind};
use super::departure::Departed;
use super::tampering::Tampering;

/// One step of sequencing with the time of the event that caused it.
#[derive(Clone, Debug)]
pub(crate) struct TimedStep {
    pub(crate) at: u64,
    pub(crate) step: TraceStep,
}

/// The engine with the record of what happened to it.
#[derive(Debug)]
pub(crate) struct Replica {
    pub(crate) engine: Session,
    pub(crate) history: History,
    pub(crate) calls: Vec<ApiCall>,
    pub(crate) trace: Vec<TimedStep>,
    pub(crate) delivery: Option<Delivery>,
    /// When the engine asked for it.
    delivered_at: u64,
    /// The learner session is over; true if it was suspended.
    pub(crate) ended: Option<bool>,
    pub(crate) last_navigation: Option<Navigated>,
    /// How many navigation requests were decided so far.
    pub(crate) navigations: u64,
    visits: Vec<Visit>,
    session_id: String,
    rte_sessions: u32,
    /// The number of the RTE session of every entry in `history`.
    changed_in: Vec<u32>,
    suspend_data_limit: usize,
    /// What the content did to be taken for somebody else.
    pub(crate) tampering: Tampering,
    /// How the course left by itself, until something is delivered again.
    pub(crate) departed: Option<Departed>,
}

/// What came of the last navigation request.
#[derive(Clone, Debug)]
pub(crate) struct Navigated {
    pub(crate) request: String,
    pub(crate) outcome: Result<NavigationOutcome, Refusal>,
}

/// Why a request was refused.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) exception: String,
    pub(crate) message: String,
}

/// An event for the session's stream: type and payload.
pub(crate) type Told = (&'static str, Value);

impl Replica {
    pub(crate) fn new(engine: Session, session_id: &str, suspend_data_limit: usize) -> Self {
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
    pub(crate) fn changes(&self) -> impl DoubleEndedIterator<Item = (&HistoryEntry, String)> {
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
    pub(crate) fn visits(&self, looked_for_other_api: bool) -> Vec<Visit> {
        let mut visits = self.visits.clone();
        if let Some(last) = visits.last_mut() {
            last.looked_for_other_api = looked_for_other_api;
            last.tampering = self.tampering.summary();
        }
        visits
    }

    /// What every answer about the course must say.
    pub(crate) fn notices(&self) -> Vec<String> {
        let departed = self.departed.as_ref().map(Departed::notice);
        self.tampering
            .notice()
            .into_iter()
            .chain(departed)
            .collect()
    }

    /// `none`, `initialized` or `terminated`: where the RTE session of the delivered SCO stands.
    pub(crate) fn initialize_state(&self) -> &'static str {
        match self.engine.api_state() {
            Some(scorm_runtime::State::Running) => "initialized",
            Some(scorm_runtime::State::Terminated) => "terminated",
            Some(scorm_runtime::State::NotInitialized) | None => "none",
        }
    }

    /// The delivered SCO has not initialized. Assets never do.
    pub(crate) fn is_silent(&self) -> bool {
        let is_sco = |delivery: &Delivery| delivery.scorm_type == ScormType::Sco;
        self.delivery.as_ref().is_some_and(is_sco) && self.initialize_state() == "none"
    }

    /// Who opened the RTE session of the delivered SCO: the content's own Initialize counts.
    pub(crate) fn initialized_by(&self) -> Option<&'static str> {
        let delivered = self.visits.last()?;
        let by_content = delivered
            .calls
            .iter()
            .any(|call| call.kind() == Kind::Initialize && !call.failed());
        if by_content {
            return Some("content");
        }
        (self.initialize_state() != "none").then_some("greenroom")
    }

    /// The content itself has ended its last RTE session.
    pub(crate) fn content_terminated(&self) -> bool {
        self.calls
            .iter()
            .rfind(|call| {
                matches!(call.kind(), Kind::Initialize | Kind::Terminate) && !call.failed()
            })
            .is_some_and(|call| call.kind() == Kind::Terminate)
    }

    /// The exit value that was set last, by whomever.
    pub(crate) fn last_exit(&self) -> String {
        let last = self.exit_change();
        last.and_then(|entry| entry.after.clone())
            .unwrap_or_default()
    }

    /// `content`, `tool` or `greenroom`, which suspends what is closed; `none` if nobody set it.
    pub(crate) fn exit_set_by(&self) -> &'static str {
        match self.exit_change().map(|entry| entry.origin) {
            Some(Origin::Engine) => "greenroom",
            Some(origin) => origin_name(origin),
            None => "none",
        }
    }

    fn exit_change(&self) -> Option<&HistoryEntry> {
        let is_exit = |element: &str| matches!(element, "cmi.exit" | "cmi.core.exit");
        let mut set = self.history.entries().iter();
        set.rfind(|entry| is_exit(&entry.element) && entry.source != ChangeSource::Restore)
    }
}

/// Who acted, as results name it.
pub(crate) fn origin_name(origin: Origin) -> &'static str {
    match origin {
        Origin::Content => "content",
        Origin::Tool => "tool",
        Origin::Engine => "engine",
    }
}
