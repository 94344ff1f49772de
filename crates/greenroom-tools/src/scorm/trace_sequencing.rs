//! `scorm_trace_sequencing`: the steps of sequencing, by the ids of the standard.

use std::fmt;
use std::path::PathBuf;

use greenroom_stage::course::private::{Home, Play};
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::trace::{self, TraceEntry, TraceLevel};
use greenroom_stage::script::flow;
use greenroom_stdx::now_ms;
use greenroom_store::{ArtifactType, NewArtifact, Session};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::background::Answer;
use crate::playing::attempt;
use crate::playing::open_errors;
use crate::playing::operation;
use crate::playing::trace_page;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormTraceSequencing;

/// Entries that a result lists; the artifact has all.
const LISTED: usize = 500;

/// Trace how sequencing decides, process by process
///
/// Privately, or session_id's past. Returns entries with the standard's ids, artifact_path.
#[derive(Clone, Deserialize, JsonSchema)]
pub(crate) struct ScormTraceSequencingParams {
    #[serde(flatten)]
    play: Play,
    /// How much is told
    #[serde(default)]
    trace_level: TraceLevel,
    /// Steps as in scorm_test_navigation_flow
    #[serde(default = "start")]
    navigation_sequence: Vec<Value>,
    /// Keep the course open for scorm_nav_*
    #[serde(default)]
    enable_step_through: bool,
    /// Also as a page to open in a browser
    #[serde(default)]
    visualize_tree: bool,
    /// Answer at once, outcome as event
    #[serde(default)]
    background: bool,
}

fn start() -> Vec<Value> {
    vec![json!("start")]
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SequencingTrace {
    supported: bool,
    entry_found: bool,
    trace: Vec<TraceEntry>,
    /// Entries that only the artifact has
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    trace_level: TraceLevel,
    sequencing_active: bool,
    artifact_path: PathBuf,
    trace_session_id: String,
    /// The activity tree and each decision in words
    #[serde(skip_serializing_if = "Option::is_none")]
    visual_tree_url: Option<String>,
    /// The same page at its timeline
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_log_url: Option<String>,
}

impl fmt::Display for SequencingTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.trace.len() + self.omitted.unwrap_or_default();
        write!(f, "{} of sequencing", counted(all, "step"))
    }
}

impl Tool for ScormTraceSequencing {
    const NAME: &'static str = "scorm_trace_sequencing";
    const TITLE: &'static str = "Trace sequencing";
    const EFFECT: Effect = Effect::Writes;
    const OPEN_WORLD: bool = true;
    const ERRORS: &'static [ErrorCode] =
        open_errors![UnknownSession, NavUnsupportedAction, TraceSequencingError];
    type Params = ScormTraceSequencingParams;
    type Output = Answer<SequencingTrace>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        flow::parse(&params.navigation_sequence)?;
        let home = attempt::home(cx, &params.play).await?;
        let background = params.background;
        operation::run(cx, Self::NAME, background, home, |cx, home| {
            follow(cx, home, params)
        })
        .await
    }
}

async fn follow(
    cx: Cx,
    mut home: Home,
    params: ScormTraceSequencingParams,
) -> Result<Reply<SequencingTrace>, ToolError> {
    let open = cx.runtimes().find(home.session.id().as_str());
    if let Some(runtime) = open {
        runtime.flush().await?;
        let entries = entries(&runtime, params.trace_level);
        let reply = reply(&home, &runtime, entries, params.trace_level)?;
        return with_page(&cx, &home, &home.session, &params, reply).await;
    }
    let sequence = flow::parse(&params.navigation_sequence)?;
    let attempt = attempt::open(&cx, &home, params.play.options()).await?;
    let runtime = &attempt.runtime;
    flow::check_targets(runtime, &sequence)?;
    for (index, step) in sequence.iter().enumerate() {
        cx.progress(format!("step {}: {}", index + 1, step.text));
        let taken = flow::take(runtime, step, index == 0).await;
        let outcome = taken.map_err(ToolError::from).map_err(|error| {
            let message = format!("step {} (`{}`): {}", index + 1, step.text, error.message);
            ToolError::new(ErrorCode::TraceSequencingError, message)
                .detail("step_index", index)
                .detail("cause", error.code.as_str())
        })?;
        if !outcome.ok {
            break;
        }
    }
    let entries = entries(runtime, params.trace_level);
    let reply = reply(&home, runtime, entries, params.trace_level)?;
    runtime.flush().await?;
    let reply = with_page(&cx, &home, attempt.session(), &params, reply).await?;
    if params.enable_step_through && attempt.session().id() == home.session.id() {
        home.stay_open();
        attempt.stay_open();
    } else {
        attempt.end().await?;
    }
    home.close().await?;
    Ok(reply)
}

/// Adds the page that shows it, if one was asked for.
async fn with_page(
    cx: &Cx,
    home: &Home,
    played: &Session,
    params: &ScormTraceSequencingParams,
    mut reply: Reply<SequencingTrace>,
) -> Result<Reply<SequencingTrace>, ToolError> {
    if params.visualize_tree {
        let url = trace_page::write(cx, &home.session, played).await?;
        reply.output.visual_tree_url = Some(format!("{url}#tab=why"));
        reply.output.trace_log_url = Some(format!("{url}#tab=timeline"));
    }
    Ok(reply)
}

/// What was known, what was decided, and where that led.
fn entries(runtime: &Runtime, level: TraceLevel) -> Vec<TraceEntry> {
    let page = json!({"url": runtime.url()});
    runtime.live.read(|replica| {
        let mut entries = trace::introduction(replica, runtime.opened_at);
        let status = trace::status(&replica.engine.navigation());
        entries.push(TraceEntry::about("page_opened", runtime.opened_at, page));
        entries.push(TraceEntry::about(
            "sn_engine_init",
            runtime.opened_at,
            json!({}),
        ));
        entries.extend(trace::steps(replica, level));
        entries.push(TraceEntry::about("sn_engine_status", now_ms(), status));
        entries
    })
}

fn reply(
    home: &Home,
    runtime: &Runtime,
    mut entries: Vec<TraceEntry>,
    trace_level: TraceLevel,
) -> Result<Reply<SequencingTrace>, ToolError> {
    let text = serde_json::to_vec_pretty(&entries).unwrap_or_default();
    let new = NewArtifact {
        kind: ArtifactType::Trace,
        mime: "application/json".to_owned(),
        tool: ScormTraceSequencing::NAME.to_owned(),
        title: "Steps of sequencing".to_owned(),
        metadata: Map::new(),
    };
    let artifact = home.session.artifacts().write("json", &text, new)?;
    let omitted = entries.len().checked_sub(LISTED).filter(|count| *count > 0);
    entries.truncate(LISTED);
    let output = SequencingTrace {
        supported: true,
        entry_found: true,
        trace: entries,
        omitted,
        trace_level,
        sequencing_active: runtime
            .live
            .read(|replica| replica.engine.course().tree.len() > 2),
        artifact_path: artifact.absolute_path,
        trace_session_id: home.session.id().to_string(),
        visual_tree_url: None,
        trace_log_url: None,
    };
    Ok(Reply::new(output)
        .artifact("trace", artifact.path)
        .artifacts_manifest(home.session.artifacts().manifest_path()))
}
