//! What can go wrong with a dialog, as a type: codes, texts, categories.

use greenroom_schema::Fault;
use serde::Serialize;
use serde_json::{Value, json};

/// Why a request was refused or a dialog ended without a human act.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DialogError {
    /// Parameters fail validation; all faults at once.
    #[error("{text}")]
    InvalidParams {
        text: String,
        hint: String,
        faults: Vec<Fault>,
    },
    /// The tool is not in the registry.
    #[error("Invalid tool name")]
    UnknownTool { name: String },
    /// The id never existed or has left the store.
    #[error("Unknown dialog")]
    UnknownDialog { dialog_id: String },
    /// Another server has the questions by now.
    #[error("The questions are on another server now")]
    PassedOn { dialog_id: String },
    /// No page is connected, and the human wants such calls refused.
    #[error("Application not ready")]
    NotReady,
    /// Too many requests of one asker.
    #[error("Rate limit exceeded")]
    RateLimited { retry_after_ms: u64 },
    /// Too many open dialogs of one asker.
    #[error("Too many open dialogs")]
    TooManyOpen { limit: usize },
    /// The program that shows the dialogs cannot be reached.
    #[error("Max retries exceeded")]
    Unreachable { reason: String },
    /// The disk refused, and nobody tried again.
    #[error("Answer could not be stored")]
    StoreFailed { reason: String },
    /// A fault of ours.
    #[error("Internal error")]
    Internal { reason: String },
}

/// What kind of failure it is, decided where it arises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Category {
    /// Retried.
    Connection,
    /// Answered with an error; the connection stays.
    Protocol,
    /// The dialog ends in ERROR, or is shown in a simpler form.
    Application,
    /// Shown to whoever can correct it.
    User,
    /// Logged, not retried.
    Unknown,
}

impl DialogError {
    /// The code in `data.error_code`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidParams { .. } => "MCP_INVALID_PARAMS",
            Self::UnknownTool { .. } => "MCP_UNKNOWN_TOOL",
            Self::UnknownDialog { .. } => "DIALOG_UNKNOWN",
            Self::PassedOn { .. } => "SESSION_MOVED",
            Self::NotReady => "DIALOG_UI_UNAVAILABLE",
            Self::RateLimited { .. } => "RATE_LIMITED",
            Self::TooManyOpen { .. } => "LIMIT_EXCEEDED",
            Self::Unreachable { .. } => "DIALOG_CONNECTION",
            Self::StoreFailed { .. } => "DIALOG_STORE_FAILED",
            Self::Internal { .. } => "UNKNOWN_ERROR",
        }
    }

    /// The JSON-RPC number on the WebSocket endpoint.
    pub fn ws_code(&self) -> i32 {
        match self {
            Self::InvalidParams { .. } | Self::UnknownTool { .. } | Self::UnknownDialog { .. } => {
                -32602
            }
            Self::RateLimited { .. } => -32010,
            Self::TooManyOpen { .. } => -32013,
            Self::PassedOn { .. }
            | Self::NotReady
            | Self::Unreachable { .. }
            | Self::StoreFailed { .. }
            | Self::Internal { .. } => -32603,
        }
    }

    /// The kind of failure.
    pub fn category(&self) -> Category {
        match self {
            Self::InvalidParams { .. } | Self::UnknownTool { .. } => Category::Protocol,
            Self::UnknownDialog { .. } | Self::RateLimited { .. } | Self::TooManyOpen { .. } => {
                Category::User
            }
            Self::PassedOn { .. } | Self::Unreachable { .. } => Category::Connection,
            Self::NotReady | Self::StoreFailed { .. } => Category::Application,
            Self::Internal { .. } => Category::Unknown,
        }
    }

    /// The next step.
    pub fn hint(&self) -> String {
        match self {
            Self::InvalidParams { hint, .. } => hint.clone(),
            Self::UnknownTool { .. } => "Call tools/list for the names.".to_owned(),
            Self::UnknownDialog { .. } => {
                "Call dialog_result without dialog_id for what is open or undelivered.".to_owned()
            }
            Self::PassedOn { .. } => {
                "Call dialog_result with the same dialog_id: the question is open there.".to_owned()
            }
            Self::NotReady => "Ask the human to open the workbench (`greenroom url`).".to_owned(),
            Self::RateLimited { retry_after_ms } => format!("Wait {retry_after_ms} ms."),
            Self::TooManyOpen { .. } => {
                "Collect answers with dialog_result, or withdraw questions.".to_owned()
            }
            Self::Unreachable { .. } => "Check that the parent app is running.".to_owned(),
            Self::StoreFailed { .. } => {
                "Free disk space of the data directory, then ask again.".to_owned()
            }
            Self::Internal { .. } => "Call system_get_logs and report the fault.".to_owned(),
        }
    }

    /// The facts: `details` on MCP, beside `error_code` in `data` on the WebSocket.
    pub fn details(&self) -> Value {
        match self {
            Self::InvalidParams { faults, .. } => json!({ "faults": faults }),
            Self::UnknownTool { name } => json!({ "tool": name }),
            Self::UnknownDialog { dialog_id } | Self::PassedOn { dialog_id } => {
                json!({ "dialog_id": dialog_id })
            }
            Self::NotReady => json!({}),
            Self::RateLimited { retry_after_ms } => json!({ "retryAfterMs": retry_after_ms }),
            Self::TooManyOpen { limit } => json!({ "limit": limit }),
            Self::Unreachable { reason }
            | Self::StoreFailed { reason }
            | Self::Internal { reason } => {
                json!({ "reason": reason })
            }
        }
    }

    /// The JSON-RPC error object on the WebSocket endpoint.
    pub fn ws_error(&self) -> Value {
        let mut data = self.details();
        data["error_code"] = json!(self.code());
        json!({"code": self.ws_code(), "message": self.to_string(), "data": data})
    }
}
