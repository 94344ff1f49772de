//! `scorm_test_navigation_flow`: walk through a course by steps, with a picture of each.

use std::fmt;
use std::path::PathBuf;

use greenroom_stage::course::private::{Home, Play};
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::sequencing::Delivered;
use greenroom_stage::page::picture::{self, CaptureOptions};
use greenroom_stage::script::flow;
use schemars::JsonSchema;
use scorm_session::Navigation;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::runtime::report::ConsoleCounts;
use crate::background::Answer;
use crate::playing::attempt;
use crate::playing::open_errors;
use crate::playing::operation;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormTestNavigationFlow;

/// Walk through a course by navigation steps in a private attempt
///
/// Steps: start, next, previous, choice:<id>, jump:<id>, exit, exitAll, suspendAll, resumeAll,
/// abandon, complete. Returns steps (ok, delivered, exception), final_state.
#[derive(Clone, Deserialize, JsonSchema)]
pub(crate) struct ScormTestNavigationFlowParams {
    #[serde(flatten)]
    play: Play,
    /// Steps in order, or {step,target?,expect?:refused}
    #[serde(default = "start")]
    navigation_sequence: Vec<Value>,
    /// A picture of each step
    #[serde(default)]
    capture_each_step: bool,
    /// Answer at once, outcome as event
    #[serde(default)]
    background: bool,
}

fn start() -> Vec<Value> {
    vec![json!("start")]
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct NavigationFlow {
    session_id: String,
    supported: bool,
    entry_found: bool,
    steps_executed: usize,
    /// One picture per step
    artifacts: Vec<PathBuf>,
    steps: Vec<StepReport>,
    final_state: FinalState,
}

#[derive(Serialize, JsonSchema)]
struct StepReport {
    index: usize,
    step: String,
    /// It went as expected
    ok: bool,
    /// The course stayed where it was
    refused: bool,
    /// What is in the frame after it
    delivered: Option<Delivered>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exception: Option<String>,
    /// Number of API calls during it
    api_calls: usize,
    /// Number of console errors during it
    console_errors: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact_path: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FinalState {
    session_state: Value,
    current_activity: Option<String>,
    available_navigation: Vec<String>,
}

impl fmt::Display for NavigationFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} steps were taken", self.steps_executed)?;
        match self.steps.iter().find(|step| !step.ok) {
            Some(step) if step.refused => write!(f, "; `{}` was refused", step.step),
            Some(step) => write!(f, "; `{}` was to be refused, and was not", step.step),
            None => Ok(()),
        }
    }
}

impl Tool for ScormTestNavigationFlow {
    const NAME: &'static str = "scorm_test_navigation_flow";
    const TITLE: &'static str = "Test navigation flow";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const OPEN_WORLD: bool = true;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] =
        open_errors![UnknownSession, NavFlowError, NavUnsupportedAction];
    type Params = ScormTestNavigationFlowParams;
    type Output = Answer<NavigationFlow>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        flow::parse(&params.navigation_sequence)?;
        let home = attempt::home(cx, &params.play).await?;
        let background = params.background;
        operation::run(cx, Self::NAME, background, home, |cx, home| {
            walk(cx, home, params)
        })
        .await
    }
}

async fn walk(
    cx: Cx,
    home: Home,
    params: ScormTestNavigationFlowParams,
) -> Result<Reply<NavigationFlow>, ToolError> {
    let sequence = flow::parse(&params.navigation_sequence)?;
    let attempt = attempt::open(&cx, &home, params.play.options()).await?;
    let runtime = &attempt.runtime;
    flow::check_targets(runtime, &sequence)?;
    let mut steps: Vec<StepReport> = Vec::new();
    let mut reply_artifacts = Vec::new();
    for (index, step) in sequence.iter().enumerate() {
        cx.progress(format!("step {}: {}", index + 1, step.text));
        // The launch belongs to the first step.
        let before = if index == 0 { (0, 0) } else { counts(runtime) };
        let outcome = flow::take(runtime, step, index == 0)
            .await
            .map_err(|error| stuck(error.into(), index, &step.text))?;
        let after = counts(runtime);
        let mut report = StepReport {
            index,
            step: step.text.clone(),
            ok: outcome.ok != step.expects_refusal,
            refused: !outcome.ok,
            delivered: if outcome.ok {
                runtime.delivered()
            } else {
                None
            },
            exception: outcome.exception,
            api_calls: after.0.saturating_sub(before.0),
            console_errors: after.1.saturating_sub(before.1),
            artifact_path: None,
        };
        if params.capture_each_step {
            let picture = picture::capture(runtime, &CaptureOptions::default())
                .await
                .map_err(|error| stuck(error.into(), index, &step.text))?;
            let artifact = picture.keep(&home.session, runtime, ScormTestNavigationFlow::NAME)?;
            report.artifact_path = Some(artifact.absolute_path);
            reply_artifacts.push(artifact.path);
        }
        let ok = report.ok;
        steps.push(report);
        if !ok {
            break;
        }
    }
    let navigation = runtime.live.read(|replica| replica.engine.navigation());
    let flow = NavigationFlow {
        session_id: home.session.id().to_string(),
        supported: true,
        entry_found: true,
        steps_executed: steps.len(),
        artifacts: steps
            .iter()
            .filter_map(|step| step.artifact_path.clone())
            .collect(),
        steps,
        final_state: FinalState::of(navigation),
    };
    let manifest = home.session.artifacts().manifest_path();
    attempt.end().await?;
    home.close().await?;
    let mut reply = Reply::new(flow).artifacts_manifest(manifest);
    for path in reply_artifacts {
        reply = reply.artifact("screenshot", path);
    }
    Ok(reply)
}

/// API calls and console errors so far.
fn counts(runtime: &Runtime) -> (usize, usize) {
    let calls = runtime.live.read(|replica| replica.calls.len());
    (calls, ConsoleCounts::of(runtime).errors())
}

/// The page went away under a step, or does not answer.
fn stuck(error: ToolError, index: usize, step: &str) -> ToolError {
    if error.code == ErrorCode::NavUnsupportedAction {
        return error;
    }
    let message = format!("step {} (`{step}`): {}", index + 1, error.message);
    ToolError::new(ErrorCode::NavFlowError, message)
        .detail("step_index", index)
        .detail("cause", error.code.as_str())
}

impl FinalState {
    fn of(navigation: Navigation) -> Self {
        Self {
            session_state: serde_json::to_value(navigation.session).unwrap_or_default(),
            current_activity: navigation.current,
            available_navigation: navigation.available,
        }
    }
}
