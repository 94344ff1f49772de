//! Writes a rehearsal down, event by event.

use std::collections::{BTreeMap, BTreeSet};

use greenroom_report::run::{CLOSES_WINDOW, NAVIGATES_TOP};
use greenroom_store::SessionEvent;
use scorm_session::rehearsal::format::{
    Act, Allowed, Call, Comparison, Element, FinalState, LeaveBy, Next, PageAct, Rehearsal, Start,
    Statement, Step, TrackingWanted, UiAction, Wanted,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::noise::{is_drawn, is_noise};
use super::parts::{asked, is_unwritten_act, pattern};
use super::{About, LeftOut, Recorded};
use crate::rehearsal::faults::request_words;

/// A statement does not list more calls.
const MOST_CALLS: usize = 60;
/// What is left out is told by its beginning.
const LONGEST_WORDS: usize = 120;

/// What is written so far.
pub(super) struct Scribe {
    pub(super) about: About,
    pub(super) steps: Vec<Step>,
    /// The step of what is delivered now.
    pub(super) open: Option<Step>,
    /// What followed the last act and is not stated yet.
    pub(super) pending: Pending,
    /// An act has begun and is not told yet: what is pending may have come of it.
    pub(super) acting: bool,
    /// The act that has begun has ended its step.
    pub(super) led_away: bool,
    /// A request of the learner that is not decided yet.
    pub(super) asked: Option<(UiAction, Option<String>)>,
    /// The course is being closed in this way.
    pub(super) closing: Option<LeaveBy>,
    /// Closed, and not opened again yet.
    pub(super) closed: bool,
    pub(super) ids: BTreeMap<String, String>,
    pub(super) headings: Vec<String>,
    pub(super) root: Option<TrackingWanted>,
    pub(super) console: BTreeSet<String>,
    pub(super) network: BTreeSet<String>,
    pub(super) skipped_acts: bool,
    /// The size in which a person saw the course, as far as it is known.
    pub(super) size: Option<(u32, u32)>,
    pub(super) left_out: Vec<LeftOut>,
}

/// What followed the last act.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) calls: Vec<Call>,
    pub(super) data: BTreeMap<String, Wanted>,
    pub(super) dialogs: Vec<String>,
    pub(super) headings: Vec<String>,
}

impl Pending {
    /// Nothing came of it.
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.data.is_empty() && self.dialogs.is_empty()
    }
}

/// A `debug:api_call` event.
#[derive(Deserialize)]
struct Called {
    method: String,
    #[serde(default)]
    args: Vec<Option<String>>,
    result: String,
    error_code: String,
    origin: String,
}

impl Scribe {
    pub(super) fn new(about: About) -> Self {
        Self {
            about,
            steps: Vec::new(),
            open: None,
            pending: Pending::default(),
            acting: false,
            led_away: false,
            asked: None,
            closing: None,
            closed: false,
            ids: BTreeMap::new(),
            headings: Vec::new(),
            root: None,
            console: BTreeSet::new(),
            network: BTreeSet::new(),
            skipped_acts: false,
            size: None,
            left_out: Vec::new(),
        }
    }

    pub(super) fn take_in(&mut self, event: &SessionEvent) {
        let none = Value::Null;
        let payload = event.payload.as_ref().unwrap_or(&none);
        if let Some(act) = payload.get("act") {
            self.act(event, payload, act);
            return;
        }
        let text = |key: &str| payload[key].as_str().map(str::to_owned);
        match event.kind.as_str() {
            "debug:api_call" => {
                if let Ok(called) = Called::deserialize(payload) {
                    self.call(event.id, called);
                }
            }
            "data:changed" => {
                if let Some(element) = text("element") {
                    let of_run = payload["source"].as_str() != Some("restore");
                    self.change(&element, payload["new"].as_str(), of_run);
                }
            }
            "page:acting" => {
                self.state();
                (self.acting, self.led_away) = (true, false);
            }
            "navigation:requested" => self.asked = asked(&payload["request"]),
            "navigation:refused" => self.refused(event.id, payload),
            "navigation:completed" => self.moved(payload),
            "runtime:closing" => {
                let by_exit = payload["ending"].as_str() == Some("as_the_course_said");
                self.begin_leaving(match payload["cause"].as_str() {
                    _ if by_exit => LeaveBy::LmsExit,
                    Some("tab_closed") => LeaveBy::ClosedTab,
                    Some("connection_lost") => LeaveBy::KilledBrowser,
                    _ => LeaveBy::Close,
                });
            }
            "runtime:crashed" => self.begin_leaving(LeaveBy::KilledBrowser),
            CLOSES_WINDOW | NAVIGATES_TOP => self.begin_leaving(LeaveBy::Content),
            "runtime:closed" => self.is_closed(payload),
            "runtime:opened" => self.is_opened(event.id, payload),
            "page:seen" => {
                self.pending.headings =
                    Vec::<String>::deserialize(&payload["headings"]).unwrap_or_default();
            }
            "dialog:opened" => self.pending.dialogs.extend(text("message")),
            "console:message" if payload["level"].as_str() == Some("error") => {
                self.console_error(event.id, payload);
            }
            "page:sized" => self.sized(payload),
            "network:blocked" => {
                let url = text("url").unwrap_or_default();
                let payload = json!({"text": "*", "category": "network", "source": url});
                self.console_error(event.id, &payload);
            }
            kind if payload["unwritten"].is_string() => {
                let why = text("unwritten").unwrap_or_default();
                self.leave_out(event.id, kind, &why);
            }
            kind if is_unwritten_act(kind) && payload["outcome"].as_str() == Some("done") => {
                let what = format!("{kind} {}", text("selector").unwrap_or_default());
                self.leave_out(event.id, what.trim(), "rehearsals have no such act");
            }
            _ => {}
        }
    }

    fn act(&mut self, event: &SessionEvent, payload: &Value, act: &Value) {
        if payload["outcome"].as_str() != Some("done") {
            let why = format!("it failed: {}", payload["outcome"]);
            self.leave_out(event.id, &event.kind, &why);
            return;
        }
        if event.id < self.about.from_seq {
            self.skipped_acts = true;
            return;
        }
        match PageAct::deserialize(act) {
            Ok(act) => match self.of_page(act, payload) {
                Some(act) if self.led_away => self.push_to_last(act),
                Some(act) => self.push(act),
                None => {}
            },
            Err(fault) => self.leave_out(event.id, &event.kind, &fault.to_string()),
        }
    }

    /// Notes an act that has ended its step before it was told.
    fn push_to_last(&mut self, act: PageAct) {
        (self.acting, self.led_away) = (false, false);
        if let Some(step) = self.steps.last_mut() {
            step.acts.push(act);
        }
    }

    /// States what came of the acts before, and notes the next one. What happened since an act
    /// began came of it, although the act is told when it is done.
    pub(super) fn push(&mut self, act: PageAct) {
        if !std::mem::take(&mut self.acting) {
            self.state();
        }
        if let Some(step) = &mut self.open {
            step.acts.push(act);
        }
    }

    /// Writes down what followed the last act.
    pub(super) fn state(&mut self) {
        let Pending {
            calls,
            data,
            dialogs,
            headings,
        } = std::mem::take(&mut self.pending);
        let Some(step) = &mut self.open else {
            return;
        };
        let is_new = |heading: &&String| !self.headings.contains(heading) && !is_drawn(heading);
        let shows: Vec<Element> = headings
            .iter()
            .filter(is_new)
            .map(|heading| Element::by_role("heading", heading))
            .collect();
        if !headings.is_empty() {
            self.headings = headings;
        }
        let statement = Statement {
            calls,
            data,
            dialogs: dialogs.iter().map(|message| pattern(message)).collect(),
            shows,
            ..Statement::default()
        };
        if !statement.is_empty() {
            step.acts.push(PageAct::Expect(Box::new(statement)));
        }
    }

    fn call(&mut self, seq: u64, called: Called) {
        let Called {
            method,
            args,
            result,
            error_code,
            origin,
        } = called;
        let function = method.trim_start_matches("LMS");
        let args: Vec<String> = args.into_iter().map(Option::unwrap_or_default).collect();
        let element = args.first().map_or("", String::as_str);
        if origin == "tool" {
            // Content that does not initialize is initialized for it, in a rehearsal too.
            if function == "Initialize" || seq < self.about.from_seq {
                return;
            }
            let noisy = function == "GetValue" && is_noise(element, &result);
            self.push(PageAct::Call(Box::new(Call {
                method,
                expect_result: (!noisy).then_some(result),
                expect_error: Some(error_code),
                args,
                ..Call::default()
            })));
            return;
        }
        let told = matches!(
            function,
            "Initialize" | "SetValue" | "Commit" | "Terminate" | "Finish"
        );
        if !told || origin != "content" {
            return;
        }
        if self.pending.calls.len() == MOST_CALLS {
            let why = "more calls after one act than a statement lists";
            self.leave_out(seq, &format!("{method}({})", args.join(", ")), why);
            return;
        }
        let value = args.get(1).map_or("", String::as_str);
        let args = if function != "SetValue" {
            Vec::new()
        } else if is_noise(element, value) {
            vec![element.to_owned(), "*".to_owned()]
        } else {
            vec![element.to_owned(), value.to_owned()]
        };
        self.pending.calls.push(Call {
            method,
            args,
            expect_result: Some(result),
            expect_error: (error_code != "0").then_some(error_code),
            ..Call::default()
        });
    }

    fn change(&mut self, element: &str, value: Option<&str>, of_run: bool) {
        let Some(value) = value else { return };
        let last = element.rsplit('.').next().unwrap_or_default();
        if last == "id" {
            self.ids.insert(element.to_owned(), value.to_owned());
        }
        let gone_at_once = element.starts_with("adl.nav.") || last == "exit";
        if !of_run || gone_at_once {
            return;
        }
        let name = self.name_of(element);
        if last == "suspend_data" && !value.is_empty() {
            let set = Comparison {
                set: Some(true),
                ..Comparison::default()
            };
            let wanted = Wanted::Compare(Box::new(set));
            self.pending.data.insert(name, wanted);
        } else if !is_noise(element, value) && !name.ends_with("].id") {
            self.pending
                .data
                .insert(name, Wanted::Text(value.to_owned()));
        }
    }

    /// The name of an element, with records named by their ids where these last.
    fn name_of(&self, element: &str) -> String {
        let parts: Vec<&str> = element.splitn(4, '.').collect();
        let [cmi, collection, index, rest] = parts[..] else {
            return element.to_owned();
        };
        let record = format!("{cmi}.{collection}.{index}");
        let lasts = |id: &&String| !id.is_empty() && !id.contains(']') && !is_drawn(id);
        match self.ids.get(&format!("{record}.id")).filter(lasts) {
            Some(id) if index.parse::<usize>().is_ok() => {
                format!("{cmi}.{collection}[id={id}].{rest}")
            }
            _ => element.to_owned(),
        }
    }

    fn console_error(&mut self, seq: u64, payload: &Value) {
        // What the page of a person tells says how a browser of tools may word it.
        let text = payload["pattern"].as_str().or(payload["text"].as_str());
        let text = text.unwrap_or_default();
        let network = payload["category"].as_str() == Some("network");
        let list = if network {
            &mut self.network
        } else {
            &mut self.console
        };
        let text = match payload["source"].as_str() {
            Some(source) if network => request_words(text, source),
            _ => text.to_owned(),
        };
        if list.insert(pattern(&text)) {
            let why = "the course did so while it was recorded, so the rehearsal allows it";
            self.leave_out(seq, &format!("console error: {text}"), why);
        }
    }

    pub(super) fn leave_out(&mut self, seq: u64, what: &str, why: &str) {
        self.left_out.push(LeftOut {
            seq,
            what: what.chars().take(LONGEST_WORDS).collect(),
            why: why.to_owned(),
        });
    }

    pub(super) fn finish(mut self) -> Recorded {
        if self.skipped_acts {
            let from = self.about.from_seq;
            let why = "from_seq leaves them out; the rehearsal begins with a fresh launch";
            self.leave_out(from, "acts before", why);
        }
        self.state();
        if let Some(mut step) = self.open.take() {
            step.then = Next::new(Act::End { leave_with: None });
            self.steps.push(step);
        }
        let root = self.about.root.take().or(self.root.take());
        let final_state = root.map(|root| FinalState {
            session: None,
            tracking: [("root".to_owned(), root)].into_iter().collect(),
        });
        let rehearsal = Rehearsal {
            id: self.about.id,
            family: String::new(),
            tags: vec!["recorded".to_owned()],
            course: self.about.course,
            manifest: scorm_package::MANIFEST.to_owned(),
            manifests: BTreeMap::new(),
            organization: None,
            requires: Vec::new(),
            learner: 1,
            start: Start::Start,
            viewport: self.about.viewport,
            allow: Allowed {
                console: self.console.into_iter().collect(),
                network: self.network.into_iter().collect(),
            },
            within_ms: None,
            forbidden_activities: Vec::new(),
            steps: self.steps,
            final_state,
            notes: Vec::new(),
        };
        Recorded {
            rehearsal,
            left_out: self.left_out,
        }
    }
}
