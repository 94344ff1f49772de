//! Acts on elements: where they look, why they fail, and what the session's stream tells.

use std::time::Duration;

use greenroom_browser::{BrowserError, Locator, Reason};

use super::content;
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

/// What is looked for, where, and with how much patience.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    pub selector: &'a str,
    pub frame: Option<&'a str>,
    pub patience: Duration,
}

impl Target<'_> {
    pub fn locator(&self, runtime: &Runtime) -> Result<Locator, StageError> {
        let frame = content::frame(runtime, self.frame)?;
        Ok(frame.locator(self.selector).patience(self.patience))
    }
}

/// The failure of an act: `details.reason` says why, the message what was seen instead.
pub fn failed(code: Fault, runtime: &Runtime, error: BrowserError) -> StageError {
    let message = error.to_string();
    match error {
        // The page lives: only the document that was acted on went away.
        BrowserError::Closed { what } if runtime.page.is_open() => StageError::new(code, message)
            .detail("reason", Reason::NotFound)
            .detail("seen", format!("{what} went away during the act")),
        BrowserError::NotActionable {
            selector,
            reason,
            detail,
        } => StageError::new(code, message)
            .detail("reason", reason)
            .detail("selector", selector)
            .detail("seen", detail),
        BrowserError::Timeout { after, .. } => StageError::new(code, message)
            .detail("reason", Reason::Timeout)
            .detail("waited_ms", after.as_millis() as u64),
        other => other.into(),
    }
}
