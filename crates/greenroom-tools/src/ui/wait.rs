//! `ui_wait`: wait for what Lua reports with `mcp.pushState`.

use std::fmt;
use std::time::{Duration, Instant};

use greenroom_human::GaveUp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{ALIASES, failure, first_session};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, waiting};

/// The longest wait that can be asked for.
const LONGEST_WAIT: Duration = Duration::from_mins(10);

pub(crate) struct UiWait;

/// Wait for events that Lua queued with mcp.pushState
///
/// Returns {events: [{seq, at, value}], next_after, dropped, timed_out}; `after` = next_after
/// confirms.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiWaitParams {
    /// Session
    #[serde(default = "first_session", rename = "sessionId")]
    session_id: String,
    /// Longest wait
    #[serde(default = "half_a_minute")]
    #[schemars(range(min = 0, max = 600))]
    timeout_seconds: u64,
    /// Confirms events up to this seq
    after: Option<u64>,
    /// Most events at once
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 100))]
    max: u8,
}

fn half_a_minute() -> u64 {
    30
}

fn hundred() -> u8 {
    100
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiWaitOutput {
    /// Each has seq, at, value.
    events: Vec<Value>,
    next_after: u64,
    dropped: u64,
    timed_out: bool,
}

impl fmt::Display for UiWaitOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.events.len() {
            0 => f.write_str("no events yet"),
            1 => f.write_str("1 event"),
            count => write!(f, "{count} events"),
        }
    }
}

impl Tool for UiWait {
    const NAME: &'static str = "ui_wait";
    const TITLE: &'static str = "Wait for UI events";
    const EFFECT: Effect = Effect::Writes;
    const ORDERED: bool = false;
    const OWN_PROGRESS: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UiNotConfigured,
        ErrorCode::UiNotStarted,
        ErrorCode::UiSessionUnknown,
        ErrorCode::UiSessionIdInvalid,
    ];
    // An event is told once, and its place in the list is the cursor.
    const NAMED_VALUES: &'static [&'static str] = &["*"];
    const ALIASES: &'static [(&'static str, &'static str)] = ALIASES;
    type Params = UiWaitParams;
    type Output = UiWaitOutput;

    fn deadline(_params: &Self::Params) -> Duration {
        LONGEST_WAIT + Duration::from_secs(5)
    }

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().running().map(drop)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let server = cx.ui().running()?;
        let session = failure::known_session(&server, &params.session_id)?;
        session.used();
        let call = Waiting::new(cx);
        let patience = Duration::from_secs(params.timeout_seconds).min(call.hold());
        let events = session.events();
        let waited = tokio::select! {
            biased;
            waited = events.wait(params.after, params.max.into(), patience) => waited,
            never = waiting::report(cx.own_progress(), "events of the UI") => match never {},
        };
        call.answered();
        session.used();
        let output = UiWaitOutput {
            events: waited.events.iter().map(|event| json!(event)).collect(),
            next_after: waited.next_after,
            dropped: waited.dropped,
            timed_out: waited.timed_out,
        };
        let text = serde_json::to_string(&output).unwrap_or_default();
        Ok(Reply::new(output).text(text))
    }
}

/// A call that waits. Dropped before it is answered, it tells how long its client waits.
struct Waiting<'a> {
    cx: &'a Cx,
    started: Instant,
    unanswered: bool,
}

impl<'a> Waiting<'a> {
    fn new(cx: &'a Cx) -> Self {
        Self {
            cx,
            started: Instant::now(),
            unanswered: true,
        }
    }

    fn with_progress(&self) -> bool {
        self.cx.own_progress().is_some()
    }

    /// How long this client is known to wait for an answer.
    fn hold(&self) -> Duration {
        let seconds = match self.cx.config().dialogs.hold {
            Some(seconds) => seconds,
            None => self
                .cx
                .humans()
                .hold_seconds(self.cx.client(), self.with_progress()),
        };
        Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_WAIT.as_secs_f64()))
    }

    fn answered(mut self) {
        self.unanswered = false;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.unanswered {
            self.cx.humans().learn(GaveUp {
                client: self.cx.client().to_owned(),
                with_progress: self.with_progress(),
                after_seconds: self.started.elapsed().as_secs_f64(),
            });
        }
    }
}
