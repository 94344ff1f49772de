//! The failure of a tool call, and the one place where other crates' errors become one.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::ErrorCode;

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
}

impl ToolError {
    /// A failure with the default hint of its code.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: code.hint().to_owned(),
            details: Map::new(),
        }
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

    /// The message on the wire: code, what happened, next step.
    ///
    /// It stands alone, because many clients show the model nothing but the message.
    pub fn wire_message(&self) -> String {
        format!(
            "{}: {} {}",
            self.code.as_str(),
            sentence(&self.message),
            self.hint
        )
    }

    /// The `data` member on the wire.
    pub fn wire_data(&self) -> Value {
        json!({
            "error_code": self.code.as_str(),
            "hint": self.hint,
            "details": self.details,
        })
    }
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
