//! What the rules about elements and values share.

use std::rc::Rc;

use scorm_package::xml::Span;
use scorm_runtime::{ApiFunction, Edition, Version};

use crate::finding::Draft;
use crate::script::Scripts;
use crate::script::data_model::Verdict;
use crate::script::element_use::ElementUse;
use crate::script::facts::{UnitId, Value};
use crate::suggestion::{self, quoted};
use crate::{Edit, Findings};

/// Replaces a string literal, keeping its quotes.
pub(crate) fn literal_edit(scripts: &Scripts, unit: UnitId, span: Span, text: &str) -> Edit {
    let unit = scripts.facts.unit(unit);
    let span = unit.in_file(span);
    let inside = Span {
        start: span.start + 1,
        end: span.end - 1,
    };
    Edit::new(unit.file.as_ref(), inside, text)
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueFault {
    Vocabulary,
    Type,
    Range,
}

/// A value that the engine refuses.
pub(crate) struct WrongValue<'s> {
    pub(crate) used: &'s ElementUse,
    value: &'s Rc<str>,
    reason: String,
    right: Option<String>,
}

impl WrongValue<'_> {
    pub(crate) fn message(&self) -> String {
        let (element, value) = (&self.used.element, &self.value);
        let reason = self.reason.trim_end_matches('.');
        format!("`{element}` does not take `{value}`: {reason}")
    }

    /// The value without its blanks, if that is what is meant and it stands in the code as it is.
    pub(crate) fn without_blanks(&self, scripts: &Scripts) -> Option<(String, Edit)> {
        let right = self
            .right
            .clone()
            .filter(|right| *right == joined(self.value))?;
        let argument = scripts.api_calls[self.used.api_call].value.as_ref()?;
        let is_literal = argument.value == Value::Text(self.value.clone())
            && (argument.span.end - argument.span.start) as usize == self.value.len() + 2;
        let edit = literal_edit(scripts, self.used.unit, argument.span, &right);
        let is_plain = !right.contains(['"', '\'', '\\', '&', '<']);
        (is_literal && is_plain).then_some((right, edit))
    }

    /// Reports the value, with the one that is probably meant.
    pub(crate) fn report<'f>(&self, scripts: &Scripts, out: &'f mut Findings<'_>) -> &'f mut Draft {
        let draft = scripts.report(out, self.used.at_value(), self.message());
        if let Some(right) = &self.right {
            draft.suggest(format!(
                "Write {} instead of {}.",
                quoted(right),
                quoted(self.value)
            ));
        }
        draft
    }
}

/// All values that are refused for a reason.
pub(crate) fn wrong_values(scripts: &Scripts, fault: ValueFault) -> Vec<WrongValue<'_>> {
    let Some(models) = &scripts.models else {
        return Vec::new();
    };
    let mut wrong = Vec::new();
    for used in scripts
        .elements
        .iter()
        .filter(|used| used.verdict == Verdict::Fine && used.function == ApiFunction::SetValue)
    {
        let model = models.model(used.version);
        for (value, verdict) in &used.values {
            let depends_on_type =
                used.element.ends_with("response") || used.element.ends_with("pattern");
            let found = match verdict {
                Verdict::OutOfRange => ValueFault::Range,
                Verdict::WrongType if depends_on_type => continue,
                Verdict::WrongType => {
                    if used.element.ends_with("session_time") || used.element.ends_with("latency") {
                        // The format of times has a rule of its own.
                        continue;
                    }
                    match model.type_name(&used.element) {
                        Some(name) if is_vocabulary(name, &used.element) => ValueFault::Vocabulary,
                        _ => ValueFault::Type,
                    }
                }
                _ => continue,
            };
            if found == fault {
                let reason = model.explain(&used.element, value);
                let right = meant(value, &reason);
                let takes = |right: &String| model.set(&used.element, Some(right)) == Verdict::Fine;
                wrong.push(WrongValue {
                    used,
                    value,
                    right: right.into_iter().find(takes),
                    reason,
                });
            }
        }
    }
    wrong
}

/// What a refused value may be meant to be, the likeliest first; the engine says which of them it
/// takes. Its reason lists the words of a vocabulary.
fn meant(value: &str, reason: &str) -> Vec<String> {
    let (_, words) = reason.split_once("expected one of ").unwrap_or_default();
    let near = suggestion::nearest(value, words.trim_end_matches('.').split(", "));
    let number = value.trim().trim_end_matches('%').replace(',', ".");
    let hundredth = number.trim().parse::<f64>().ok().map(|n| n / 100.0);
    near.map(str::to_owned)
        .into_iter()
        .chain([number.trim().to_owned(), joined(value)])
        .chain(hundredth.map(|n| n.to_string()))
        .collect()
}

/// A name without blanks.
fn joined(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join("_")
}

fn is_vocabulary(type_name: &str, element: &str) -> bool {
    type_name.contains("state")
        || type_name.contains("Vocabulary")
        || type_name == "navigation request"
        || element.ends_with("status")
        || element.ends_with("exit")
}

/// Uses of `cmi.suspend_data` whose length is known.
pub(crate) fn suspend_data(scripts: &Scripts) -> Vec<(&ElementUse, usize)> {
    suspend_data_by(scripts, |text| text.chars().count())
}

/// Uses of `cmi.suspend_data` with what its known parts measure.
pub(crate) fn suspend_data_by(
    scripts: &Scripts,
    measure: fn(&str) -> usize,
) -> Vec<(&ElementUse, usize)> {
    let mut found = Vec::new();
    for used in scripts.elements.iter().filter(|used| {
        used.function == ApiFunction::SetValue && used.element.as_ref() == "cmi.suspend_data"
    }) {
        let call = &scripts.api_calls[used.api_call];
        let length = call
            .value
            .as_ref()
            .and_then(|value| least_length(scripts, &value.value, measure, 4));
        if let Some(length) = length {
            found.push((used, length));
        }
    }
    found
}

/// What a value measures at least.
fn least_length(
    scripts: &Scripts,
    value: &Value,
    measure: fn(&str) -> usize,
    depth: u32,
) -> Option<usize> {
    if depth == 0 {
        return None;
    }
    match value {
        Value::Repeated(part, times) => {
            let length = least_length(scripts, part, measure, depth - 1)?;
            Some(length.saturating_mul(*times as usize))
        }
        Value::Parts(parts) => {
            let lengths = parts
                .iter()
                .map(|part| least_length(scripts, part, measure, depth - 1).unwrap_or(0));
            Some(lengths.sum())
        }
        Value::Name(_) => {
            let sources = scripts.flow.sources(&scripts.facts, value);
            match sources.as_slice() {
                [only] => least_length(scripts, only, measure, depth - 1),
                _ => None,
            }
        }
        other => scripts
            .flow
            .text(&scripts.facts, other)
            .map(|text| measure(&text)),
    }
}

/// The characters that a version promises for `cmi.suspend_data`.
pub(crate) fn suspend_data_limit(version: Version) -> usize {
    match version {
        Version::Scorm12 => 4096,
        Version::Scorm2004(Edition::Second) => 4000,
        Version::Scorm2004(_) => 64_000,
    }
}
