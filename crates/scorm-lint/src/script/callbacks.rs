//! Functions that call what they are given: `safely(() => api.Commit(""))`.
//!
//! What is given runs when it is given, not whenever the function runs that calls it: one function
//! around all calls of the API would else run each of them on every occasion.

use std::collections::HashMap;

use scorm_package::xml::Span;

use super::facts::{Call, Callee, Facts};
use super::flow::Flow;
use super::names::FunctionId;

/// The parameters that functions call themselves.
#[derive(Debug, Default)]
pub(crate) struct Callbacks {
    /// Which parameter, and where it is called.
    by_function: HashMap<FunctionId, Vec<(usize, Span)>>,
}

impl Callbacks {
    pub(super) fn of(facts: &Facts, flow: &Flow) -> Self {
        let mut callbacks = Self::default();
        for call in &facts.calls {
            if let Some((function, parameter)) = called_parameter(facts, flow, call) {
                let places = callbacks.by_function.entry(function).or_default();
                places.push((parameter, call.span));
            }
        }
        callbacks
    }

    /// The parameters that a function calls.
    pub(super) fn of_function(&self, function: FunctionId) -> &[(usize, Span)] {
        let places = self.by_function.get(&function);
        places.map_or(&[], Vec::as_slice)
    }
}

/// The function, and which of its parameters it calls here itself. What may have been given another
/// value since, or is called by a function within, counts as any other name.
pub(super) fn called_parameter(
    facts: &Facts,
    flow: &Flow,
    call: &Call,
) -> Option<(FunctionId, usize)> {
    let Callee::Name(name) = call.callee else {
        return None;
    };
    let function = flow.owner(name).filter(|it| call.function == Some(*it))?;
    if flow.is_assigned(name) || flow.is_ambiguous(call) {
        return None;
    }
    let mut parameters = facts.function(function).parameters.iter();
    let at = parameters.position(|parameter| *parameter == name)?;
    Some((function, at))
}
