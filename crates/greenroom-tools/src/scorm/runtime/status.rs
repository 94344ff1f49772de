//! `scorm_runtime_status`: what the page of a session is doing.

use std::fmt;

use greenroom_report::run::Departed;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::viewport::Viewport;
use schemars::JsonSchema;
use scorm_session::ApiMethod;
use serde::{Deserialize, Serialize};

use super::report::ConsoleCounts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormRuntimeStatus;

/// Show what the page of a session is doing
///
/// Returns open, url, initialize_state, last_api_method, activity, frames, console counts.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormRuntimeStatusParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormRuntimeStatusOutput {
    /// The course plays and its page can be used
    open: bool,
    #[serde(flatten)]
    page: Option<PageStatus>,
}

#[derive(Serialize, JsonSchema)]
struct PageStatus {
    /// `open`, `left` (the course closed its window or took it elsewhere) or `crashed`
    page: &'static str,
    /// How it left
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Departed>,
    url: String,
    /// `none`, `initialized` or `terminated`
    initialize_state: &'static str,
    #[schemars(with = "Option<String>")]
    last_api_method: Option<ApiMethod>,
    last_api_ts: Option<u64>,
    activity: Option<String>,
    viewport: Viewport,
    frames: Vec<FrameStatus>,
    console: ConsoleCounts,
    pending_requests: usize,
}

#[derive(Serialize, JsonSchema)]
struct FrameStatus {
    id: String,
    name: String,
    url: String,
}

impl fmt::Display for ScormRuntimeStatusOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.page {
            Some(PageStatus {
                left: Some(departed),
                ..
            }) => write!(f, "{departed}, and is over"),
            Some(page) if page.page != "open" => write!(f, "the page {}", page.page),
            Some(page) if page.activity.is_none() => f.write_str("nothing is delivered"),
            Some(page) => write!(f, "{} is open, {}", page.url, page.initialize_state),
            None => f.write_str("no page is open"),
        }
    }
}

impl PageStatus {
    fn of(runtime: &Runtime) -> Self {
        let (left, activity, initialize_state, last) = runtime.live.read(|replica| {
            (
                replica.departed.clone(),
                replica
                    .delivery
                    .as_ref()
                    .map(|delivery| delivery.activity.clone()),
                replica.initialize_state(),
                replica
                    .calls
                    .last()
                    .map(|call| (call.method, call.timestamp)),
            )
        });
        let network = runtime.context.network();
        Self {
            page: match &left {
                Some(_) => "left",
                None if runtime.is_playable() => "open",
                None => "crashed",
            },
            left,
            url: runtime.url(),
            initialize_state,
            last_api_method: last.map(|(method, _)| method),
            last_api_ts: last.map(|(_, timestamp)| timestamp),
            activity,
            viewport: runtime.viewport(),
            frames: runtime
                .content_frames()
                .into_iter()
                .map(|frame| FrameStatus {
                    id: frame.id.to_string(),
                    name: frame.name,
                    url: frame.url,
                })
                .collect(),
            console: ConsoleCounts::of(runtime),
            pending_requests: network
                .items
                .iter()
                .filter(|request| request.status_code.is_none() && request.error.is_none())
                .count(),
        }
    }
}

impl Tool for ScormRuntimeStatus {
    const NAME: &'static str = "scorm_runtime_status";
    const TITLE: &'static str = "Runtime status";
    const EFFECT: Effect = Effect::ReadOnly;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::UnknownSession];
    type Params = ScormRuntimeStatusParams;
    type Output = ScormRuntimeStatusOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let _session = cx.sessions().session_or_closing(&params.session_id)?;
        let runtime = cx.runtimes().find(&params.session_id);
        if let Some(runtime) = &runtime {
            runtime.notice_departure().await?;
        }
        let page = runtime.map(|runtime| PageStatus::of(&runtime));
        Ok(ScormRuntimeStatusOutput {
            open: page.as_ref().is_some_and(|page| page.page == "open"),
            page,
        }
        .into())
    }
}
