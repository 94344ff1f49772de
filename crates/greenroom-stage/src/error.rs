//! What can go wrong with a course that plays.

use greenroom_browser::BrowserError;
use greenroom_store::StoreError;
use serde::Serialize;
use serde_json::{Map, Value};

/// A failure on the stage: of what lies below it, or of the course and its page.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Browser(#[from] BrowserError),
    #[error("{}", .0.message)]
    Refused(Box<Refused>),
}

/// A failure that the stage itself noticed.
#[derive(Debug)]
pub struct Refused {
    pub fault: Fault,
    /// What happened, with the value that caused it.
    pub message: String,
    /// The next step, where a better one is known than the usual one of the fault.
    pub hint: Option<String>,
    /// Paths, ids, candidates, expected and received values.
    pub details: Map<String, Value>,
}

/// The kinds of failures that the stage itself notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The disk refused an artifact.
    ArtifactWriteFailed,
    /// The page could not be audited.
    AuditFailed,
    /// The automation API threw, or lacks the function.
    AutomationApiError,
    /// No `window.SCORMAutomation` in any frame of the content.
    AutomationApiNotAvailable,
    /// Renderer or browser ended during the call.
    BrowserCrashed,
    /// No picture: the selector did not appear in time, the target has no size, or capture was refused.
    CaptureFailed,
    /// The click by text was not possible; `details.reason` says why.
    DomClickByTextFailed,
    /// The click was not possible; `details.reason` says why.
    DomClickFailed,
    /// The drag was not possible; `details.reason` says why.
    DomDragFailed,
    /// The expression threw, timed out or gave something that is no JSON.
    DomEvaluateFailed,
    /// The field could not be filled; `details.reason` says why.
    DomFillFailed,
    /// Element discovery failed in the page.
    DomFindError,
    /// The pointer could not be moved over it; `details.reason` says why.
    DomHoverFailed,
    /// The query was not possible; `details.reason` says why.
    DomQueryFailed,
    /// Scrolling was not possible; `details.reason` says why.
    DomScrollFailed,
    /// What was waited for did not come; `details.reason` says why.
    DomWaitFailed,
    /// No interaction with this id on the current slide.
    InvalidInteractionId,
    /// Parameters fail validation: missing, wrongly typed, out of range or unknown.
    InvalidParams,
    /// The response does not fit the interaction type.
    InvalidResponseFormat,
    /// The method name is not part of the API version of this course.
    InvalidScormMethod,
    /// Typing was not possible; `details.reason` says why.
    KeyboardTypeFailed,
    /// A configured limit was reached: sessions, package size, entries, actions.
    LimitExceeded,
    /// The manifest is readable but holds no launchable item.
    ManifestLaunchNotFound,
    /// The manifest cannot be used for what was asked: undecodable, too large, not well-formed, or without organization and resources.
    ManifestValidationError,
    /// A navigation step or target id does not exist in this course.
    NavUnsupportedAction,
    /// Page inspection failed.
    PageContextError,
    /// The launch page did not load: HTTP status, network error or timeout.
    PageLoadFailed,
    /// The tool needs a page and the session has none.
    RuntimeNotOpen,
    /// The API could not be asked: no API object, page gone, or no answer. An API answer with an error number is not this.
    ScormApiError,
    /// The slide map could not be made.
    SlideMapError,
    /// The slide is unknown, ambiguous, or no way leads to it.
    SlideNavigationError,
    /// The sequencing engine of this page cannot be reached.
    SnBridgeUnavailable,
    /// The `session_id` was never given out or is closed.
    UnknownSession,
    /// Something that no other fault names.
    Unknown,
}

impl StageError {
    /// A failure with the usual next step of its fault.
    pub fn new(fault: Fault, message: impl Into<String>) -> Self {
        Self::Refused(Box::new(Refused {
            fault,
            message: message.into(),
            hint: None,
            details: Map::new(),
        }))
    }

    /// Says what helps here.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        if let Self::Refused(refused) = &mut self {
            refused.hint = Some(hint.into());
        }
        self
    }

    /// Adds a fact. A value that cannot be JSON is left out.
    #[must_use]
    pub fn detail(mut self, key: &str, value: impl Serialize) -> Self {
        if let Self::Refused(refused) = &mut self
            && let Ok(value) = serde_json::to_value(value)
        {
            refused.details.insert(key.to_owned(), value);
        }
        self
    }

    /// The fault, if the stage itself noticed it or has a name for it.
    pub fn fault(&self) -> Option<Fault> {
        match self {
            Self::Refused(refused) => Some(refused.fault),
            Self::Browser(BrowserError::FrameNotFound { .. }) => Some(Fault::InvalidParams),
            Self::Store(_) | Self::Browser(_) => None,
        }
    }

    /// What helps here, if that is known; else nothing.
    pub fn next_step(&self) -> &str {
        match self {
            Self::Refused(refused) => refused.hint.as_deref().unwrap_or_default(),
            Self::Store(_) | Self::Browser(_) => "",
        }
    }

    /// Calls a failure by this fault, unless more is known of it.
    #[must_use]
    pub fn known_as(self, fault: Fault) -> Self {
        let unknown = match &self {
            Self::Refused(refused) => refused.fault == Fault::Unknown,
            Self::Store(error) => {
                matches!(error, StoreError::Cancelled | StoreError::Read { .. })
            }
            Self::Browser(error) => matches!(
                error,
                BrowserError::Timeout { .. }
                    | BrowserError::Protocol { .. }
                    | BrowserError::Thrown(_)
                    | BrowserError::NotActionable { .. }
                    | BrowserError::Invalid { .. }
            ),
        };
        if unknown {
            Self::new(fault, self.to_string())
        } else {
            self
        }
    }
}

impl From<tokio::task::JoinError> for StageError {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::new(Fault::Unknown, error.to_string())
    }
}
