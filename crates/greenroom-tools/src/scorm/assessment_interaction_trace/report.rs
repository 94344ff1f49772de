//! What one step of a trace reports.

use std::collections::BTreeMap;
use std::path::PathBuf;

use greenroom_report::excerpt;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::dom_state::DomState;
use greenroom_stage::page::effects::{Watch, shortened};
use schemars::JsonSchema;
use scorm_session::{ApiErrorCode, ApiMethod};
use serde::Serialize;

use super::BUDGET;
use super::action::{Action, Done};
use crate::ToolError;

#[derive(Serialize, JsonSchema)]
pub(super) struct StepReport {
    action_index: usize,
    action: Action,
    via: &'static str,
    via_reason: &'static str,
    dom_state_before: DomState,
    dom_state_after: DomState,
    api_calls_triggered: Vec<CallReport>,
    /// Calls left out to keep the answer short
    #[serde(skip_serializing_if = "excerpt::is_zero")]
    api_calls_omitted: usize,
    data_model_changes: BTreeMap<String, Change>,
    #[serde(skip_serializing_if = "excerpt::is_zero")]
    data_model_changes_omitted: usize,
    timestamp: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<StepError>,
    /// Absolute path of the picture
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) screenshot: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct CallReport {
    #[schemars(with = "String")]
    method: ApiMethod,
    args: Vec<Option<String>>,
    result: String,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
    timestamp: u64,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Change {
    previous_value: Option<String>,
    new_value: Option<String>,
}

#[derive(Clone, Serialize, JsonSchema)]
pub(super) struct StepError {
    error_code: &'static str,
    message: String,
}

/// What is known before an action.
pub(super) struct Began {
    pub(super) at: u64,
    pub(super) watch: Watch,
    pub(super) before: DomState,
}

pub(super) fn report(
    runtime: &Runtime,
    (action_index, action): (usize, &Action),
    began: &Began,
    (done, after): (&Result<Done, ToolError>, &DomState),
    budget: usize,
) -> StepReport {
    let target = done.as_ref().ok().map(|done| done.selector.as_str());
    let (dom_state_before, dom_state_after) = if budget > BUDGET {
        (began.before.clone(), after.clone())
    } else {
        (
            began.before.differing(after, target, budget / 4),
            after.differing(&began.before, target, budget / 4),
        )
    };
    let calls: Vec<CallReport> = began
        .watch
        .calls(runtime)
        .into_iter()
        .map(|call| CallReport {
            args: call
                .args
                .iter()
                .map(|arg| arg.as_deref().map(shortened))
                .collect(),
            method: call.method,
            result: shortened(&call.result),
            error_code: call.error_code,
            timestamp: call.timestamp,
        })
        .collect();
    let total = calls.len();
    let api_calls_triggered = excerpt::fitting(calls, budget / 3);
    let changes = changes(runtime, &began.watch);
    let changed = changes.len();
    let mut changes: Vec<(String, Change)> = changes.into_iter().collect();
    changes.sort_by_key(|(element, _)| !is_result(element));
    let data_model_changes = excerpt::fitting(changes, budget / 4);
    StepReport {
        action_index,
        action: action.clone(),
        via: done.as_ref().map_or("dom", |done| done.via),
        via_reason: done.as_ref().map_or("failed", |done| done.via_reason),
        dom_state_before,
        dom_state_after,
        api_calls_omitted: total - api_calls_triggered.len(),
        api_calls_triggered,
        data_model_changes_omitted: changed - data_model_changes.len(),
        data_model_changes: data_model_changes.into_iter().collect(),
        timestamp: began.at,
        error: done.as_ref().err().map(|error| StepError {
            error_code: error.code.as_str(),
            message: error.message.clone(),
        }),
        screenshot: None,
    }
}

/// The elements that changed, each with its first and its last value.
pub(super) fn changes(runtime: &Runtime, watch: &Watch) -> BTreeMap<String, Change> {
    let mut changes: BTreeMap<String, Change> = BTreeMap::new();
    for entry in watch.changes(runtime) {
        let new_value = entry.after.as_deref().map(shortened);
        changes
            .entry(entry.element)
            .and_modify(|change| change.new_value.clone_from(&new_value))
            .or_insert_with(|| Change {
                previous_value: entry.before.as_deref().map(shortened),
                new_value: new_value.clone(),
            });
    }
    changes
}

/// Whether an element tells how the learner did, which is what an assessment is for.
fn is_result(element: &str) -> bool {
    !element.starts_with("cmi.interactions.")
        && (element.contains("score.") || element.ends_with("_status"))
}

impl StepReport {
    /// How many bytes it takes in an answer.
    pub(super) fn json_size(&self) -> usize {
        serde_json::to_string(self).map_or(0, |text| text.len())
    }
}
