//! What the arguments of a call are to those who call the function around it.

use std::rc::Rc;

use scorm_package::xml::Span;

use super::api::LAYERS;
use super::facts::{Argument, Call, Facts, Value};
use super::flow::Flow;
use super::names::{FunctionId, Name};

/// The function whose parameter a value is or contains.
pub(super) fn owner(flow: &Flow, value: &Value) -> Option<FunctionId> {
    match value {
        Value::Name(name) => flow.owner(*name),
        Value::Parts(values) | Value::Either(values) => {
            values.iter().find_map(|value| owner(flow, value))
        }
        _ => None,
    }
}

/// A variable that only ever holds what its function was given stands for that, as in
/// `const text = String(value)`.
pub(super) fn unaliased(facts: &Facts, flow: &Flow, argument: &Argument) -> Argument {
    let mut value = &argument.value;
    for _ in 0..LAYERS {
        let Value::Name(name) = value else { break };
        let is_local = matches!(facts.names.name(*name), Name::Local(..));
        match flow.sources(facts, value)[..] {
            [source] if is_local => value = source,
            _ => break,
        }
    }
    if owner(flow, value).is_none() {
        return argument.clone();
    }
    Argument {
        value: value.clone(),
        span: argument.span,
    }
}

/// A value with parameters replaced by the arguments of a call.
pub(super) fn substitute(
    facts: &Facts,
    function: FunctionId,
    call: &Call,
    argument: &Argument,
) -> Argument {
    let parameters = &facts.function(function).parameters;
    let given = |value: &Value| match value {
        Value::Name(name) => {
            let at = parameters.iter().position(|parameter| parameter == name)?;
            Some(call.arguments.get(at).cloned())
        }
        _ => None,
    };
    match given(&argument.value) {
        Some(Some(given)) => given,
        Some(None) => Argument {
            value: Value::Unknown,
            span: call.span,
        },
        None => {
            let mut span = None;
            let value = replace(&argument.value, &given, &mut span, 6);
            // A value that does not depend on the call is still reported at the call.
            Argument {
                value,
                span: span.unwrap_or(call.span),
            }
        }
    }
}

fn replace(
    value: &Value,
    given: &dyn Fn(&Value) -> Option<Option<Argument>>,
    span: &mut Option<Span>,
    depth: u32,
) -> Value {
    if depth == 0 {
        return Value::Unknown;
    }
    if let Some(found) = given(value) {
        return match found {
            Some(argument) => {
                span.get_or_insert(argument.span);
                argument.value
            }
            None => Value::Unknown,
        };
    }
    match value {
        Value::Parts(parts) => {
            let parts = parts
                .iter()
                .map(|part| replace(part, given, span, depth - 1));
            Value::Parts(parts.collect::<Rc<[Value]>>())
        }
        Value::Either(values) => {
            let values = values
                .iter()
                .map(|value| replace(value, given, span, depth - 1));
            Value::Either(values.collect::<Rc<[Value]>>())
        }
        other => other.clone(),
    }
}
