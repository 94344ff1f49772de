//! What is wrong with how a question was recorded.
//!
//! Rules look at the steps of one trace and at the values that the content has set at its end.
//! SCORM 1.2 names are treated like those of SCORM 2004.

mod record;
mod steps;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scorm_session::{ApiCall, ApiFunction};
use serde::Serialize;

use super::dom_state::DomState;

/// One fault.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Issue {
    /// Name of the rule
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `error`, `warning` or `info`
    pub severity: &'static str,
    pub description: String,
    pub recommendation: &'static str,
    /// `seq` of the calls
    pub affected_calls: Vec<u64>,
    /// Item identifier of the SCO
    pub activity: String,
    /// The action that shows it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action_index: Option<usize>,
}

/// One action of a trace with what came of it.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The learner hands an answer in.
    pub submits: bool,
    /// A control was filled, or the automation API took an answer, which no control need show.
    pub answers: bool,
    /// Text that was entered.
    pub typed: Option<String>,
    /// Why the action failed.
    pub error: Option<String>,
    /// The content's own calls.
    pub calls: Vec<ApiCall>,
    pub before: DomState,
}

/// A whole trace.
#[derive(Debug, Default)]
pub struct Trace {
    pub activity: String,
    pub steps: Vec<Step>,
    /// Values at the end, by element.
    pub values: BTreeMap<String, String>,
}

type Rule = fn(&Trace, &mut Vec<Issue>);

const RULES: &[Rule] = &[
    steps::action_failed,
    steps::interaction_order,
    steps::api_error,
    steps::no_api_calls,
    steps::score_not_updated,
    steps::missing_commit,
    record::incomplete_interaction,
    record::duplicate_interaction_id,
    record::response_mismatch,
    record::unanswered_recorded,
    record::status_contradiction,
];

/// All faults, in the order of the rules.
pub fn find(trace: &Trace) -> Vec<Issue> {
    let mut found = Vec::new();
    for rule in RULES {
        rule(trace, &mut found);
    }
    found
}

impl Trace {
    fn issue(
        &self,
        kind: &'static str,
        severity: &'static str,
        (description, recommendation): (String, &'static str),
        calls: &[&ApiCall],
        action_index: Option<usize>,
    ) -> Issue {
        Issue {
            kind,
            severity,
            description,
            recommendation,
            affected_calls: calls.iter().map(|call| call.seq).collect(),
            activity: self.activity.clone(),
            action_index,
        }
    }

    /// The calls of all steps, each with the number of its step.
    fn calls(&self) -> impl Iterator<Item = (usize, &ApiCall)> {
        let steps = self.steps.iter().enumerate();
        steps.flat_map(|(index, step)| step.calls.iter().map(move |call| (index, call)))
    }

    fn value(&self, names: &[&str]) -> Option<&str> {
        let values = names.iter().find_map(|name| self.values.get(*name));
        values.map(String::as_str)
    }
}

/// Number and property of an element `cmi.interactions.n.property`.
fn interaction(element: &str) -> Option<(usize, &str)> {
    let (number, property) = element.strip_prefix("cmi.interactions.")?.split_once('.')?;
    Some((number.parse().ok()?, property))
}

/// Whether a property is the learner's response, under the name of either version.
fn is_response(property: &str) -> bool {
    matches!(property, "learner_response" | "student_response")
}

/// A SetValue that was accepted.
fn is_set(call: &ApiCall) -> bool {
    call.function() == ApiFunction::SetValue && !call.failed()
}
