//! Taking in events: the engine folds them, and the record of what happened grows.

use greenroom_report::run::Visit;
use greenroom_web::stage::Departure;
use scorm_session::history::{ChangeSource, HistoryEntry};
use scorm_session::{
    ApiCall, ApiErrorCode, ApiFunction, ApiMethod, Effect, Event, EventKind, NavigationOutcome,
    Origin, ScormType, Told as LmsTold,
};
use serde_json::json;

use super::{Navigated, Refusal, Replica, TimedStep, Told};

/// One call, before its answer is known.
#[derive(Clone, Copy)]
struct Called<'a> {
    function: ApiFunction,
    args: &'a [Option<String>],
    origin: Origin,
    at: u64,
    took_us: Option<u32>,
    lms: Option<&'a LmsTold>,
}

impl Replica {
    /// Takes in one event; gives its effects, and what the session's stream tells about it.
    pub fn apply(&mut self, event: &Event) -> (Vec<Effect>, Vec<Told>) {
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
                    lms: event.lms.as_ref(),
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

    /// The content left its window by itself: what follows is the end of the course.
    pub fn depart(&mut self, departure: Departure, at: u64) -> Told {
        let activity = self.delivery.as_ref().map(|it| it.activity.clone());
        let departed =
            super::super::departure::departed(departure, activity.unwrap_or_default(), at);
        if let Some(visit) = self.visits.last_mut() {
            visit.departed = Some(departed.clone());
        }
        let payload = json!({"activity": departed.activity, "url": departed.url});
        let told = (departed.code, payload);
        self.departed = Some(departed);
        told
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
            lms,
        } = called;
        let code = ApiErrorCode::from(answer.error).to_string();
        let lms = lms.filter(|told| told.differs(&answer.value, &code));
        let call = ApiCall {
            seq: self.calls.len() as u64 + 1,
            method: ApiMethod::new(function, self.engine.course().version),
            args: args.to_vec(),
            result: answer.value,
            error_code: answer.error.into(),
            timestamp: at,
            duration_us: took_us,
            origin,
            activity: activity.unwrap_or_default(),
            rte_session: self.rte_session_id(self.rte_session_number(self.engine.api_state())),
            lms: lms.cloned(),
        };
        if origin == Origin::Content
            && let Some(visit) = self.visits.last_mut()
        {
            visit.calls.push(call.clone());
        }
        let mut payload = json!({
            "method": call.method, "args": call.args, "result": call.result,
            "error_code": call.error_code, "origin": call.origin,
            "rte_session": call.rte_session,
        });
        if let Some(lms) = &call.lms {
            payload["lms"] = json!(lms);
        }
        told.push(("debug:api_call", payload));
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
                self.departed = None;
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
