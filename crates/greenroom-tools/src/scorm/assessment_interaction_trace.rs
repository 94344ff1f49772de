//! `scorm_assessment_interaction_trace`: answer a question and see what each act causes.

mod action;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use greenroom_store::now_ms;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::action::{Action, ActionType, Done};
use crate::page::answer::Via;
use crate::page::assessment::{self, Issue, Step, Trace};
use crate::page::dom_state::DomState;
use crate::page::effects::{self, Watch, shortened};
use crate::page::excerpt;
use crate::stage::picture::{self, CaptureOptions};
use crate::stage::runtime::Runtime;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// Bytes of JSON for all steps together, unless details were asked for.
const BUDGET: usize = 6000;
/// Bytes of JSON that every step gets of it.
const LEAST: usize = 100;
pub(crate) struct ScormAssessmentInteractionTrace;

/// Do actions on a question and trace what each causes
///
/// Needs a runtime. Returns steps with DOM changes, API calls, data changes; issues_detected.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormAssessmentInteractionTraceParams {
    /// The session
    session_id: String,
    /// In order
    #[schemars(length(min = 1, max = 50))]
    actions: Vec<Action>,
    /// detailed: whole DOM states, a picture per step
    #[serde(default)]
    capture_mode: CaptureMode,
    /// How answers are given
    #[serde(default)]
    via: Via,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum CaptureMode {
    #[default]
    Standard,
    Detailed,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAssessmentInteractionTraceOutput {
    steps: Vec<StepReport>,
    issues_detected: Vec<Issue>,
    summary: Summary,
}

#[derive(Serialize, JsonSchema)]
struct StepReport {
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
    error: Option<StepError>,
    /// Absolute path of the picture
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshot: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
struct CallReport {
    method: String,
    args: Vec<Option<String>>,
    result: String,
    error_code: String,
    timestamp: u64,
}

#[derive(Serialize, JsonSchema)]
struct Change {
    previous_value: Option<String>,
    new_value: Option<String>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct StepError {
    error_code: &'static str,
    message: String,
}

#[derive(Serialize, JsonSchema)]
struct Summary {
    total_actions: usize,
    successful_actions: usize,
    total_api_calls: usize,
    data_model_elements_changed: usize,
}

impl fmt::Display for ScormAssessmentInteractionTraceOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = &self.summary;
        write!(
            f,
            "{} of {} actions done, {} API calls, {} issues",
            summary.successful_actions,
            summary.total_actions,
            summary.total_api_calls,
            self.issues_detected.len()
        )
    }
}

impl Tool for ScormAssessmentInteractionTrace {
    const NAME: &'static str = "scorm_assessment_interaction_trace";
    const TITLE: &'static str = "Trace a question";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::CaptureFailed,
        ErrorCode::ArtifactWriteFailed,
    ];
    type Params = ScormAssessmentInteractionTraceParams;
    type Output = ScormAssessmentInteractionTraceOutput;

    fn deadline(params: &Self::Params) -> Duration {
        let each = |action: &Action| action.patience() + Duration::from_secs(5);
        crate::DEFAULT_DEADLINE + params.actions.iter().map(each).sum()
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        action::check(&params.actions)?;
        let runtime = cx.runtimes().require(&params.session_id)?;
        let session = cx.sessions().session(&params.session_id)?;
        runtime.flush().await?;
        let whole = Watch::begin(&runtime);
        let mut trace = Trace {
            activity: runtime.activity().unwrap_or_default(),
            ..Trace::default()
        };
        let detailed = params.capture_mode == CaptureMode::Detailed;
        let mut budget = if detailed { usize::MAX } else { BUDGET };
        let mut steps = Vec::new();
        let mut artifacts = Vec::new();
        let mut before = DomState::read(&runtime).await?;
        for (index, action) in params.actions.iter().enumerate() {
            cx.progress(format!("action {} of {}", index + 1, params.actions.len()));
            let began = Began {
                at: now_ms(),
                watch: Watch::begin(&runtime),
                before,
            };
            let done = action::act(&runtime, action, params.via).await;
            action::tell(cx, &params.session_id, action, &done)?;
            if let Err(error) = &done
                && error.code == ErrorCode::BrowserCrashed
            {
                return Err(error.clone());
            }
            effects::rest(&runtime).await?;
            let after = DomState::read(&runtime).await?;
            // What a step leaves is for those after it.
            let kept_back = LEAST * (params.actions.len() - 1 - index);
            let share = budget.saturating_sub(kept_back);
            let outcome = (&done, &after);
            let mut report = report(&runtime, (index, action), &began, outcome, share);
            budget = budget.saturating_sub(json_size(&report));
            if detailed {
                let picture = picture::capture(&runtime, &CaptureOptions::default()).await?;
                let artifact = picture.keep(&session, &runtime, Self::NAME)?;
                report.screenshot = Some(artifact.absolute_path);
                artifacts.push(artifact.path);
            }
            trace.steps.push(step(&runtime, action, &began, &done));
            steps.push(report);
            before = after;
        }
        trace.values = values(&runtime);
        let summary = Summary {
            total_actions: steps.len(),
            successful_actions: steps.iter().filter(|step| step.error.is_none()).count(),
            total_api_calls: trace.steps.iter().map(|step| step.calls.len()).sum(),
            data_model_elements_changed: changes(&runtime, &whole).len(),
        };
        let output = ScormAssessmentInteractionTraceOutput {
            issues_detected: assessment::find(&trace),
            steps,
            summary,
        };
        let mut reply = Reply::new(output);
        for path in artifacts {
            reply = reply
                .artifact("screenshot", path)
                .artifacts_manifest(session.artifacts().manifest_path());
        }
        Ok(reply)
    }
}

/// What is known before an action.
struct Began {
    at: u64,
    watch: Watch,
    before: DomState,
}

fn report(
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
    let data_model_changes = excerpt::fitting(changes.into_iter().collect(), budget / 4);
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
fn changes(runtime: &Runtime, watch: &Watch) -> BTreeMap<String, Change> {
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

fn json_size(report: &StepReport) -> usize {
    serde_json::to_string(report).map_or(0, |text| text.len())
}

/// The step as the rules see it.
fn step(runtime: &Runtime, action: &Action, began: &Began, done: &Result<Done, ToolError>) -> Step {
    let calls = began.watch.calls(runtime);
    let by_api = done
        .as_ref()
        .is_ok_and(|done| done.via == "automation" && !done.submits);
    let filled = action.kind == ActionType::Fill && done.is_ok();
    Step {
        submits: done.as_ref().is_ok_and(|done| done.submits),
        answers: filled || by_api,
        typed: action
            .value
            .as_ref()
            .filter(|_| filled)
            .and_then(|value| match value {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            }),
        error: done.as_ref().err().map(|error| error.message.clone()),
        calls: calls
            .into_iter()
            .filter(|call| call.origin == "content")
            .collect(),
        before: began.before.clone(),
    }
}

/// The values of the SCO in the frame.
fn values(runtime: &Runtime) -> BTreeMap<String, String> {
    let model = runtime.live.read(|replica| replica.engine.data_model());
    let pairs = model
        .into_iter()
        .filter_map(|element| Some((element.element, element.value?)));
    pairs.collect()
}
