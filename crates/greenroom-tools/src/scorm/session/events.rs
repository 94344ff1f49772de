//! `scorm_session_events`: the event stream of a session, by polling.

use std::fmt;
use std::time::Duration;

use greenroom_report::excerpt;
use greenroom_stage::course::chatter::CHATTER;
use greenroom_store::{EventQuery, SessionEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormSessionEvents;

/// Read the events of a session
///
/// since_event_id = last id seen. Returns {events [{id, type, payload, time}], latest_event_id,
/// has_more}.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormSessionEventsParams {
    /// The session
    session_id: String,
    /// Only events after this id
    #[serde(default)]
    since_event_id: u64,
    /// At most this many
    #[serde(default = "default_max_events")]
    #[schemars(range(min = 1, max = 1000))]
    max_events: usize,
    /// e.g. debug:api_call; none = all
    #[serde(default)]
    types: Vec<String>,
    /// Wait for the first event
    #[serde(default)]
    #[schemars(range(max = 45_000))]
    wait_ms: u64,
}

fn default_max_events() -> usize {
    100
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormSessionEventsOutput {
    events: Vec<Event>,
    latest_event_id: u64,
    has_more: bool,
}

#[derive(Serialize, JsonSchema)]
struct Event {
    id: u64,
    #[serde(rename = "type")]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, Value>>")]
    payload: Option<Value>,
    time: u64,
}

impl From<SessionEvent> for Event {
    fn from(event: SessionEvent) -> Self {
        let SessionEvent {
            id,
            kind,
            payload,
            time,
        } = event;
        Self {
            id,
            kind,
            payload,
            time,
        }
    }
}

impl fmt::Display for ScormSessionEventsOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.has_more { ", more follow" } else { "" };
        write!(
            f,
            "{} events up to {}{more}",
            self.events.len(),
            self.latest_event_id
        )
    }
}

impl Tool for ScormSessionEvents {
    const NAME: &'static str = "scorm_session_events";
    const TITLE: &'static str = "Session events";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::UnknownSession];
    type Params = ScormSessionEventsParams;
    type Output = ScormSessionEventsOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let ScormSessionEventsParams {
            session_id,
            since_event_id,
            max_events,
            types,
            wait_ms,
        } = params;
        let session = cx.sessions().session_or_closing(&session_id)?;
        let query = EventQuery {
            since: since_event_id,
            max: max_events,
            types,
            without: &CHATTER,
        };
        let page = session
            .events()
            .wait_page(query, Duration::from_millis(wait_ms))
            .await?;
        let found = page.events.len();
        let events: Vec<Event> = page.events.into_iter().map(Into::into).collect();
        let events = excerpt::first(events, Some(max_events), cx.room());
        let output = ScormSessionEventsOutput {
            has_more: page.has_more || events.len() < found,
            events,
            latest_event_id: page.latest,
        };
        Ok(output.into())
    }
}
