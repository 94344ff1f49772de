//! `scorm_assessment_interaction_trace`: answer a question and see what each act causes.

mod action;
mod report;

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::answer::Via;
use greenroom_stage::page::assessment::{self, Issue, Step, Trace};
use greenroom_stage::page::dom_state::DomState;
use greenroom_stage::page::effects::{self, Watch};
use greenroom_stage::page::picture::{self, CaptureOptions};
use greenroom_stdx::now_ms;
use schemars::JsonSchema;
use scorm_session::Origin;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::action::{Action, ActionType, Done};
use self::report::{Began, StepReport, changes, report};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// Bytes of JSON for all steps together, unless details were asked for.
const BUDGET: usize = 6000;
/// Bytes of JSON that every step gets of it.
const LEAST: usize = 100;
pub(crate) struct ScormAssessmentInteractionTrace;

/// Do actions on a question and trace what each causes
///
/// Returns steps with DOM changes, API calls, data changes; issues_detected.
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
            action::report(cx, &params.session_id, action, &done)?;
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
            budget = budget.saturating_sub(report.json_size());
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
            .filter(|call| call.origin == Origin::Content)
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
