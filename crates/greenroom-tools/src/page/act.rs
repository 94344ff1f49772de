//! Acts on elements: where they look, why they fail, and what the session's stream tells.

use std::time::Duration;

use greenroom_browser::{BrowserError, Locator, Reason};
use serde_json::json;

use super::content;
use crate::stage::runtime::Runtime;
use crate::{Cx, ErrorCode, ToolError};

/// What is looked for, where, and with how much patience.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    pub(crate) selector: &'a str,
    pub(crate) frame: Option<&'a str>,
    pub(crate) patience: Duration,
}

impl Target<'_> {
    pub(crate) fn locator(&self, runtime: &Runtime) -> Result<Locator, ToolError> {
        let frame = content::frame(runtime, self.frame)?;
        Ok(frame.locator(self.selector).patience(self.patience))
    }
}

/// The failure of an act: `details.reason` says why, the message what was seen instead.
pub(crate) fn failed(code: ErrorCode, runtime: &Runtime, error: BrowserError) -> ToolError {
    let message = error.to_string();
    match error {
        // The page lives: only the document that was acted on went away.
        BrowserError::Closed { what } if runtime.page.is_open() => ToolError::new(code, message)
            .detail("reason", Reason::NotFound)
            .detail("seen", format!("{what} went away during the act")),
        BrowserError::NotActionable {
            selector,
            reason,
            detail,
        } => ToolError::new(code, message)
            .detail("reason", reason)
            .detail("selector", selector)
            .detail("seen", detail),
        BrowserError::Timeout { after, .. } => ToolError::new(code, message)
            .detail("reason", Reason::Timeout)
            .detail("waited_ms", after.as_millis() as u64),
        other => other.into(),
    }
}

/// Tells the session's stream that an act was tried, and what came of it.
pub(crate) fn tell<T>(
    cx: &Cx,
    session_id: &str,
    kind: &str,
    target: (&str, Option<&str>),
    via: &str,
    outcome: &Result<T, ToolError>,
) -> Result<(), ToolError> {
    let (selector, frame) = target;
    let outcome = match outcome {
        Ok(_) => "done",
        Err(error) => error
            .details
            .get("reason")
            .and_then(|reason| reason.as_str())
            .unwrap_or_else(|| error.code.as_str()),
    };
    let payload = json!({"selector": selector, "frame": frame, "via": via, "outcome": outcome});
    let session = cx.sessions().session_or_closing(session_id)?;
    session.emit(kind, Some(payload))?;
    Ok(())
}
