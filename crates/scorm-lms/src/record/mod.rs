//! The LMS's server: what arrived becomes what is stored, and what follows from it.

mod explain;
mod last_words;
mod next;
mod outcome;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::launch::Launch;
use crate::network::{Body, Kind};
use crate::profile::{Profile, Rules, StatusRule, TimeRule, Version};
use crate::time;
use crate::value::to_number;

pub use last_words::LastWords;
pub use next::Next;
pub use outcome::{Completion, Grade};

const SUCCESS: &str = "cmi.success_status";
const STATE: &str = "cmi.suspend_data";

/// What the LMS has stored of one SCO and learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    lms: String,
    title: String,
    version: Version,
    rules: Rules,
    value_bytes: Option<usize>,
    total_bytes: Option<usize>,
    mastery_score: Option<f64>,
    passing_score: Option<f64>,
    /// Has a course finished in this attempt?
    finished: bool,
    /// The total time before this session.
    time_before: String,
    /// Which of `raw` and `scaled` came last.
    last_score: Option<String>,
    /// Stored values by element.
    pub stored: BTreeMap<String, String>,
    /// What did not come through, or was changed, in order.
    pub lost: Vec<Lost>,
}

/// A value that is not stored as the course set it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The element.
    pub element: String,
    /// The value that the course set.
    pub value: String,
    /// Why, in one sentence.
    pub reason: String,
}

impl Lost {
    fn is(&self, element: &str, value: &str) -> bool {
        self.element == element && self.value == value
    }
}

impl Record {
    /// A record of which nothing is stored.
    pub fn new(profile: &Profile, version: Version) -> Self {
        let transport = profile.transport.as_ref().map(|transport| &transport.value);
        Self {
            lms: profile.name.to_string(),
            title: profile.title.to_string(),
            version,
            rules: profile
                .rules(version)
                .map(|rules| rules.value.clone())
                .unwrap_or_default(),
            value_bytes: transport.and_then(|transport| transport.value_bytes),
            total_bytes: transport.and_then(|transport| transport.total_bytes),
            mastery_score: None,
            passing_score: None,
            finished: false,
            time_before: String::new(),
            last_score: None,
            stored: BTreeMap::new(),
            lost: Vec::new(),
        }
    }

    /// A launch begins: what the manifest says of passing, and the time so far.
    pub fn launched(&mut self, launch: &Launch) {
        let number = |text: &Option<String>| {
            let number = to_number(text.as_deref()?);
            (!number.is_nan()).then_some(number)
        };
        self.mastery_score = number(&launch.mastery_score);
        self.passing_score = number(&launch.scaled_passing_score);
        self.finished = false;
        self.time_before = self
            .stored
            .get(self.version.total_time_element())
            .cloned()
            .unwrap_or_default();
    }

    /// The profile's name.
    pub fn lms(&self) -> &str {
        &self.lms
    }

    /// The version that was played.
    pub fn version(&self) -> Version {
        self.version
    }

    /// A request arrived. False if the server takes nothing of it.
    pub fn receive(&mut self, body: &Body) -> bool {
        if matches!(body.kind, Kind::Read | Kind::Housekeeping) {
            return true;
        }
        if let Some(reason) = self.refusal(body) {
            for (element, value) in &body.values {
                self.lose(element, &value.to_text(), &reason);
            }
            return false;
        }
        let status = self.status_element();
        let sets_status = body.sets(status);
        for (element, value) in &body.values {
            self.store(element, value.to_text());
        }
        if body.finished || body.kind == Kind::Finish {
            self.finished = true;
        }
        self.add_time(body);
        let ends = self.finished || body.kind == Kind::Leave;
        if ends {
            self.settle(sets_status);
        }
        if self.rules.single_status && self.version == Version::Scorm2004 {
            self.keep_one_status(body.sets(SUCCESS), ends);
        }
        if self.rules.erased_at_completion && self.completion().is_done() {
            self.stored.remove(STATE);
        }
        true
    }

    /// Why the server takes nothing of a request.
    fn refusal(&self, body: &Body) -> Option<String> {
        let too_long = self.value_bytes.and_then(|limit| {
            let mut values = body.values.iter();
            values.find(|(_, value)| value.to_text().len() > limit)
        });
        if let (Some((element, value)), Some(limit)) = (too_long, self.value_bytes) {
            return Some(format!(
                "{} refuses the whole save, because {element} has {} bytes and one value may have \
                 {limit}.",
                self.title,
                value.to_text().len()
            ));
        }
        if self.total_bytes.is_some_and(|limit| body.bytes() > limit) {
            return Some(format!(
                "{} refuses the whole save, because it is larger than {} bytes.",
                self.title,
                self.total_bytes.unwrap_or_default()
            ));
        }
        if self.rules.bad_score_drops_all {
            let bad = body.values.iter().find(|(element, value)| {
                let score = element.ends_with("score.raw") || element == "cmi.score.scaled";
                let number = to_number(&value.to_text());
                score && (number.is_nan() || number < 0.0)
            });
            if let Some((element, value)) = bad {
                return Some(format!(
                    "{} drops the whole batch of values, because {element} is {:?}.",
                    self.title,
                    value.to_text()
                ));
            }
        }
        None
    }

    fn store(&mut self, element: &str, value: String) {
        if !self.rules.stores(element) {
            if !value.is_empty() && self.stored.get(element) != Some(&value) {
                let reason = format!("{} does not store {element}.", self.title);
                self.lose(element, &value, &reason);
            }
            return;
        }
        if element.ends_with("score.raw") || element.ends_with("score.scaled") {
            self.last_score = Some(element.to_owned());
        }
        self.stored.insert(element.to_owned(), value);
    }

    /// The server has erased this element, because the course is done.
    pub fn has_erased(&self, element: &str) -> bool {
        let is_erased = self.rules.erased_at_completion && self.completion().is_done();
        is_erased && element == STATE
    }

    fn lose(&mut self, element: &str, value: &str, reason: &str) {
        let lost = Lost {
            element: element.to_owned(),
            value: value.to_owned(),
            reason: reason.to_owned(),
        };
        if !self.lost.contains(&lost) {
            self.lost.push(lost);
        }
    }

    /// The status rules of the server, at Finish and when the learner leaves.
    fn settle(&mut self, sets_status: bool) {
        let status = self.status_element();
        for rule in self.rules.status.to_vec() {
            let now = self.stored.get(status).cloned().unwrap_or_default();
            let is_final = matches!(now.as_str(), "completed" | "passed" | "failed" | "browsed");
            match rule {
                StatusRule::CompletedOnLeave if !sets_status && !is_final => {
                    let word = self.by_mastery().unwrap_or("completed");
                    let reason = format!(
                        "{} sets the status to {word} when the learner leaves, because this save \
                         did not change it.",
                        self.title
                    );
                    self.lose(status, &now, &reason);
                    self.stored.insert(status.to_owned(), word.to_owned());
                }
                StatusRule::MasteryIfUnset if now.is_empty() || now == "not attempted" => {
                    if let Some(word) = self.by_mastery() {
                        self.stored.insert(status.to_owned(), word.to_owned());
                    }
                }
                StatusRule::PassingAtEndIfUnset => self.apply_passing_score(),
                StatusRule::CompletedOnLeave
                | StatusRule::MasteryIfUnset
                | StatusRule::PassingOnLeave => {}
            }
        }
    }

    /// One field for both statuses, from which the next launch gets both.
    fn keep_one_status(&mut self, sets_success: bool, ends: bool) {
        let success = self.stored.get(SUCCESS).cloned().unwrap_or_default();
        let is_judged = matches!(success.as_str(), "passed" | "failed");
        let by_passing = self.rules.status.contains(&StatusRule::PassingOnLeave) && ends;
        let judged = if sets_success && is_judged {
            Some(success.clone())
        } else {
            let by_passing = by_passing.then(|| self.by_mastery()).flatten();
            by_passing.map(ToOwned::to_owned)
        };
        let status = self.status_element();
        let completion = self.stored.get(status).cloned().unwrap_or_default();
        match judged {
            Some(judged) => {
                if completion != "completed" {
                    let reason = format!(
                        "{} keeps one status, and {judged} counts as completed there.",
                        self.title
                    );
                    self.lose(status, &completion, &reason);
                }
                self.stored
                    .insert(status.to_owned(), "completed".to_owned());
                self.stored.insert(SUCCESS.to_owned(), judged);
            }
            None if is_judged => {
                let reason = format!(
                    "{} keeps one status: a save that does not set {SUCCESS} once more makes it \
                     {completion:?}.",
                    self.title
                );
                self.lose(SUCCESS, &success, &reason);
                self.stored.remove(SUCCESS);
            }
            None => {}
        }
    }

    fn apply_passing_score(&mut self) {
        let known = self
            .stored
            .get(SUCCESS)
            .is_some_and(|word| word != "unknown");
        let scaled = self.number("cmi.score.scaled");
        if let (false, Some(limit), Some(scaled)) = (known, self.passing_score, scaled) {
            let word = if scaled >= limit { "passed" } else { "failed" };
            self.stored.insert(SUCCESS.to_owned(), word.to_owned());
        }
    }

    fn by_mastery(&self) -> Option<&'static str> {
        let (limit, score) = match self.version {
            Version::Scorm12 => (self.mastery_score?, self.number("cmi.core.score.raw")?),
            Version::Scorm2004 => (self.passing_score?, self.number("cmi.score.scaled")?),
        };
        Some(if score >= limit { "passed" } else { "failed" })
    }

    /// The total time, where the server makes it.
    fn add_time(&mut self, body: &Body) {
        let Some(session) = body.value(self.version.session_time_element()) else {
            return;
        };
        let session = session.to_text();
        let days = self.version == Version::Scorm2004
            && time::iso_parts(&session).is_some_and(|parts| parts[2] > 0.0);
        let total = match self.rules.time {
            TimeRule::FromClient | TimeRule::Nothing => return,
            TimeRule::AddsSessionWithoutDays if days => {
                let reason = format!("{} counts a session time with days as nothing.", self.title);
                self.lose(self.version.session_time_element(), &session, &reason);
                return;
            }
            TimeRule::AddsSession | TimeRule::AddsSessionWithoutDays => self.time_before.clone(),
            TimeRule::Twice => match body.kind {
                Kind::Finish => self
                    .stored
                    .get(self.version.total_time_element())
                    .cloned()
                    .unwrap_or_default(),
                _ => self.time_before.clone(),
            },
        };
        let sum = match self.version {
            Version::Scorm12 => time::add_clock(&total, &session, false),
            Version::Scorm2004 => time::add_iso(&total, &session),
        };
        self.stored
            .insert(self.version.total_time_element().to_owned(), sum);
    }

    pub(super) fn number(&self, element: &str) -> Option<f64> {
        let text = self.stored.get(element).filter(|text| !text.is_empty())?;
        let number = to_number(text);
        (!number.is_nan()).then_some(number)
    }

    pub(super) fn status_element(&self) -> &'static str {
        match self.version {
            Version::Scorm12 => "cmi.core.lesson_status",
            Version::Scorm2004 => "cmi.completion_status",
        }
    }
}
