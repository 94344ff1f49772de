//! One way to the human, whichever it is.

use std::time::Duration;

use greenroom_dialog::inspector::Direction;
use greenroom_dialog::{Asked, DialogError, DialogRequest};
use serde_json::Value;

use super::client::RequestError;
use super::collected::Collected;
use super::debug;
use super::guest::Guest;
use super::host::Host;
use super::not_taken::NotTaken;
use super::patience::GaveUp;

/// Waits before the second, third and fourth try to reach a host or a parent app.
pub(super) const RETRIES: [Duration; 3] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];

/// A way to the human that exists.
#[derive(Clone, Debug)]
pub enum Line {
    /// This process has the desk.
    Host(Host),
    /// Another process has it.
    Guest(Guest),
}

/// Why a wait is over without an end.
#[derive(Debug)]
pub(super) enum WaitError {
    Failed(DialogError),
    /// The host is gone; the dialog comes back with the next one.
    Lost,
}

impl From<DialogError> for WaitError {
    fn from(error: DialogError) -> Self {
        Self::Failed(error)
    }
}

impl From<RequestError> for WaitError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Lost(_) => Self::Lost,
            RequestError::Refused(error) => Self::Failed(refusal(&error)),
        }
    }
}

impl Line {
    pub(super) fn is_open(&self) -> bool {
        match self {
            Self::Host(_) => true,
            Self::Guest(guest) => guest.is_open(),
        }
    }

    /// The port to take over when this way is lost.
    pub(super) fn port(&self) -> Option<u16> {
        match self {
            Self::Host(_) => None,
            Self::Guest(guest) => Some(guest.port()),
        }
    }

    /// Puts a question; the call waits for it from now on.
    pub(super) async fn ask(
        &self,
        client: &str,
        request: DialogRequest,
    ) -> Result<Asked, WaitError> {
        match self {
            Self::Host(host) => Ok(host.ask(client, request).await?),
            Self::Guest(guest) => Ok(Asked {
                dialog_id: guest.ask(request).await?,
                attached: false,
            }),
        }
    }

    /// Waits for a dialog that is there, or takes it back.
    pub(super) async fn attach(&self, dialog_id: &str, withdraw: bool) -> Result<(), WaitError> {
        match self {
            Self::Host(host) => Ok(host.attach(dialog_id, withdraw).await?),
            Self::Guest(guest) => Ok(guest.attach(dialog_id, withdraw).await?),
        }
    }

    /// Waits until a dialog has ended.
    pub(super) async fn ended(&self, dialog_id: &str) -> Result<(), WaitError> {
        match self {
            Self::Host(host) => Ok(host.ended(dialog_id).await?),
            Self::Guest(guest) => Ok(guest.ended(dialog_id).await?),
        }
    }

    /// Whether a dialog that was just asked has ended already.
    pub(super) fn is_over(&self, dialog_id: &str) -> bool {
        match self {
            Self::Host(host) => host.is_over(dialog_id),
            Self::Guest(guest) => guest.is_over(dialog_id),
        }
    }

    /// Waits until a dialog has ended, without taking its result.
    pub(super) async fn over(&self, dialog_id: &str) -> Result<(), WaitError> {
        match self {
            Self::Host(host) => {
                host.hub().ended(dialog_id).await?;
                Ok(())
            }
            Self::Guest(guest) => Ok(guest.over(dialog_id).await?),
        }
    }

    /// Hands over what the human gave in a form of this process's client.
    pub(super) async fn submit_elicited(
        &self,
        dialog_id: &str,
        data: Value,
    ) -> Result<(), NotTaken> {
        match self {
            Self::Host(host) => Ok(host.submit_elicited(dialog_id, data).await?),
            Self::Guest(guest) => Ok(guest.submit_elicited(dialog_id, data).await?),
        }
    }

    /// The result as it is now.
    pub(super) async fn deliver(&self, dialog_id: &str) -> Result<Collected, WaitError> {
        match self {
            Self::Host(host) => Ok(host.deliver(dialog_id).await?),
            Self::Guest(guest) => guest.deliver(dialog_id).await,
        }
    }

    /// `{open, undelivered}` of a client and project.
    pub(super) async fn list(
        &self,
        client: &str,
        project: Option<&str>,
    ) -> Result<Value, WaitError> {
        match self {
            Self::Host(host) => Ok(host.list(client, project)),
            Self::Guest(guest) => Ok(guest.list(project).await?),
        }
    }

    /// Seconds that a call of this client may hold.
    pub(super) fn hold_seconds(&self, client: &str, with_progress: bool) -> f64 {
        match self {
            Self::Host(host) => host.hold_seconds(client, with_progress),
            Self::Guest(guest) => guest.hold_seconds(client, with_progress),
        }
    }

    /// Shows a message of this process's client to the inspector. That of a guest is its host's,
    /// which sees what the guest makes of it.
    pub(super) fn record(&self, direction: Direction, message: &Value, client: &str) {
        match self {
            Self::Host(host) => host.hub().record(direction, message, "stdio", client),
            Self::Guest(_) => debug::print(direction, message),
        }
    }

    /// What results say about the way to the human.
    pub(super) fn notices(&self) -> Vec<String> {
        match self {
            Self::Host(host) => host.notices(),
            Self::Guest(_) => Vec::new(),
        }
    }

    /// A call waits no longer. With `gave_up`, its client left before an answer.
    pub(super) async fn leave(&self, dialog_id: String, gave_up: Option<GaveUp>) {
        match self {
            Self::Host(host) => host.leave(dialog_id, gave_up).await,
            Self::Guest(guest) => guest.leave(&dialog_id, gave_up).await,
        }
    }
}

/// The error of the host as one of ours.
fn refusal(error: &Value) -> DialogError {
    let data = &error["data"];
    let reason = data["reason"].as_str().unwrap_or_default().to_owned();
    match data["error_code"].as_str().unwrap_or_default() {
        "DIALOG_UNKNOWN" => DialogError::UnknownDialog {
            dialog_id: data["dialog_id"].as_str().unwrap_or_default().to_owned(),
        },
        "DIALOG_UI_UNAVAILABLE" => DialogError::NotReady,
        "RATE_LIMITED" => DialogError::RateLimited {
            retry_after_ms: data["retryAfterMs"].as_u64().unwrap_or(0),
        },
        "LIMIT_EXCEEDED" => DialogError::TooManyOpen {
            limit: data["limit"].as_u64().unwrap_or(0) as usize,
        },
        "DIALOG_STORE_FAILED" => DialogError::StoreFailed { reason },
        _ => DialogError::Internal {
            reason: error["message"].as_str().unwrap_or_default().to_owned(),
        },
    }
}
