//! What is suspicious in the calls that a course made.
//!
//! Only the content's own calls count. Each rule looks at one visit of one SCO: from its delivery
//! to the moment its page was taken away.

mod lifecycle;
mod saving;
mod values;

use schemars::JsonSchema;
use scorm_session::{ApiCall, ApiFunction};
use serde::Serialize;

use super::Departed;

/// One suspicion.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Anomaly {
    /// Name of the rule
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `error`, `warning` or `info`
    pub severity: &'static str,
    /// What was seen
    pub description: String,
    /// What to do
    pub recommendation: String,
    /// `seq` of the calls
    pub affected_calls: Vec<u64>,
    /// Item identifier of the SCO
    pub activity: String,
}

/// One delivery of one activity, with the calls that its content made.
#[derive(Clone, Debug, Default)]
pub struct Visit {
    pub activity: String,
    /// An asset need not call anything.
    pub is_sco: bool,
    /// The page was taken away.
    pub unloaded: bool,
    /// The content asked its parents for the API of the other version.
    pub looked_for_other_api: bool,
    /// How the course tried to speak for the player or for a tool.
    pub tampering: Option<String>,
    /// How the content left its window by itself.
    pub departed: Option<Departed>,
    /// Characters of suspend_data that this version or LMS profile promises to keep.
    pub suspend_data_limit: usize,
    pub calls: Vec<ApiCall>,
}

type Rule = fn(&Visit, &mut Vec<Anomaly>);

const RULES: &[Rule] = &[
    lifecycle::missing_initialize,
    lifecycle::multiple_initialize,
    lifecycle::calls_before_initialize,
    lifecycle::missing_terminate,
    lifecycle::calls_after_terminate,
    lifecycle::wrong_api,
    lifecycle::content_tampered,
    lifecycle::left_its_window,
    saving::missing_commit,
    saving::infrequent_commit,
    saving::excessive_commit,
    values::failed_call,
    values::error_ignored,
    values::status_never_set,
    values::session_time_never_set,
    values::exit_never_set,
    values::score_incomplete,
    values::suspend_data_limit,
    values::redundant_set,
];

/// Everything suspicious, in the order of the rules.
pub fn find(visits: &[Visit]) -> Vec<Anomaly> {
    let mut found = Vec::new();
    for rule in RULES {
        for visit in visits.iter().filter(|visit| visit.is_sco) {
            rule(visit, &mut found);
        }
    }
    found
}

impl Visit {
    fn report(
        &self,
        out: &mut Vec<Anomaly>,
        kind: &'static str,
        severity: &'static str,
        (description, recommendation): (String, &str),
        calls: &[&ApiCall],
    ) {
        out.push(Anomaly {
            kind,
            severity,
            description,
            recommendation: recommendation.to_owned(),
            affected_calls: calls.iter().map(|call| call.seq).collect(),
            activity: self.activity.clone(),
        });
    }

    /// Successful SetValue calls of an element, by its SCORM 2004 or 1.2 name.
    fn sets<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = &'a ApiCall> {
        self.calls.iter().filter(move |call| {
            call.function() == ApiFunction::SetValue
                && call.error_code.is_none()
                && names.contains(&call.element())
        })
    }
}

#[cfg(test)]
mod tests;
