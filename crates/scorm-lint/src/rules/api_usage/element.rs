//! What the rules about elements and values share.

use std::rc::Rc;

use scorm_package::xml::Span;
use scorm_runtime::{Edition, Function, Version};

use crate::Edit;
use crate::script::Scripts;
use crate::script::data_model::Verdict;
use crate::script::element_use::ElementUse;
use crate::script::facts::{UnitId, Value};

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
}

impl WrongValue<'_> {
    pub(crate) fn message(&self) -> String {
        let (element, value) = (&self.used.element, &self.value);
        let reason = self.reason.trim_end_matches('.');
        format!("`{element}` does not take `{value}`: {reason}")
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
        .filter(|used| used.verdict == Verdict::Fine && used.function == Function::SetValue)
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
                wrong.push(WrongValue {
                    used,
                    value,
                    reason: model.explain(&used.element, value),
                });
            }
        }
    }
    wrong
}

fn is_vocabulary(type_name: &str, element: &str) -> bool {
    type_name.contains("state")
        || type_name.contains("Vocabulary")
        || type_name == "navigation request"
        || element.ends_with("status")
        || element.ends_with("exit")
}

/// Pairs of calls in one function where an element of a record comes before another one of the
/// same record that it should follow. `wrong` is asked with both fields.
pub(crate) fn out_of_order(
    scripts: &Scripts,
    wrong: impl Fn(&str, &str) -> bool,
) -> Vec<(&ElementUse, &ElementUse)> {
    let mut found = Vec::new();
    let sets: Vec<(&ElementUse, Record<'_>)> = scripts
        .elements
        .iter()
        .filter(|used| used.function == Function::SetValue)
        .filter_map(|used| Some((used, Record::of(scripts, used)?)))
        .collect();
    for (early, record) in &sets {
        let call = |used: &ElementUse| scripts.facts.call(scripts.api_calls[used.api_call].call);
        let own = call(early);
        let same_code = sets.iter().filter(|(other, other_record)| {
            let other = call(other);
            other.unit == own.unit
                && other.function == own.function
                && other_record.prefix == record.prefix
                && other_record.index == record.index
        });
        let mut earlier = Vec::new();
        let mut later = Vec::new();
        for (other, other_record) in same_code {
            if call(other).span.start < own.span.start {
                earlier.push(other_record.field);
            } else if wrong(record.field, other_record.field) && !call(other).conditional {
                later.push(*other);
            }
        }
        // Set again after it was set once is no fault.
        if let Some(late) = later.first()
            && !earlier.iter().any(|field| wrong(record.field, field))
        {
            found.push((*early, *late));
        }
    }
    found
}

/// `cmi.interactions`, which record, and the field in it.
struct Record<'s> {
    prefix: &'s str,
    index: Option<&'s Value>,
    field: &'s str,
}

impl<'s> Record<'s> {
    fn of(scripts: &'s Scripts, used: &'s ElementUse) -> Option<Self> {
        let prefix = ["cmi.interactions.", "cmi.objectives."]
            .into_iter()
            .find(|prefix| used.element.starts_with(prefix))?;
        let (_, field) = used.element[prefix.len()..].split_once('.')?;
        let element = scripts.api_calls[used.api_call].element.as_ref()?;
        let index = match &element.value {
            Value::Parts(parts) => parts.get(1),
            _ => None,
        };
        Some(Self {
            prefix: &used.element[..used.element.len() - field.len()],
            index,
            field,
        })
    }
}

/// Uses of `cmi.suspend_data` whose length is known.
pub(crate) fn suspend_data(scripts: &Scripts) -> Vec<(&ElementUse, usize)> {
    let mut found = Vec::new();
    for used in scripts.elements.iter().filter(|used| {
        used.function == Function::SetValue && used.element.as_ref() == "cmi.suspend_data"
    }) {
        let call = &scripts.api_calls[used.api_call];
        let length = call
            .value
            .as_ref()
            .and_then(|value| least_length(scripts, &value.value, 4));
        if let Some(length) = length {
            found.push((used, length));
        }
    }
    found
}

/// The number of characters a value has at least.
fn least_length(scripts: &Scripts, value: &Value, depth: u32) -> Option<usize> {
    if depth == 0 {
        return None;
    }
    match value {
        Value::Repeated(part, times) => {
            least_length(scripts, part, depth - 1).map(|length| length * *times as usize)
        }
        Value::Parts(parts) => {
            let lengths = parts
                .iter()
                .map(|part| least_length(scripts, part, depth - 1).unwrap_or(0));
            Some(lengths.sum())
        }
        Value::Name(_) => {
            let sources = scripts.flow.sources(&scripts.facts, value);
            match sources.as_slice() {
                [only] => least_length(scripts, only, depth - 1),
                _ => None,
            }
        }
        other => scripts
            .flow
            .text(&scripts.facts, other)
            .map(|text| text.chars().count()),
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
