//! The server's copy of the engine: the same events as in the page, folded natively.
//!
//! Tools read from here. Beside the engine's own state it keeps what only a record of the events
//! can tell: the calls, the changes, the visits, the steps of sequencing.

use scorm_session::history::{ChangeSource, HistoryEntry};
use scorm_session::{
    ApiFunction, Delivery, Effect, Event, EventKind, History, NavigationOutcome, Origin, ScormType,
    Session, TraceStep,
};
use serde_json::{Value, json};

use super::anomalies::Visit;
use super::api_call::{ApiCall, Kind};

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

/// One call, before its answer is known.
#[derive(Clone, Copy)]
struct Called<'a> {
    function: ApiFunction,
    args: &'a [Option<String>],
    origin: Origin,
    at: u64,
    took_us: Option<u32>,
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
        }
    }

    /// Takes in one event; gives its effects, and what the session's stream tells about it.
    pub(crate) fn apply(&mut self, event: &Event) -> (Vec<Effect>, Vec<Told>) {
        let activity = self
            .delivery
            .as_ref()
            .map(|delivery| delivery.activity.clone());
        let was = self.engine.api_state();
        let before = self.rte_session_number(was);
        let effects = self.engine.apply(event);
        self.count_rte_sessions(was);
        self.record_history(event, &effects, before);
        let mut told = Vec::new();
        match &event.event {
            EventKind::ApiCalled {
                function,
                args,
                origin,
            } => {
                let called = Called {
                    function: *function,
                    args,
                    origin: *origin,
                    at: event.at,
                    took_us: event.took_us,
                };
                self.record_call(called, activity.clone(), &effects, &mut told);
            }
            EventKind::ContentLoaded => {
                if let Some(delivery) = &self.delivery {
                    let payload = json!({
                        "activity": delivery.activity, "url": delivery.url,
                        "load_ms": event.at.saturating_sub(self.delivered_at),
                    });
                    told.push(("content:loaded", payload));
                }
            }
            EventKind::ContentUnloaded => {
                if let Some(visit) = self.visits.last_mut() {
                    visit.unloaded = true;
                }
                let url = self.delivery.take().map(|delivery| delivery.url);
                let payload = json!({"activity": activity, "url": url});
                told.push(("content:unloaded", payload));
            }
            EventKind::NavigationRequested { request } => {
                let request = serde_json::to_value(request).unwrap_or_default();
                told.push((
                    "navigation:requested",
                    json!({"request": request, "from": activity}),
                ));
            }
            EventKind::Launched { .. } | EventKind::CloseRequested | EventKind::TrackingReset => {}
        }
        for effect in &effects {
            self.record_effect(event.at, activity.as_deref(), effect, &mut told);
        }
        (effects, told)
    }

    /// The changes of the data model, each with the id of its RTE session.
    pub(crate) fn changes(&self) -> impl DoubleEndedIterator<Item = (&HistoryEntry, String)> {
        let entries = self.history.entries().iter().zip(&self.changed_in);
        entries.map(|(entry, number)| (entry, self.rte_session_id(*number)))
    }

    fn record_history(&mut self, event: &Event, effects: &[Effect], rte_session: u32) {
        self.history.record(event, effects);
        let restored = |entry: &HistoryEntry| entry.source == ChangeSource::Restore;
        // What a delivery brings back belongs to the RTE session that it begins.
        let coming = self.rte_session_number(self.engine.api_state());
        let new = self.history.entries().iter().skip(self.changed_in.len());
        let numbers: Vec<u32> = new
            .map(|entry| if restored(entry) { coming } else { rte_session })
            .collect();
        self.changed_in.extend(numbers);
    }

    /// An RTE session begins when the API instance starts to run, whoever initialized it.
    fn count_rte_sessions(&mut self, was: Option<scorm_runtime::State>) {
        let running = Some(scorm_runtime::State::Running);
        if was != running && self.engine.api_state() == running {
            self.rte_sessions += 1;
        }
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
        }
        visits
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
        let is_exit = |element: &str| matches!(element, "cmi.exit" | "cmi.core.exit");
        let last = self
            .history
            .entries()
            .iter()
            .rfind(|entry| is_exit(&entry.element));
        last.and_then(|entry| entry.after.clone())
            .unwrap_or_default()
    }

    fn record_call(
        &mut self,
        called: Called<'_>,
        activity: Option<String>,
        effects: &[Effect],
        told: &mut Vec<Told>,
    ) {
        let answer = effects.iter().find_map(|effect| match effect {
            Effect::Answered(answer) => Some(answer.clone()),
            _ => None,
        });
        let Some(answer) = answer else { return };
        let Called {
            function,
            args,
            origin,
            at,
            took_us,
        } = called;
        let scorm12 = self.engine.course().version.is_scorm12();
        let call = ApiCall {
            seq: self.calls.len() as u64 + 1,
            method: if scorm12 {
                function.name_1_2()
            } else {
                function.name_2004()
            }
            .to_owned(),
            args: args.to_vec(),
            result: answer.value,
            error_code: answer.error.to_string(),
            timestamp: at,
            duration_us: took_us,
            origin: origin_name(origin).to_owned(),
            activity: activity.unwrap_or_default(),
            rte_session: self.rte_session_id(self.rte_session_number(self.engine.api_state())),
        };
        if origin == Origin::Content
            && let Some(visit) = self.visits.last_mut()
        {
            visit.calls.push(call.clone());
        }
        told.push((
            "debug:api_call",
            json!({
                "method": call.method, "args": call.args, "result": call.result,
                "error_code": call.error_code, "origin": call.origin,
                "rte_session": call.rte_session,
            }),
        ));
        self.calls.push(call);
    }

    fn decided(&mut self, request: &str, outcome: Result<NavigationOutcome, Refusal>) {
        self.navigations += 1;
        self.last_navigation = Some(Navigated {
            request: request.to_owned(),
            outcome,
        });
    }

    /// `from` is the activity that was in the frame before the event.
    fn record_effect(
        &mut self,
        at: u64,
        from: Option<&str>,
        effect: &Effect,
        told: &mut Vec<Told>,
    ) {
        match effect {
            Effect::Deliver(delivery) => {
                self.visits.push(Visit {
                    activity: delivery.activity.clone(),
                    is_sco: delivery.scorm_type == ScormType::Sco,
                    suspend_data_limit: self.suspend_data_limit,
                    ..Visit::default()
                });
                self.delivery = Some(delivery.clone());
                self.delivered_at = at;
                self.ended = None;
            }
            Effect::DataChanged { changes, .. } => {
                let source = self
                    .history
                    .entries()
                    .last()
                    .map(|entry| entry.source.as_str());
                told.extend(changes.iter().map(|change| {
                    let payload = json!({
                        "element": change.element, "previous": change.before,
                        "new": change.after, "source": source,
                    });
                    ("data:changed", payload)
                }));
            }
            Effect::Navigated {
                request, outcome, ..
            } => {
                told.push((
                    "navigation:completed",
                    json!({"request": request, "from": from, "to": outcome}),
                ));
                self.decided(request, Ok(outcome.clone()));
            }
            Effect::NavigationRefused {
                request,
                exception,
                message,
                ..
            } => {
                let payload = json!({
                    "request": request, "from": from, "exception": exception, "message": message,
                });
                told.push(("navigation:refused", payload));
                let refusal = Refusal {
                    exception: exception.clone(),
                    message: message.clone(),
                };
                self.decided(request, Err(refusal));
            }
            Effect::Traced { steps } => {
                for step in steps {
                    let payload = serde_json::to_value(step).unwrap_or_default();
                    told.push(("trace:sequencing_step", payload));
                    self.trace.push(TimedStep {
                        at,
                        step: step.clone(),
                    });
                }
            }
            Effect::SessionEnded { suspended } => self.ended = Some(*suspended),
            Effect::Answered(_)
            | Effect::UnloadContent { .. }
            | Effect::SaveState { .. }
            | Effect::Noted { .. } => {}
        }
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
