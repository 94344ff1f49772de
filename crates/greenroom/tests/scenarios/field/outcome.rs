//! What came of playing the course of a cause.

use std::collections::BTreeMap;

use scorm_session::{ApiCall, ApiFunction};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Outcome {
    /// What the LMS has; by the book what was set and committed.
    pub(super) stored: BTreeMap<String, String>,
    pub(super) status: String,
    pub(super) grade: Option<f64>,
    /// The course counts as completed or passed.
    pub(super) done: bool,
    /// What the page of the learner who came back says: `window.result`.
    pub(super) again: Value,
    /// The activities that were shown.
    pub(super) delivered: Vec<String>,
    /// How many requests the LMS's code made.
    pub(super) requests: usize,
    /// What is said of failures: by the record, the console, and answers that differ from the book's.
    pub(super) reasons: Vec<String>,
}

impl Outcome {
    /// What is not as it is when the course works.
    pub(super) fn misses(&self, works: &BTreeMap<String, Value>) -> Vec<String> {
        let all = json!(self);
        let rows = works.iter().filter_map(|(pointer, wanted)| {
            let found = all.pointer(pointer).unwrap_or(&Value::Null);
            (!fits(found, wanted)).then(|| format!("{pointer}: {found} is not {wanted}"))
        });
        rows.collect()
    }

    pub(super) fn names(&self, reason: &str) -> bool {
        self.reasons.iter().any(|known| known.contains(reason))
    }

    /// Takes in a record as `scorm_get_lms_record` shows it.
    pub(super) fn take_record(&mut self, record: &Value) {
        let texts = record["stored"].as_object().unwrap().iter();
        let texts = texts.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()));
        self.stored = texts.collect();
        record["status"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.status);
        self.grade = record["grade"].as_f64();
        let completion = record["completion"].as_str().unwrap();
        self.done = matches!(completion, "completed" | "passed");
        let rows = ["lost", "believed_differs"].map(|list| record[list].as_array().unwrap());
        let reasons = rows.into_iter().flatten().map(|row| &row["reason"]);
        let next = record["next_launch"]["reasons"].as_array();
        let reasons = reasons.chain(next.into_iter().flatten());
        let reasons = reasons.chain([&record["grade_reason"]]);
        self.reasons
            .extend(reasons.filter_map(|it| it.as_str().map(str::to_owned)));
        if !self.done {
            let status = &self.status;
            self.reasons.push(format!(
                "{status} is not what counts: {completion}, not passed"
            ));
        }
    }

    /// What an LMS by the book has after these calls.
    pub(super) fn take_calls(&mut self, calls: &[ApiCall]) {
        let mut set = BTreeMap::new();
        for call in calls.iter().filter(|call| call.result == "true") {
            match call.function() {
                ApiFunction::SetValue => {
                    let value = call.args.get(1).cloned().flatten().unwrap_or_default();
                    set.insert(call.element().to_owned(), value);
                }
                ApiFunction::Commit | ApiFunction::Terminate => self.stored.append(&mut set),
                _ => {}
            }
        }
        let text = |element: &str| self.stored.get(element).cloned().unwrap_or_default();
        let (lesson, completion) = (
            text("cmi.core.lesson_status"),
            text("cmi.completion_status"),
        );
        self.status = format!("{lesson}{completion}");
        self.done = matches!(self.status.as_str(), "completed" | "passed");
        let number = |element: &str| text(element).parse::<f64>().ok();
        let either = |one: &str, other: &str| number(one).or_else(|| number(other));
        let raw = either("cmi.core.score.raw", "cmi.score.raw");
        let max = either("cmi.core.score.max", "cmi.score.max").unwrap_or(100.0);
        let scaled = number("cmi.score.scaled").map(|scaled| scaled * 100.0);
        self.grade = scaled.or_else(|| raw.map(|raw| raw * 100.0 / max));
    }

    /// Answers of the LMS's code that the book has otherwise.
    pub(super) fn take_answers(&mut self, calls: &[ApiCall]) {
        for call in calls {
            let name = format!("{}({})", call.method, call.element());
            if let Some(told) = &call.lms {
                let value = told.value.clone().unwrap_or_default();
                if let Some(thrown) = &told.throws {
                    self.reasons.push(format!("{name} threw {thrown:?}"));
                } else if value != call.result {
                    let book = &call.result;
                    self.reasons
                        .push(format!("{name} said {value:?}, by the book {book:?}"));
                }
            } else if call.result == "false" {
                self.reasons.push(format!("{name} said false"));
            }
        }
    }
}

/// `#n` is a length, `~x` a part, `<n` a bound; everything else is the value.
fn fits(found: &Value, wanted: &Value) -> bool {
    if let (Some(a), Some(b)) = (found.as_f64(), wanted.as_f64()) {
        return (a - b).abs() < 1e-9;
    }
    let Some(word) = wanted.as_str() else {
        return found == wanted;
    };
    let text = found.as_str().unwrap_or_default();
    if let Some(length) = word.strip_prefix('#') {
        return text.chars().count().to_string() == length;
    }
    if let Some(part) = word.strip_prefix('~') {
        return text.contains(part);
    }
    if let Some(bound) = word.strip_prefix('<') {
        let bound: f64 = bound.parse().unwrap();
        return found.as_f64().is_some_and(|number| number < bound);
    }
    found == wanted
}
