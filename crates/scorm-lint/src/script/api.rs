//! The calls of the SCORM API: direct ones, and calls of the course's own functions that lead to
//! one with the arguments they were given.

use std::collections::{HashMap, HashSet};

use scorm_runtime::{ApiFunction, ApiMethod};

use super::binding::{owner, substitute, unaliased};
use super::facts::{Argument, Call, Callee, Facts, Value};
use super::flow::{ApiVersions, Flow};
use super::names::{CallId, FunctionId, Name};

/// How many functions of the course may lie between.
pub(super) const LAYERS: usize = 6;
/// More calls than this are not followed further.
const MOST: usize = 20_000;

/// A call that ends in the API.
#[derive(Clone, Debug)]
pub(crate) struct ApiCall {
    /// The call that says what is set or read.
    pub(crate) call: CallId,
    /// The call of the API itself; the same for a direct call.
    pub(crate) inner: CallId,
    pub(crate) function: ApiFunction,
    /// The versions whose functions are named.
    pub(crate) versions: ApiVersions,
    /// The versions of the object that is called, as far as they are known.
    pub(crate) object: ApiVersions,
    pub(crate) element: Option<Argument>,
    pub(crate) value: Option<Argument>,
}

impl ApiCall {
    pub(crate) fn is_direct(&self) -> bool {
        self.call == self.inner
    }
}

/// Both versions of a function's name.
pub(crate) fn parse(word: &str) -> Option<(ApiFunction, ApiVersions)> {
    let method = ApiMethod::parse(word)?;
    let versions = if method.is_scorm12() {
        ApiVersions::SCORM_12
    } else {
        ApiVersions::SCORM_2004
    };
    Some((method.function, versions))
}

/// Finds all calls of the API.
pub(crate) fn find(facts: &Facts, flow: &Flow, callers: &Callers) -> Vec<ApiCall> {
    let mut found: Vec<ApiCall> = Vec::new();
    for (at, call) in facts.calls.iter().enumerate() {
        if let Some(direct) = direct(facts, flow, CallId(at as u32), call) {
            found.push(direct);
        }
    }
    let mut known: HashSet<(CallId, CallId)> = HashSet::new();
    let mut from = 0;
    for _ in 0..LAYERS {
        let new: Vec<ApiCall> = found[from..]
            .iter()
            .flat_map(|inner| through_wrappers(facts, flow, callers, inner))
            .collect();
        from = found.len();
        for call in new {
            if found.len() < MOST && known.insert((call.call, call.inner)) {
                found.push(call);
            }
        }
        if found.len() == from {
            break;
        }
    }
    join_versions(found)
}

/// One call of a wrapper may lead to both versions of the API: that is one call for both.
fn join_versions(found: Vec<ApiCall>) -> Vec<ApiCall> {
    let mut joined: Vec<ApiCall> = Vec::new();
    let mut by_call: HashMap<(CallId, ApiFunction), usize> = HashMap::new();
    for call in found {
        if let Some(at) = by_call.get(&(call.call, call.function)) {
            let known = &mut joined[*at];
            known.versions = known.versions.with(call.versions);
            known.object = known.object.with(call.object);
        } else {
            by_call.insert((call.call, call.function), joined.len());
            joined.push(call);
        }
    }
    joined
}

fn direct(facts: &Facts, flow: &Flow, id: CallId, call: &Call) -> Option<ApiCall> {
    let (function, versions) = parse(call.word.as_deref()?)?;
    let receiver = call.receiver.as_ref()?;
    let object = flow.api(receiver);
    if object.is_none() {
        // Other objects may have methods of the same names; those of SCORM 1.2 are unmistakable
        // unless the course defines them itself.
        if versions == ApiVersions::SCORM_2004 || !flow.callees(call).is_empty() {
            return None;
        }
    }
    let takes_element = matches!(function, ApiFunction::GetValue | ApiFunction::SetValue);
    let argument = |at: usize| {
        let given = call.arguments.get(at).filter(|_| takes_element)?;
        Some(unaliased(facts, flow, given))
    };
    Some(ApiCall {
        call: id,
        inner: id,
        function,
        versions,
        object,
        element: argument(0),
        value: argument(1),
    })
}

/// Which calls start a function.
pub(crate) type Callers = HashMap<FunctionId, Vec<CallId>>;

pub(crate) fn callers(facts: &Facts, flow: &Flow) -> Callers {
    let mut callers = Callers::new();
    for (at, call) in facts.calls.iter().enumerate() {
        for function in flow.callees(call) {
            callers
                .entry(*function)
                .or_default()
                .push(CallId(at as u32));
        }
    }
    callers
}

/// The functions from which an API call is reached.
pub(crate) fn leading(
    facts: &Facts,
    callers: &Callers,
    api_calls: &[ApiCall],
) -> HashSet<FunctionId> {
    let mut found = HashSet::new();
    let direct = api_calls.iter().map(|call| call.inner);
    let mut queue: Vec<FunctionId> = direct.filter_map(|id| facts.call(id).function).collect();
    while let Some(function) = queue.pop() {
        if found.insert(function) {
            let calls = callers.get(&function).into_iter().flatten();
            queue.extend(calls.filter_map(|id| facts.call(*id).function));
        }
    }
    found
}

/// The calls of the function that hands its parameter on as the element.
fn through_wrappers(
    facts: &Facts,
    flow: &Flow,
    callers: &Callers,
    inner: &ApiCall,
) -> Vec<ApiCall> {
    let Some(element) = &inner.element else {
        return Vec::new();
    };
    let Some(function) = owner(flow, &element.value).or_else(|| {
        inner
            .value
            .as_ref()
            .and_then(|value| owner(flow, &value.value))
    }) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for id in callers.get(&function).into_iter().flatten() {
        let call = facts.call(*id);
        let bound = |argument: &Argument| {
            unaliased(facts, flow, &substitute(facts, function, call, argument))
        };
        let outer = ApiCall {
            call: *id,
            element: Some(bound(element)),
            value: inner.value.as_ref().map(bound),
            ..inner.clone()
        };
        if is_plausible(facts, flow, call, &outer) {
            found.push(outer);
        }
    }
    found
}

/// Methods are matched by name only, so what they get must look like an element, or be a
/// parameter that tells more one call further out.
fn is_plausible(facts: &Facts, flow: &Flow, call: &Call, outer: &ApiCall) -> bool {
    let Callee::Name(name) = call.callee else {
        return true;
    };
    if !matches!(facts.names.name(name), Name::Field(_)) {
        return true;
    }
    let Some(element) = &outer.element else {
        return true;
    };
    match &element.value {
        Value::Text(text) => looks_like_element(text),
        Value::Parts(parts) => match parts.first() {
            Some(Value::Text(text)) => looks_like_element(text),
            _ => owner(flow, &element.value).is_some(),
        },
        Value::Name(name) => {
            flow.owner(*name).is_some()
                || flow
                    .text(facts, &element.value)
                    .is_some_and(|text| looks_like_element(&text))
        }
        _ => false,
    }
}

/// Does it begin like an element of the data model?
pub(crate) fn looks_like_element(text: &str) -> bool {
    text.starts_with("cmi.") || text.starts_with("adl.") || text.starts_with("ssp.")
}
