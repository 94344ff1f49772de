//! What a list of API calls says as a whole: numbers, flow of values, errors.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::Anomaly;
use scorm_session::{ApiCall, ApiErrorCode, ApiFunction, ApiMethod};

/// Numbers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Metrics {
    pub total_calls: usize,
    by_method: BTreeMap<&'static str, usize>,
    first_ts: Option<u64>,
    last_ts: Option<u64>,
    /// From the first call to the last
    duration_ms: u64,
    methods: Vec<&'static str>,
}

pub fn metrics(calls: &[ApiCall]) -> Metrics {
    let mut by_method = BTreeMap::new();
    for call in calls {
        *by_method.entry(call.method.name()).or_default() += 1;
    }
    let first_ts = calls.first().map(|call| call.timestamp);
    let last_ts = calls.last().map(|call| call.timestamp);
    Metrics {
        total_calls: calls.len(),
        methods: by_method.keys().copied().collect(),
        by_method,
        first_ts,
        last_ts,
        duration_ms: last_ts
            .unwrap_or_default()
            .saturating_sub(first_ts.unwrap_or_default()),
    }
}

/// The longer report.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Analysis<C> {
    api_call_log: Vec<C>,
    #[serde(flatten)]
    findings: Findings,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Findings {
    data_flow_analysis: DataFlow,
    error_analysis: Errors,
    performance_metrics: Pace,
    recommendations: Vec<String>,
    /// The session on the workbench; null if it is not shown there
    gui_session_id: Option<String>,
}

impl Findings {
    pub fn with_log<C>(self, calls: Vec<C>) -> Analysis<C> {
        Analysis {
            api_call_log: calls,
            findings: self,
        }
    }
}

impl<C> Analysis<C> {
    /// People see the run as this session of the workbench.
    pub fn shown_as(&mut self, session_id: String) {
        self.findings.gui_session_id = Some(session_id);
    }
}

#[derive(Debug, Serialize, JsonSchema)]
struct DataFlow {
    elements: BTreeMap<String, ElementFlow>,
    /// Set, and not read by the content in this run
    never_read: Vec<String>,
    /// Set after the last Commit or Terminate
    written_without_commit: Vec<String>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
struct ElementFlow {
    reads: usize,
    writes: usize,
    distinct_values: usize,
    last_value: Option<String>,
    #[serde(skip)]
    values: BTreeSet<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Errors {
    #[schemars(with = "BTreeMap<String, usize>")]
    by_code: BTreeMap<ApiErrorCode, usize>,
    contexts: Vec<ErrorContext>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ErrorContext {
    seq: u64,
    #[schemars(with = "String")]
    method: ApiMethod,
    args: Vec<Option<String>>,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
    activity: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Pace {
    calls_per_second: Option<f64>,
    sets_per_commit: Option<f64>,
}

pub fn analyze(calls: &[ApiCall], anomalies: &[Anomaly]) -> Findings {
    let mut recommendations: Vec<String> = Vec::new();
    for anomaly in anomalies {
        if !recommendations.contains(&anomaly.recommendation) {
            recommendations.push(anomaly.recommendation.clone());
        }
    }
    Findings {
        data_flow_analysis: data_flow(calls),
        error_analysis: errors(calls),
        performance_metrics: pace(calls),
        recommendations,
        gui_session_id: None,
    }
}

fn data_flow(calls: &[ApiCall]) -> DataFlow {
    let mut elements: BTreeMap<String, ElementFlow> = BTreeMap::new();
    let mut unsaved = BTreeSet::new();
    for call in calls.iter().filter(|call| !call.failed()) {
        let element = call.element().to_owned();
        match call.function() {
            ApiFunction::GetValue => {
                let flow = elements.entry(element).or_default();
                flow.reads += 1;
                flow.last_value.get_or_insert_with(|| call.result.clone());
            }
            ApiFunction::SetValue => {
                unsaved.insert(element.clone());
                let flow = elements.entry(element).or_default();
                flow.writes += 1;
                flow.values.insert(call.value().to_owned());
                flow.distinct_values = flow.values.len();
                flow.last_value = Some(call.value().to_owned());
            }
            ApiFunction::Commit | ApiFunction::Terminate => unsaved.clear(),
            ApiFunction::Initialize
            | ApiFunction::GetLastError
            | ApiFunction::GetErrorString
            | ApiFunction::GetDiagnostic => {}
        }
    }
    let unread = elements
        .iter()
        .filter(|(_, flow)| flow.writes > 0 && flow.reads == 0);
    DataFlow {
        never_read: unread.map(|(element, _)| element.clone()).collect(),
        written_without_commit: unsaved.into_iter().collect(),
        elements,
    }
}

fn errors(calls: &[ApiCall]) -> Errors {
    let failed: Vec<&ApiCall> = calls.iter().filter(|call| call.failed()).collect();
    let mut by_code = BTreeMap::new();
    for call in &failed {
        *by_code.entry(call.error_code).or_default() += 1;
    }
    let contexts = failed.iter().take(100).map(|call| ErrorContext {
        seq: call.seq,
        method: call.method,
        args: call.args.clone(),
        error_code: call.error_code,
        activity: call.activity.clone(),
    });
    Errors {
        by_code,
        contexts: contexts.collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of calls are small")]
fn pace(calls: &[ApiCall]) -> Pace {
    let seconds = metrics(calls).duration_ms as f64 / 1000.0;
    let count = |function: ApiFunction| {
        let made = calls.iter().filter(|call| call.function() == function);
        made.count() as f64
    };
    let (sets, commits) = (count(ApiFunction::SetValue), count(ApiFunction::Commit));
    Pace {
        calls_per_second: (seconds > 0.0).then(|| calls.len() as f64 / seconds),
        sets_per_commit: (commits > 0.0).then(|| sets / commits),
    }
}
