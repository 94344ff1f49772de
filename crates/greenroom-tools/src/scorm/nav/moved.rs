//! What came of a navigation request, the same for all controls.

use std::collections::BTreeMap;
use std::fmt;

use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::sequencing::Delivered;
use greenroom_stage::page::console::{self, ConsoleEntry, Level};
use greenroom_stdx::now_ms;
use schemars::JsonSchema;
use scorm_session::{LearnerRequest, NavigationOutcome, SessionState};
use serde::Serialize;

use crate::{Cx, ErrorCode, ToolError};

/// The reason in every answer about sequencing that was not begun.
pub(crate) const NOT_INITIALIZED: &str = "SN_NOT_INITIALIZED";

/// What navigation tools can answer beside their results.
pub(crate) const NAV_ERRORS: &[ErrorCode] = &[
    ErrorCode::RuntimeNotOpen,
    ErrorCode::BrowserCrashed,
    ErrorCode::SnBridgeUnavailable,
    ErrorCode::NavUnsupportedAction,
];

/// What came of a request.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Moved {
    success: bool,
    /// Sequencing is on; see scorm_sn_init
    applicable: bool,
    /// Why not
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Code of the sequencing exception, such as SB.2.9-4
    #[serde(skip_serializing_if = "Option::is_none")]
    exception: Option<String>,
    /// The activity that is now in the frame
    #[serde(skip_serializing_if = "Option::is_none")]
    delivered: Option<Delivered>,
    /// not_started, active or ended
    #[serde(rename = "sessionState")]
    session_state: &'static str,
    /// What the consoles said meanwhile
    console: ConsoleMeanwhile,
}

#[derive(Default, Serialize, JsonSchema)]
struct ConsoleMeanwhile {
    error_count: usize,
    /// Errors by category
    categories: BTreeMap<String, usize>,
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.delivered, &self.reason) {
            (Some(delivered), _) => write!(f, "{} is delivered", delivered.identifier),
            (None, Some(reason)) => write!(f, "nothing moved: {reason}"),
            (None, None) => write!(f, "the session is {}", self.session_state),
        }
    }
}

/// Carries out a request in the session's page.
pub(crate) async fn go(
    cx: &Cx,
    session_id: &str,
    request: LearnerRequest,
) -> Result<Moved, ToolError> {
    let runtime = cx.runtimes().require(session_id)?;
    if !runtime.has_sequencing() {
        return Ok(Moved {
            success: false,
            applicable: false,
            reason: Some(NOT_INITIALIZED.to_owned()),
            exception: None,
            delivered: None,
            session_state: session_state(&runtime),
            console: ConsoleMeanwhile::default(),
        });
    }
    if let LearnerRequest::Choice { target } = &request {
        runtime.check_target(target)?;
    }
    let begin = now_ms();
    let decided = runtime.navigate(&request).await?;
    let (success, reason, exception) = match decided.map(|navigated| navigated.outcome) {
        Some(Ok(NavigationOutcome::NoContent { exception })) => (
            false,
            Some("no activity was found to deliver".to_owned()),
            exception,
        ),
        Some(Ok(_)) => (true, None, None),
        Some(Err(refusal)) => (false, Some(refusal.message), Some(refusal.exception)),
        None => (false, Some("the engine made no decision".to_owned()), None),
    };
    Ok(Moved {
        success,
        applicable: true,
        reason,
        exception,
        delivered: success.then(|| runtime.delivered()).flatten(),
        session_state: session_state(&runtime),
        console: ConsoleMeanwhile::since(&runtime, begin),
    })
}

/// Where the sequencing session stands.
pub(crate) fn session_state(runtime: &Runtime) -> &'static str {
    let navigation = runtime.live.read(|replica| replica.engine.navigation());
    match navigation.session {
        SessionState::NotStarted => "not_started",
        SessionState::Active => "active",
        SessionState::Ended | SessionState::Suspended => "ended",
    }
}

impl ConsoleMeanwhile {
    fn since(runtime: &Runtime, begin: u64) -> Self {
        let mut meanwhile = Self::default();
        let is_error = |entry: &&ConsoleEntry| entry.level == Level::Error;
        for entry in console::entries(runtime).iter().filter(is_error) {
            if entry.timestamp >= begin {
                let category = serde_json::to_value(entry.category).unwrap_or_default();
                let category = category.as_str().unwrap_or_default().to_owned();
                *meanwhile.categories.entry(category).or_default() += 1;
                meanwhile.error_count += 1;
            }
        }
        meanwhile
    }
}
