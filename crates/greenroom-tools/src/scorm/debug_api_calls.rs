//! `scorm_debug_api_calls`: the calls of a course, with what is suspicious about them.

mod observing;
mod replay;

use std::fmt;
use std::time::Duration;

use greenroom_report::excerpt;
use greenroom_report::run::Anomaly;
use greenroom_report::run::call_analysis::{self, Analysis, Metrics};
use greenroom_stage::course::private::{Home, Play};
use greenroom_stage::course::record::Values;
use schemars::JsonSchema;
use scorm_session::{ApiCall, ApiFunction};
use serde::{Deserialize, Serialize};

use self::observing::Observed;
use self::replay::Replay;
use crate::background::Answer;
use crate::playing::attempt;
use crate::playing::open_errors;
use crate::playing::operation;
use crate::playing::trace_page;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, workbench_view};

pub(crate) struct ScormDebugApiCalls;

/// Calls that a result lists; the rest is counted.
const LISTED: usize = 1000;
/// Longer observations go to the background.
const LONGEST_NOW: Duration = Duration::from_secs(45);

/// Record the API calls of a course and find anomalies
///
/// Plays it privately, or observes session_id. Returns calls, metrics, anomalies.
#[derive(Clone, Deserialize, JsonSchema)]
pub(crate) struct ScormDebugApiCallsParams {
    #[serde(flatten)]
    play: Play,
    /// Only these functions
    #[serde(default)]
    filter_methods: Vec<String>,
    /// Look for anomalies
    #[serde(default = "yes")]
    detect_anomalies: bool,
    /// Values after each SetValue
    #[serde(default)]
    include_data_model_state: bool,
    /// replay: the journal again, in a fresh engine
    #[serde(default)]
    monitoring_mode: Option<MonitoringMode>,
    /// Only these kinds
    #[serde(default)]
    api_filters: Option<Vec<ApiKind>>,
    /// Only these elements and what is below
    #[serde(default)]
    data_elements: Option<Vec<String>>,
    /// Minutes to observe
    #[schemars(range(min = 0, max = 60))]
    #[serde(default)]
    session_duration: Option<f64>,
    /// Also as a page for people
    #[serde(default)]
    enable_gui: bool,
    /// Answer at once, outcome as event
    #[serde(default)]
    background: bool,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum MonitoringMode {
    RealTime,
    Batch,
    Replay,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ApiKind {
    Initialize,
    Terminate,
    GetValue,
    SetValue,
    Commit,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DebuggedCalls {
    session_id: String,
    supported: bool,
    entry_found: bool,
    calls: Vec<DebuggedCall>,
    /// Calls that are not listed
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    metrics: Metrics,
    #[serde(skip_serializing_if = "Option::is_none")]
    anomalies: Option<Vec<Anomaly>>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    analysis: Option<Analysis<DebuggedCall>>,
    /// Where people see it: the session on the workbench, else a file
    #[serde(skip_serializing_if = "Option::is_none")]
    gui_url: Option<String>,
    /// Answers that a fresh engine gives differently
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<Replay>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct DebuggedCall {
    #[serde(flatten)]
    call: ApiCall,
    /// By the page's clock
    duration_us: Option<u32>,
    /// What the SCO has set so far
    #[serde(skip_serializing_if = "Option::is_none")]
    state_after: Option<Values>,
}

impl fmt::Display for DebuggedCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} API calls", self.metrics.total_calls)?;
        match &self.anomalies {
            Some(anomalies) => write!(f, ", {} anomalies", anomalies.len()),
            None => Ok(()),
        }
    }
}

impl Tool for ScormDebugApiCalls {
    const NAME: &'static str = "scorm_debug_api_calls";
    const TITLE: &'static str = "Debug API calls";
    const EFFECT: Effect = Effect::Writes;
    const OPEN_WORLD: bool = true;
    const ERRORS: &'static [ErrorCode] = open_errors![UnknownSession, DebugApiError];
    type Params = ScormDebugApiCallsParams;
    type Output = Answer<DebuggedCalls>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let is_replay = params.monitoring_mode == Some(MonitoringMode::Replay);
        if is_replay && params.play.session_id.is_none() {
            let message = "replay needs the session_id whose journal is to be replayed";
            return Err(ToolError::new(ErrorCode::InvalidParams, message));
        }
        let home = attempt::home(cx, &params.play).await?;
        let background = params.background || duration(&params) > LONGEST_NOW;
        operation::run(cx, Self::NAME, background, home, |cx, home| {
            debug(cx, home, params)
        })
        .await
    }
}

fn duration(params: &ScormDebugApiCallsParams) -> Duration {
    let minutes = params.session_duration.unwrap_or(0.0);
    Duration::from_secs_f64(minutes.clamp(0.0, 60.0) * 60.0)
}

async fn debug(
    cx: Cx,
    home: Home,
    params: ScormDebugApiCallsParams,
) -> Result<Reply<DebuggedCalls>, ToolError> {
    let id = home.session.id().to_string();
    let open = cx.runtimes().find(&id);
    let is_replay = params.monitoring_mode == Some(MonitoringMode::Replay);
    let observed = match open {
        Some(runtime) => {
            tokio::time::sleep(duration(&params)).await;
            let again = is_replay || params.include_data_model_state;
            observing::observe(&runtime, &home, again).await?
        }
        None if is_replay => observing::observe_journal(&home)?,
        None => {
            let again = params.include_data_model_state;
            observing::play(&cx, &home, &params.play, duration(&params), again).await?
        }
    };
    let mut output = report(observed, &home, &params, cx.room());
    if params.enable_gui {
        output.gui_url = Some(gui(&cx, &home, &mut output).await?);
    }
    home.close().await?;
    Ok(output.into())
}

/// The session as people see it: live where it goes on, else as a trace.
async fn gui(cx: &Cx, home: &Home, output: &mut DebuggedCalls) -> Result<String, ToolError> {
    let id = home.session.id().to_string();
    if cx.runtimes().find(&id).is_some()
        && let (Some(url), _) = workbench_view::of_session(cx, &id).await
    {
        if let Some(analysis) = &mut output.analysis {
            analysis.shown_as(id);
        }
        return Ok(url);
    }
    trace_page::write(cx, &home.session, &home.session).await
}

fn report(
    observed: Observed,
    home: &Home,
    params: &ScormDebugApiCallsParams,
    room: usize,
) -> DebuggedCalls {
    let Observed {
        calls,
        anomalies,
        replayed,
    } = observed;
    let is_replay = params.monitoring_mode == Some(MonitoringMode::Replay);
    let replay = (is_replay && replayed.is_some()).then(|| {
        let again = replayed.as_deref().unwrap_or_default();
        replay::compare(&calls, again)
    });
    let chosen: Vec<ApiCall> = calls
        .iter()
        .filter(|call| is_chosen(call, params))
        .cloned()
        .collect();
    let metrics = call_analysis::metrics(&chosen);
    let state_after = |seq: u64| {
        let again = replayed.as_ref()?.iter().find(|it| it.call.seq == seq)?;
        again.state_after.clone()
    };
    let wants_analysis = params.monitoring_mode.is_some()
        || params.api_filters.is_some()
        || params.data_elements.is_some()
        || params.session_duration.is_some()
        || params.enable_gui;
    // Filters choose what is listed; a Commit that is not listed has still saved the values.
    let findings = wants_analysis.then(|| call_analysis::analyze(&calls, &anomalies));
    let total = chosen.len();
    let all = chosen.into_iter().map(|call| DebuggedCall {
        duration_us: call.duration_us,
        state_after: if params.include_data_model_state {
            state_after(call.seq)
        } else {
            None
        },
        call,
    });
    // The longer report repeats the list.
    let share = if wants_analysis { room / 4 } else { room / 2 };
    let calls = excerpt::first(all, Some(LISTED), share);
    let omitted = total.checked_sub(calls.len()).filter(|count| *count > 0);
    DebuggedCalls {
        session_id: home.session.id().to_string(),
        supported: true,
        entry_found: true,
        analysis: findings.map(|findings| findings.with_log(calls.clone())),
        calls,
        omitted,
        metrics,
        anomalies: params.detect_anomalies.then_some(anomalies),
        gui_url: None,
        replay,
    }
}

fn is_chosen(call: &ApiCall, params: &ScormDebugApiCallsParams) -> bool {
    let kind_fits = |kinds: &Vec<ApiKind>| {
        kinds.iter().any(|kind| {
            call.function()
                == match kind {
                    ApiKind::Initialize => ApiFunction::Initialize,
                    ApiKind::Terminate => ApiFunction::Terminate,
                    ApiKind::GetValue => ApiFunction::GetValue,
                    ApiKind::SetValue => ApiFunction::SetValue,
                    ApiKind::Commit => ApiFunction::Commit,
                }
        })
    };
    let element_fits = |elements: &Vec<String>| {
        elements.iter().any(|element| {
            let rest = call.element().strip_prefix(element.trim_end_matches(".*"));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    (params.filter_methods.is_empty()
        || params
            .filter_methods
            .iter()
            .any(|name| name == call.method.name()))
        && params.api_filters.as_ref().is_none_or(kind_fits)
        && params.data_elements.as_ref().is_none_or(element_fits)
}
