//! The failure of a tool call, and the one place where other crates' errors become one.

use greenroom_browser::{BrowserError, PROGRAM_VARIABLE};
use greenroom_dialog::DialogError;
use greenroom_human::HumanError;
use greenroom_stage::{Fault, StageError};
use greenroom_stdx::now_ms;
use greenroom_store::{CloseReason, ClosedSession, StoreError};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{ErrorCode, answer};

/// A call that could not do its work: what happened, what to do, and the facts.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ToolError {
    pub code: ErrorCode,
    /// What happened, with the value that caused it; no code, no advice.
    pub message: String,
    /// The next step.
    pub hint: String,
    /// Paths, ids, candidates, expected and received values.
    pub details: Map<String, Value>,
    /// The code stands at the end of the message, as clients of dialogs and of the UI expect it.
    code_last: bool,
}

impl ToolError {
    /// A failure with the default hint of its code.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: code.hint().to_owned(),
            details: Map::new(),
            code_last: false,
        }
    }

    /// Puts the code at the end of the message.
    #[must_use]
    pub(crate) fn code_last(mut self) -> Self {
        self.code_last = true;
        self
    }

    /// A failure that another server of the cluster told; `None` if its code is not known here.
    pub fn told(wire: &Value) -> Option<Self> {
        let text = |key: &str| wire[key].as_str().map(str::to_owned);
        let code = ErrorCode::of_text(&text("code")?)?;
        Some(Self {
            code,
            message: text("message")?,
            hint: text("hint")?,
            details: wire["details"].as_object().cloned().unwrap_or_default(),
            code_last: wire["code_last"].as_bool().unwrap_or_default(),
        })
    }

    /// For another server of the cluster; see [`ToolError::told`].
    pub fn to_tell(&self) -> Value {
        json!({
            "code": self.code.as_str(),
            "message": self.message,
            "hint": self.hint,
            "details": self.details,
            "code_last": self.code_last,
        })
    }

    /// Replaces the hint by the call that helps here.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Adds a fact. A value that cannot be JSON is left out.
    #[must_use]
    pub fn detail(mut self, key: &str, value: impl Serialize) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.details.insert(key.to_owned(), value);
        }
        self
    }

    /// As the UI platform words it: the exact text first, and faults of ours under one text.
    #[must_use]
    pub(crate) fn of_ui(mut self) -> Self {
        match self.code {
            ErrorCode::InvalidParams | ErrorCode::UnknownTool => return self,
            ErrorCode::UnknownError => {
                let problem = std::mem::replace(&mut self.message, "Internal error".to_owned());
                self = self.detail("problem", problem);
            }
            _ => {}
        }
        self.code_last = true;
        self
    }

    /// The message on the wire: code, what happened, next step.
    ///
    /// It stands alone, because many clients show the model nothing but the message.
    pub fn wire_message(&self) -> String {
        let code = self.code.as_str();
        let message = sentence(&answer::failure_text(&self.message));
        let hint = answer::failure_hint(&self.hint);
        if self.code_last {
            format!("{message} {hint} [{code}]")
        } else {
            format!("{code}: {message} {hint}")
        }
    }

    /// The `data` member on the wire.
    pub fn wire_data(&self) -> Value {
        json!({
            "error_code": self.code.as_str(),
            "hint": answer::failure_hint(&self.hint),
            "details": answer::failure_details(&self.details),
        })
    }
}

impl From<StoreError> for ToolError {
    fn from(error: StoreError) -> Self {
        let message = error.to_string();
        match error {
            StoreError::UnknownSession { id, closed } => unknown_session(&id, closed),
            StoreError::LimitExceeded {
                limit,
                value,
                maximum,
                setting,
            } => Self::new(ErrorCode::LimitExceeded, message)
                .hint(format!("Stay below, or raise {setting} in config.toml."))
                .detail("limit", limit)
                .detail("value", value)
                .detail("maximum", maximum)
                .detail("setting", setting),
            StoreError::PathResolution { path, reason } => {
                Self::new(ErrorCode::PathResolutionError, message)
                    .detail("path", path)
                    .detail("reason", reason)
            }
            StoreError::ManifestNotFound {
                path,
                reason,
                found_in,
            } => {
                let error = Self::new(ErrorCode::ManifestNotFound, message)
                    .detail("path", &path)
                    .detail("reason", reason)
                    .detail("found_in", &found_in);
                match found_in {
                    Some(folder) if path.is_dir() => error.hint(format!(
                        "Give {} as package_path.",
                        path.join(folder).display()
                    )),
                    Some(folder) => error.hint(format!("Pack what is inside `{folder}`.")),
                    None => error,
                }
            }
            StoreError::SecurityViolation { entry, reason } => {
                Self::new(ErrorCode::SecurityViolation, message)
                    .detail("entry", entry)
                    .detail("reason", reason)
            }
            StoreError::FileMissing { path, near } => {
                Self::new(ErrorCode::ContentFileMissing, message)
                    .detail("href", path)
                    .detail("near", near)
            }
            StoreError::Cancelled => {
                Self::new(ErrorCode::UnknownError, message).detail("reason", "cancelled")
            }
            StoreError::SavedStateUnreadable { path, reason } => {
                Self::new(ErrorCode::SavedDataUnreadable, message)
                    .detail("path", path)
                    .detail("reason", reason)
            }
            StoreError::SavedStateWrite { path, source } => {
                Self::new(ErrorCode::SavedDataWriteFailed, message)
                    .detail("path", path)
                    .detail("os_error", source.to_string())
            }
            StoreError::Write { path, source } => {
                Self::new(ErrorCode::ArtifactWriteFailed, message)
                    .detail("path", path)
                    .detail("os_error", source.to_string())
            }
            StoreError::SessionMoved { id } => {
                Self::new(ErrorCode::SessionMoved, message).detail("session_id", id)
            }
            StoreError::Unavailable { what, reason } => {
                Self::new(ErrorCode::ClusterUnavailable, message)
                    .detail("engine", what)
                    .detail("reason", reason)
            }
            StoreError::Read { path, source } => Self::new(ErrorCode::UnknownError, message)
                .detail("path", path)
                .detail("os_error", source.to_string()),
        }
    }
}

impl From<BrowserError> for ToolError {
    fn from(error: BrowserError) -> Self {
        let message = error.to_string();
        match error {
            BrowserError::NotFound { looked, install } => {
                let looked: Vec<String> = looked.iter().map(ToString::to_string).collect();
                Self::new(ErrorCode::BrowserRequired, message)
                    .hint(format!(
                        "Install a browser ({install}) or name one in {PROGRAM_VARIABLE}."
                    ))
                    .detail("looked_for", looked)
                    .detail("install", install)
            }
            BrowserError::LaunchFailed { path, reason } => {
                Self::new(ErrorCode::BrowserRequired, message)
                    .detail("path", path)
                    .detail("reason", reason)
            }
            BrowserError::Elsewhere {
                address,
                reason,
                next,
            } => {
                let mut letters = next.chars();
                let first = letters.next().map(|letter| letter.to_uppercase().to_string());
                let hint = format!("{}{}.", first.unwrap_or_default(), letters.as_str());
                Self::new(ErrorCode::BrowserRequired, message)
                    .hint(hint)
                    .detail("address", address)
                    .detail("reason", reason)
            }
            BrowserError::AllTaken { addresses, .. } => {
                Self::new(ErrorCode::LimitExceeded, message)
                    .hint(
                        "Close a course that is no longer needed, add browsers to the pool, or \
                         raise browser.pool_limit or browser.pool_wait_seconds in config.toml.",
                    )
                    .detail("setting", "browser.pool_limit")
                    .detail("addresses", addresses)
            }
            BrowserError::Crashed { .. } | BrowserError::Closed { .. } => {
                Self::new(ErrorCode::BrowserCrashed, message)
            }
            BrowserError::NavigationFailed { url, error } => {
                Self::new(ErrorCode::PageLoadFailed, message)
                    .detail("url", url)
                    .detail("reason", error)
            }
            BrowserError::Capture { reason } => {
                Self::new(ErrorCode::CaptureFailed, message).detail("reason", reason)
            }
            BrowserError::NoScripts { frame } => Self::new(ErrorCode::InvalidParams, message)
                .hint("Scroll to the frame or show it; frames are loaded when they are needed.")
                .detail("frame", frame),
            BrowserError::FrameNotFound { wanted } => {
                Self::new(ErrorCode::InvalidParams, message).detail("frame", wanted)
            }
            BrowserError::Timeout { .. }
            | BrowserError::Protocol { .. }
            | BrowserError::Thrown(_)
            // Tools that act on elements answer it under their own code.
            | BrowserError::NotActionable { .. }
            | BrowserError::Invalid { .. } => Self::new(ErrorCode::UnknownError, message),
        }
    }
}

impl From<StageError> for ToolError {
    fn from(error: StageError) -> Self {
        match error {
            StageError::Store(error) => error.into(),
            StageError::Browser(error) => error.into(),
            StageError::Refused(refused) => {
                let mut error = Self::new(refused.fault.into(), refused.message);
                error.details = refused.details;
                if let Some(hint) = refused.hint {
                    error.hint = hint;
                }
                error
            }
        }
    }
}

impl From<Fault> for ErrorCode {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::ArtifactWriteFailed => Self::ArtifactWriteFailed,
            Fault::AuditFailed => Self::AuditFailed,
            Fault::AutomationApiError => Self::AutomationApiError,
            Fault::AutomationApiNotAvailable => Self::AutomationApiNotAvailable,
            Fault::BrowserCrashed => Self::BrowserCrashed,
            Fault::CaptureFailed => Self::CaptureFailed,
            Fault::DomClickByTextFailed => Self::DomClickByTextFailed,
            Fault::DomClickFailed => Self::DomClickFailed,
            Fault::DomDragFailed => Self::DomDragFailed,
            Fault::DomEvaluateFailed => Self::DomEvaluateFailed,
            Fault::DomFillFailed => Self::DomFillFailed,
            Fault::DomFindError => Self::DomFindError,
            Fault::DomHoverFailed => Self::DomHoverFailed,
            Fault::DomQueryFailed => Self::DomQueryFailed,
            Fault::DomScrollFailed => Self::DomScrollFailed,
            Fault::DomWaitFailed => Self::DomWaitFailed,
            Fault::InvalidInteractionId => Self::InvalidInteractionId,
            Fault::InvalidParams => Self::InvalidParams,
            Fault::InvalidResponseFormat => Self::InvalidResponseFormat,
            Fault::InvalidScormMethod => Self::InvalidScormMethod,
            Fault::KeyboardTypeFailed => Self::KeyboardTypeFailed,
            Fault::LimitExceeded => Self::LimitExceeded,
            Fault::ManifestLaunchNotFound => Self::ManifestLaunchNotFound,
            Fault::ManifestValidationError => Self::ManifestValidationError,
            Fault::NavUnsupportedAction => Self::NavUnsupportedAction,
            Fault::PageContextError => Self::PageContextError,
            Fault::PageLoadFailed => Self::PageLoadFailed,
            Fault::RuntimeNotOpen => Self::RuntimeNotOpen,
            Fault::ScormApiError => Self::ScormApiError,
            Fault::SlideMapError => Self::SlideMapError,
            Fault::SlideNavigationError => Self::SlideNavigationError,
            Fault::SnBridgeUnavailable => Self::SnBridgeUnavailable,
            Fault::UnknownSession => Self::UnknownSession,
            Fault::Unknown => Self::UnknownError,
        }
    }
}

impl From<HumanError> for ToolError {
    fn from(error: HumanError) -> Self {
        let reason = error.to_string();
        let error = match error {
            HumanError::Dialog(error) => error,
            HumanError::DataDirectory { .. } => DialogError::StoreFailed { reason },
            HumanError::Unreachable(_)
            | HumanError::ShownByParent
            | HumanError::ElsewhereOnPort { .. } => DialogError::Unreachable { reason },
        };
        error.into()
    }
}

impl From<DialogError> for ToolError {
    fn from(error: DialogError) -> Self {
        let code = match &error {
            DialogError::InvalidParams { .. } => ErrorCode::InvalidParams,
            DialogError::UnknownTool { .. } => ErrorCode::UnknownTool,
            DialogError::UnknownDialog { .. } => ErrorCode::DialogUnknown,
            DialogError::PassedOn { .. } => ErrorCode::SessionMoved,
            DialogError::NotReady => ErrorCode::DialogUiUnavailable,
            DialogError::RateLimited { .. } => ErrorCode::RateLimited,
            DialogError::TooManyOpen { .. } => ErrorCode::LimitExceeded,
            DialogError::Unreachable { .. } => ErrorCode::DialogConnection,
            DialogError::StoreFailed { .. } => ErrorCode::DialogStoreFailed,
            DialogError::Internal { .. } => ErrorCode::UnknownError,
        };
        let mut tool_error = Self::new(code, error.to_string())
            .hint(error.hint())
            .code_last();
        if let Value::Object(details) = error.details() {
            tool_error.details = details;
        }
        tool_error
            .details
            .insert("category".to_owned(), json!(error.category()));
        tool_error
    }
}

/// Says when and why the session was closed, if it ever was one.
fn unknown_session(id: &str, closed: Option<ClosedSession>) -> ToolError {
    let Some(ClosedSession { closed_at, reason }) = closed else {
        let message = format!("no session has the id `{id}`");
        return ToolError::new(ErrorCode::UnknownSession, message)
            .detail("session_id", id)
            .detail("known", false);
    };
    let why = match reason {
        CloseReason::Close => "was closed",
        CloseReason::Reload => "was reloaded and goes on under a new id",
        CloseReason::IdleTimeout => "was closed after its idle limit",
        CloseReason::Shutdown => "was closed when the server ended",
        CloseReason::ServerLost => "ended with the server that had opened it",
        CloseReason::OneShot => "was made by a single call and was never open",
        CloseReason::OtherServer => "belongs to another server that is running",
    };
    let when = closed_at.map(|closed_at| {
        let seconds = now_ms().saturating_sub(closed_at) / 1000;
        format!(" {seconds} s ago")
    });
    let message = format!("session {id} {why}{}", when.unwrap_or_default());
    ToolError::new(ErrorCode::UnknownSession, message)
        .detail("session_id", id)
        .detail("known", true)
        .detail("closed_at", closed_at)
        .detail("reason", reason)
}

fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_starts_with_the_code_and_ends_with_the_next_step() {
        let error = ToolError::new(
            ErrorCode::RuntimeNotOpen,
            "session 3f9c has no open runtime",
        )
        .detail("session_known", true);
        assert_eq!(
            error.wire_message(),
            "RUNTIME_NOT_OPEN: session 3f9c has no open runtime. \
             Call scorm_runtime_open {session_id} or scorm_open_course first."
        );
        assert_eq!(error.wire_data()["details"]["session_known"], true);
    }
}
