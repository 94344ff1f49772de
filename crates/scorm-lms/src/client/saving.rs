//! What is sent, when, and what becomes of it.

use std::collections::{BTreeMap, BTreeSet};

use super::emulation::{Emulation, State};
use crate::moment::{Moment, PageEvent};
use crate::network::{Body, Kind, Network, Outcome, Request, Via};
use crate::profile::dialect::{Carries, Dialect, Send};
use crate::profile::element::Access;
use crate::value::JsValue;

/// The requests of one launch.
#[derive(Debug, Default)]
pub(super) struct Saving {
    last_id: u32,
    /// The time of the last call or event.
    now_ms: u64,
    /// What the server has, as this client believes.
    sent: BTreeMap<String, JsValue>,
    /// What changed since the last save that succeeded.
    changed: BTreeSet<String>,
    /// The request that is under way, and what it carries.
    in_flight: Option<(u32, Kind, BTreeSet<String>)>,
    /// Bodies that wait for the request under way.
    waiting: Vec<Body>,
    /// A save that waits for its time.
    delayed: Option<(u64, Body)>,
    /// The next save that the LMS makes by itself.
    autosave: Option<u64>,
    /// Nothing is sent any more.
    ended: bool,
}

impl Saving {
    pub(super) fn begin(&mut self, dialect: &Dialect, given: &BTreeMap<String, JsValue>) {
        self.sent.clone_from(given);
        let every = dialect.sending.autosave_ms;
        self.autosave = (every > 0).then_some(every);
    }

    pub(super) fn request(&mut self, via: Via, body: Body) -> Request {
        self.last_id += 1;
        Request {
            id: self.last_id,
            via,
            body,
        }
    }

    /// Is an asynchronous request under way?
    pub(super) fn is_under_way(&self) -> bool {
        self.in_flight.is_some()
    }

    /// What the server has, as this client believes.
    pub(super) fn sent(&self) -> &BTreeMap<String, JsValue> {
        &self.sent
    }

    /// The next save carries this element again.
    pub(super) fn forget(&mut self, element: &str) {
        self.sent.remove(element);
    }

    pub(super) fn touched(&mut self, element: &str) {
        self.changed.insert(element.to_owned());
    }
}

impl Emulation {
    /// Sends what `SetValue` sends.
    pub(super) fn save_at_set(
        &mut self,
        element: &str,
        value: &JsValue,
        moment: Moment,
        net: &mut dyn Network,
    ) {
        self.saving.now_ms = moment.at_ms;
        let body = Body {
            kind: Kind::Set,
            values: vec![(element.to_owned(), value.clone())],
            changed: None,
            finished: self.state == State::Finished,
        };
        match self.dialect.sending.set {
            Send::Nothing | Send::Delayed(_) => {}
            Send::Sync => {
                let request = self.saving.request(Via::XhrSync, body);
                net.sync(&request);
            }
            Send::Beacon => {
                let request = self.saving.request(Via::Beacon, body);
                net.beacon(&request);
            }
            Send::Async(via, queued) => self.start(via, queued, body, net),
            Send::Chosen(choices) => {
                let text = value.to_text();
                let chosen = choices.iter().find(|choice| {
                    choice.element == element && choice.value.is_none_or(|value| value == text)
                });
                if self.saving.ended {
                    return;
                }
                if let Some(chosen) = chosen {
                    self.saving.ended = chosen.ends;
                    if chosen.delay_ms == 0 {
                        self.saving.delayed = None;
                        self.start(Via::Fetch, false, body, net);
                    } else {
                        let due = self.saving.now_ms + chosen.delay_ms;
                        self.saving.delayed = Some((due, body));
                    }
                }
            }
        }
    }

    /// Sends what `Commit` sends. The error is that of the save.
    pub(super) fn save_at_commit(
        &mut self,
        moment: Moment,
        net: &mut dyn Network,
    ) -> Result<(), u16> {
        let sending = self.dialect.sending;
        let saved = self.save(sending.commit, Kind::Commit, moment, net);
        if sending.refresh.0 {
            self.refresh(net);
        }
        let failed = sending.failed;
        saved.map_err(|outcome| match outcome {
            Outcome::NoConnection => failed.commit_offline,
            _ => failed.commit,
        })
    }

    /// Sends what `Finish` sends, and does what the LMS's page does then.
    pub(super) fn save_at_finish(
        &mut self,
        moment: Moment,
        net: &mut dyn Network,
    ) -> Result<(), u16> {
        let sending = self.dialect.sending;
        let saved = self.save(sending.finish, Kind::Finish, moment, net);
        if sending.refresh.1 && (saved.is_ok() || !self.dialect.states.failed_finish_stays) {
            self.refresh(net);
        }
        let wish = self.store.text("adl.nav.request").unwrap_or_default();
        if saved.is_ok() && sending.follows.contains(&wish.as_str()) {
            let body = housekeeping();
            let request = self.saving.request(Via::Navigate, body);
            net.start(&request);
        }
        saved.map_err(|_| sending.failed.finish)
    }

    fn refresh(&mut self, net: &mut dyn Network) {
        let request = self.saving.request(Via::XhrAsync, housekeeping());
        net.start(&request);
    }

    fn save(
        &mut self,
        send: Send,
        kind: Kind,
        moment: Moment,
        net: &mut dyn Network,
    ) -> Result<(), Outcome> {
        self.saving.now_ms = moment.at_ms;
        let other_mode = self.dialect.sending.only_normal && self.launch.mode() != "normal";
        if send == Send::Nothing || other_mode {
            return Ok(());
        }
        let body = self.body(kind);
        let nothing_new =
            self.dialect.sending.carries == Carries::ChangesIfAny && body.values.is_empty();
        if nothing_new {
            return Ok(());
        }
        match (send, self.sends_otherwise(moment.phase)) {
            (Send::Sync | Send::Beacon, Some(Via::Beacon)) | (Send::Beacon, _) => {
                self.by_beacon(body, net)
            }
            (Send::Sync, Some(via)) => {
                self.start(via, false, body, net);
                Ok(())
            }
            (Send::Sync, None) => self.by_sync(body, net),
            (Send::Async(via, queued), _) => {
                self.start(via, queued, body, net);
                Ok(())
            }
            (Send::Delayed(delay), _) => {
                self.saving.delayed = Some((moment.at_ms + delay, body));
                Ok(())
            }
            (Send::Nothing | Send::Chosen(_), _) => Ok(()),
        }
    }

    fn by_sync(&mut self, body: Body, net: &mut dyn Network) -> Result<(), Outcome> {
        let request = self.saving.request(Via::XhrSync, body);
        let outcome = net.sync(&request);
        if self.is_saved(outcome) {
            self.saving.changed.clear();
            return Ok(());
        }
        if outcome == Outcome::NoConnection && self.dialect.sending.beacon_after_no_connection {
            return self.by_beacon(request.body, net);
        }
        Err(outcome)
    }

    fn by_beacon(&mut self, body: Body, net: &mut dyn Network) -> Result<(), Outcome> {
        let request = self.saving.request(Via::Beacon, body);
        if net.beacon(&request) || self.dialect.sending.beacon_is_success {
            self.saving.changed.clear();
            Ok(())
        } else {
            Err(Outcome::Refused)
        }
    }

    /// Starts an asynchronous request, or lets it wait for the one before.
    fn start(&mut self, via: Via, queued: bool, body: Body, net: &mut dyn Network) {
        if queued && self.saving.in_flight.is_some() {
            self.saving.waiting.push(body);
            return;
        }
        let carried = self.saving.changed.clone();
        let request = self.saving.request(via, body);
        self.saving.in_flight = Some((request.id, request.body.kind, carried));
        net.start(&request);
    }

    pub(super) fn answered(&mut self, id: u32, outcome: Outcome, net: &mut dyn Network) {
        let Some((under_way, kind, carried)) = self.saving.in_flight.take() else {
            return;
        };
        if under_way != id {
            self.saving.in_flight = Some((under_way, kind, carried));
            return;
        }
        let sending = self.dialect.sending;
        if self.is_saved(outcome) {
            if kind == Kind::Finish {
                self.state = State::Finished;
            }
        } else if sending.late_errors {
            self.error = match kind {
                Kind::Finish => sending.failed.finish,
                _ => sending.failed.commit,
            };
        }
        if self.is_saved(outcome) {
            self.saving
                .changed
                .retain(|element| !carried.contains(element));
        }
        if self.saving.waiting.is_empty() {
            return;
        }
        let via = match (self.dialect.sending.set, self.dialect.sending.commit) {
            (Send::Async(via, _), _) | (_, Send::Async(via, _)) => via,
            _ => Via::XhrAsync,
        };
        if self.dialect.sending.carries == Carries::One {
            let waiting = std::mem::take(&mut self.saving.waiting);
            let values = waiting.into_iter().flat_map(|body| body.values).collect();
            let body = Body {
                kind: Kind::Set,
                values,
                changed: None,
                finished: self.state == State::Finished,
            };
            self.start(via, false, body, net);
        } else {
            let body = self.saving.waiting.remove(0);
            self.start(via, false, body, net);
        }
    }

    pub(super) fn next_timer(&self) -> Option<u64> {
        let delayed = self.saving.delayed.as_ref().map(|(due, _)| *due);
        let autosave = self
            .saving
            .autosave
            .filter(|_| !self.saving.changed.is_empty());
        [delayed, autosave].into_iter().flatten().min()
    }

    pub(super) fn timer(&mut self, at_ms: u64, net: &mut dyn Network) {
        self.saving.now_ms = at_ms;
        let due = self
            .saving
            .delayed
            .as_ref()
            .is_some_and(|(due, _)| *due <= at_ms);
        if due && let Some((_, body)) = self.saving.delayed.take() {
            let (via, body) = match self.dialect.sending.set {
                Send::Chosen(_) => (Via::Fetch, body),
                // What is set meanwhile goes along.
                _ => (Via::XhrAsync, self.body(body.kind)),
            };
            self.start(via, false, body, net);
        }
        let every = self.dialect.sending.autosave_ms;
        if every > 0 && self.saving.autosave.is_some_and(|due| due <= at_ms) {
            self.saving.autosave = Some(at_ms + every);
            if self.state == State::Running && !self.saving.changed.is_empty() {
                let body = self.body(Kind::Autosave);
                let via = match self.dialect.sending.commit {
                    Send::Async(via, _) => via,
                    Send::Sync => Via::XhrSync,
                    _ => Via::XhrAsync,
                };
                self.start(via, false, body, net);
            }
        }
    }

    pub(super) fn page_event(&mut self, event: PageEvent, net: &mut dyn Network) {
        let sending = self.dialect.sending;
        if !sending.host_saves.contains(&event) {
            return;
        }
        let pending = !self.saving.changed.is_empty() && self.state == State::Running;
        if sending.host_saves_changes_only && !pending {
            return;
        }
        let mut body = self.body(Kind::Leave);
        body.finished = self.state == State::Finished;
        let request = self.saving.request(sending.host_via, body);
        if sending.host_via == Via::Beacon {
            net.beacon(&request);
        } else {
            self.saving.changed.clear();
            net.start(&request);
        }
    }

    /// What a save carries.
    fn body(&mut self, kind: Kind) -> Body {
        let carries = self.dialect.sending.carries;
        let writable = |element: &str| {
            let row = super::name::Name::new(element, self.dialect.indices).row;
            match self.dialect.element(&row) {
                Some(row) => matches!(row.access, Access::Write | Access::Both | Access::Hidden),
                None => self.dialect.open.is_some(),
            }
        };
        let first_with = self.dialect.sending.first_with;
        let keeps = |element: &str| {
            let total = element == self.version.total_time_element() && kind == Kind::Finish;
            total || first_with.contains(&element) || writable(element)
        };
        let everything = matches!(carries, Carries::Everything | Carries::EverythingAndChanges);
        let mut values: Vec<(String, JsValue)> = self
            .store
            .values
            .iter()
            .filter(|(element, _)| everything && self.dialect.open.is_some() || keeps(element))
            .filter(|(element, _)| !self.dialect.sending.never_sent.contains(&element.as_str()))
            .filter(|(element, value)| match carries {
                Carries::Changes | Carries::ChangesIfAny => {
                    self.saving.sent.get(*element) != Some(value)
                }
                Carries::UnlikeLaunch => self.given.get(*element) != Some(value),
                Carries::Everything | Carries::EverythingAndChanges | Carries::One => true,
            })
            .map(|(element, value)| (element.clone(), value.clone()))
            .collect();
        if let Some(total) = &self.total {
            let element = self.version.total_time_element();
            let total = JsValue::text(total.as_str());
            values.retain(|(name, _)| name != element);
            if self.saving.sent.get(element) != Some(&total) {
                values.push((element.to_owned(), total));
            }
        }
        if matches!(carries, Carries::Changes | Carries::ChangesIfAny) {
            for (element, value) in &values {
                self.saving.sent.insert(element.clone(), value.clone());
            }
        }
        let changed = (carries == Carries::EverythingAndChanges)
            .then(|| self.saving.changed.iter().cloned().collect());
        Body {
            kind,
            values,
            changed,
            finished: kind == Kind::Finish || self.state == State::Finished,
        }
    }
}

fn housekeeping() -> Body {
    Body {
        kind: Kind::Housekeeping,
        values: Vec::new(),
        changed: None,
        finished: false,
    }
}
