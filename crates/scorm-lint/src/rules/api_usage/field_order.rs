//! The order in which the fields of interactions and objectives are set.

use std::collections::HashSet;

use scorm_runtime::ApiFunction;

use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::facts::{Call, Value};
use crate::script::names::FunctionId;

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
        .filter(|used| used.function == ApiFunction::SetValue)
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
        // Set again after it was set once is not a fault, also where a function did it.
        if let Some(late) = later.first()
            && !earlier.iter().any(|field| wrong(record.field, field))
            && !set_before(scripts, &sets, own, |other| {
                other.collection() == record.collection() && wrong(record.field, other.field)
            })
        {
            found.push((*early, *late));
        }
    }
    found
}

/// Functions inside functions that are looked into.
const DEPTH: u32 = 4;

/// Does a function that is called before this call, in the same code, set such a field?
fn set_before(
    scripts: &Scripts,
    sets: &[(&ElementUse, Record<'_>)],
    own: &Call,
    is_it: impl Fn(&Record<'_>) -> bool,
) -> bool {
    let setting: HashSet<FunctionId> = sets
        .iter()
        .filter(|(_, record)| is_it(record))
        .filter_map(|(used, _)| {
            let api_call = &scripts.api_calls[used.api_call];
            scripts.facts.call(api_call.call).function
        })
        .collect();
    if setting.is_empty() {
        return false;
    }
    let calls = match own.function {
        Some(function) => scripts.index.of_function(function),
        None => scripts.index.of_unit(own.unit),
    };
    let mut reached: Vec<FunctionId> = calls
        .iter()
        .map(|id| scripts.facts.call(*id))
        .filter(|call| call.span.end <= own.span.start)
        .flat_map(|call| scripts.flow.callees(call).iter().copied())
        .collect();
    for _ in 0..DEPTH {
        if reached.iter().any(|function| setting.contains(function)) {
            return true;
        }
        let inner = reached.iter().take(64).flat_map(|function| {
            let calls = scripts.index.of_function(*function).iter();
            calls.flat_map(|id| scripts.flow.callees(scripts.facts.call(*id)))
        });
        reached = inner.copied().take(256).collect();
    }
    false
}

/// `cmi.interactions`, which record, and the field in it.
struct Record<'s> {
    prefix: &'s str,
    index: Option<&'s Value>,
    field: &'s str,
}

impl<'s> Record<'s> {
    /// `cmi.interactions` or `cmi.objectives`; a function may name the index in its own way.
    fn collection(&self) -> &'s str {
        let mut parts = self.prefix.splitn(3, '.');
        parts.nth(1).unwrap_or_default()
    }

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
