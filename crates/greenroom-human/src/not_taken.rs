//! Why an answer from elsewhere did not get to the desk.

use greenroom_dialog::Refusal;
use greenroom_dialog::attachments::AttachmentError;
use greenroom_dialog::compression::NotInflated;

use crate::HumanError;
use crate::client::RequestError;

/// Why what the human gave in a form of the asker's client was not taken.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotTaken {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// By the host, in its words.
    #[error(transparent)]
    ByHost(#[from] RequestError),
    #[error(transparent)]
    NoWay(#[from] HumanError),
}

/// Why the parent app gave no answer that the desk takes.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotForwarded {
    #[error("the dialog is gone")]
    Gone,
    #[error(transparent)]
    Unreachable(RequestError),
    #[error("{0}")]
    Lost(String),
    #[error("the parent app refused: {0}")]
    RefusedThere(String),
    #[error(transparent)]
    Packed(#[from] NotInflated),
    #[error("the parent app's result is not an object")]
    NotAnObject,
    #[error("an image of the parent app cannot be read")]
    UnreadableImage,
    #[error(transparent)]
    Image(#[from] AttachmentError),
    #[error(transparent)]
    Refused(#[from] Refusal),
}
