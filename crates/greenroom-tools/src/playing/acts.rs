//! Acts on a page: their failures, and what the session's stream says of them.

use greenroom_browser::BrowserError;
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::act;
use scorm_session::rehearsal::format::PageAct;
use serde_json::json;

use crate::{Cx, ToolError};

/// The failure of an act.
pub(crate) fn failed(fault: Fault, runtime: &Runtime, error: BrowserError) -> ToolError {
    act::failed(fault, runtime, error).into()
}

/// Reports that an act was tried, and what came of it; with the act as rehearsals write it, if they
/// have it, so that it can be recorded.
pub(crate) fn report<T>(
    cx: &Cx,
    session_id: &str,
    kind: &str,
    target: (&str, Option<&str>),
    via: &str,
    outcome: &Result<T, ToolError>,
    act: impl FnOnce(&T) -> Option<PageAct>,
) -> Result<(), ToolError> {
    let act = outcome.as_ref().ok().and_then(act);
    let (selector, frame) = target;
    let outcome = match outcome {
        Ok(_) => "done",
        Err(error) => error
            .details
            .get("reason")
            .and_then(|reason| reason.as_str())
            .unwrap_or_else(|| error.code.as_str()),
    };
    let mut payload = json!({"selector": selector, "frame": frame, "via": via, "outcome": outcome});
    let runtime = cx.runtimes().find(session_id);
    // Where the pointer was put for it, for those who look on.
    if let Some((x, y)) = runtime.and_then(|runtime| runtime.context.take_pointed()) {
        payload["at"] = json!([x, y]);
    }
    if let Some(act) = act {
        payload["act"] = json!(act);
    }
    let session = cx.sessions().session_or_closing(session_id)?;
    session.emit(kind, Some(payload))?;
    Ok(())
}
