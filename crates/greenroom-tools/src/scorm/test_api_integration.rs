//! `scorm_test_api_integration`: play a course and watch what it does with the API.

use std::collections::BTreeMap;
use std::fmt;

use greenroom_report::run::{Anomaly, anomalies};
use greenroom_stage::course::private::{Home, Play};
use greenroom_stage::course::record;
use greenroom_stage::script::scenario::{self, Taken};
use schemars::JsonSchema;
use scorm_session::{ApiCall, ApiErrorCode, ApiFunction, ApiMethod, Origin};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::runtime::report::ConsoleCounts;
use crate::background::Answer;
use crate::playing::attempt;
use crate::playing::open_errors;
use crate::playing::operation;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormTestApiIntegration;

/// Play a course privately and check how it uses the SCORM API
///
/// Steps: "initialize", "setvalue EL VALUE", "getvalue EL", "commit", "terminate", {method,args,
/// expect_result,expect_error}, {action:click/fill/type/wait,selector,value,text,ms}. Returns
/// calls, data model, detected_issues.
#[derive(Clone, Deserialize, JsonSchema)]
pub(crate) struct ScormTestApiIntegrationParams {
    #[serde(flatten)]
    play: Play,
    /// List the calls
    #[serde(default = "yes")]
    capture_api_calls: bool,
    /// What to do once the page is there
    #[serde(default)]
    test_scenario: Scenario,
    /// Answer at once, outcome as event
    #[serde(default)]
    background: bool,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Scenario {
    /// Text or objects
    #[serde(default)]
    steps: Vec<Value>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ApiIntegration {
    session_id: String,
    api_test_results: ApiTestResults,
    /// The manifest has no fault of level error
    manifest_ok: bool,
    scorm_version: Option<&'static str>,
    /// Every step was executed
    scenario_ack: bool,
    detected_issues: Vec<Anomaly>,
    console: ConsoleCounts,
    performance: Performance,
}

#[derive(Serialize, JsonSchema)]
struct ApiTestResults {
    /// By the content itself or by a step
    initialize_success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    api_calls_captured: Option<Vec<CapturedCall>>,
    data_model_state: BTreeMap<String, String>,
    steps: Vec<Taken>,
}

#[derive(Serialize, JsonSchema)]
struct CapturedCall {
    seq: u64,
    #[schemars(with = "String")]
    method: ApiMethod,
    parameters: Vec<Option<String>>,
    result: String,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
    timestamp: u64,
    #[schemars(with = "String")]
    origin: Origin,
    activity: String,
}

#[derive(Serialize, JsonSchema)]
struct Performance {
    load_ms: u64,
    /// What the course loaded
    bytes: u64,
    requests: usize,
    /// Time inside API calls
    api_ms: f64,
}

impl fmt::Display for ApiIntegration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let initialized = if self.api_test_results.initialize_success {
            "the course initialized"
        } else {
            "the course did not initialize"
        };
        let errors = self.detected_issues.iter();
        let errors = errors.filter(|issue| issue.severity == "error").count();
        write!(
            f,
            "{initialized}; {} issues, {errors} of them errors",
            self.detected_issues.len()
        )
    }
}

impl Tool for ScormTestApiIntegration {
    const NAME: &'static str = "scorm_test_api_integration";
    const TITLE: &'static str = "Test API integration";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const OPEN_WORLD: bool = true;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = open_errors![UnknownSession];
    type Params = ScormTestApiIntegrationParams;
    type Output = Answer<ApiIntegration>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        scenario::parse(&params.test_scenario.steps)?;
        let home = attempt::home(cx, &params.play).await?;
        let background = params.background;
        operation::run(cx, Self::NAME, background, home, |cx, home| {
            test(cx, home, params)
        })
        .await
    }
}

async fn test(
    cx: Cx,
    home: Home,
    params: ScormTestApiIntegrationParams,
) -> Result<Reply<ApiIntegration>, ToolError> {
    let given = &params.test_scenario.steps;
    let script = scenario::parse(given)?;
    let mut options = params.play.options();
    // Whether the course initializes is what is asked here, so nobody does it in its place.
    options.auto_initialize = false;
    let attempt = attempt::open(&cx, &home, options).await?;
    let mut steps = Vec::new();
    for (index, step) in script.iter().enumerate() {
        cx.progress(format!("step {}", index + 1));
        steps.push(scenario::take(&attempt.runtime, index, &given[index], step).await?);
    }
    let looked_for_other_api = attempt.runtime.flush().await?.looked_for_other_api;
    let shown = attempt.runtime.live.read(record::data_model);
    let runtime = attempt.end().await?;
    let (calls, anomalies, data_model_state) = runtime.live.read(|replica| {
        let anomalies = anomalies::find(&replica.visits(looked_for_other_api));
        let data_model_state = record::with_later_changes(shown, replica);
        (replica.calls.clone(), anomalies, data_model_state)
    });
    let api_us: u32 = calls.iter().filter_map(|call| call.duration_us).sum();
    let api_ms = f64::from(api_us) / 1000.0;
    let scenario_ack = steps.iter().all(|step| step.executed);
    let manifest_ok = record::manifest_is_sound(&home.session);
    let loaded = runtime.content_requests();
    let output = ApiIntegration {
        session_id: home.session.id().to_string(),
        api_test_results: ApiTestResults {
            initialize_success: calls
                .iter()
                .any(|call| call.function() == ApiFunction::Initialize && !call.failed()),
            api_calls_captured: params
                .capture_api_calls
                .then(|| calls.into_iter().map(CapturedCall::from).collect()),
            data_model_state,
            steps,
        },
        manifest_ok,
        scorm_version: home
            .session
            .package()
            .and_then(|package| package.course().scorm_version),
        scenario_ack,
        detected_issues: anomalies,
        console: ConsoleCounts::of(&runtime),
        performance: Performance {
            load_ms: runtime.load_ms,
            bytes: loaded.iter().filter_map(|request| request.bytes).sum(),
            requests: loaded.len(),
            api_ms,
        },
    };
    home.close().await?;
    Ok(output.into())
}

impl From<ApiCall> for CapturedCall {
    fn from(call: ApiCall) -> Self {
        Self {
            seq: call.seq,
            method: call.method,
            parameters: call.args,
            result: call.result,
            error_code: call.error_code,
            timestamp: call.timestamp,
            origin: call.origin,
            activity: call.activity,
        }
    }
}
