//! How a dialog ended.

use crate::attachments::Attachment;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The end of a dialog by a human act, by the agent or by the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Outcome {
    Answered {
        answer: Value,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
        #[serde(default)]
        attachments: Vec<Attachment>,
        source: Source,
    },
    Cancelled {
        by: CancelledBy,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
    },
    Declined {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
    },
    Expired,
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Source {
    Human,
    Remembered,
    AutoSubmit,
    Elicitation,
    ParentApp,
}

/// How an answer was proven to be the human's, from what cannot be forged without the human's
/// browser to what rests on another program's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Proof {
    /// On a page that the human let in on a page that was paired before.
    AcceptedPage,
    /// On a page that Greenroom itself opened in the human's browser.
    OpenedPage,
    /// On the first page, which was opened with an address of `greenroom url`.
    FirstPage,
    /// In a form of the asker's own client, which says that a human filled it in.
    ClientForm,
    /// By the program that shows the dialogs instead of the workbench.
    ParentApp,
}

impl Proof {
    /// Whether it was given on a page of the workbench.
    pub fn is_page(self) -> bool {
        match self {
            Self::AcceptedPage | Self::OpenedPage | Self::FirstPage => true,
            Self::ClientForm | Self::ParentApp => false,
        }
    }
}

/// Who took a question back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelledBy {
    Human,
    Agent,
}

impl Outcome {
    /// `status` of a tool result.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Answered { .. } => "answered",
            Self::Cancelled { .. } => "cancelled",
            Self::Declined { .. } => "declined",
            Self::Expired => "no_response",
        }
    }

    /// `code` of a tool result; an answer has none.
    pub fn code(&self) -> Option<&'static str> {
        match self {
            Self::Answered { .. } => None,
            Self::Cancelled { .. } => Some("DIALOG_CANCELLED"),
            Self::Declined { .. } => Some("DIALOG_DECLINED"),
            Self::Expired => Some("DIALOG_NO_RESPONSE"),
        }
    }

    pub fn comment(&self) -> Option<&str> {
        match self {
            Self::Answered { comment, .. }
            | Self::Cancelled { comment, .. }
            | Self::Declined { comment } => comment.as_deref(),
            Self::Expired => None,
        }
    }

    pub fn attachments(&self) -> &[Attachment] {
        match self {
            Self::Answered { attachments, .. } => attachments,
            _ => &[],
        }
    }

    /// Whether a human did it; such an end is kept for an asker that is gone.
    pub fn is_human_act(&self) -> bool {
        match self {
            Self::Answered { .. } | Self::Declined { .. } => true,
            Self::Cancelled { by, .. } => *by == CancelledBy::Human,
            Self::Expired => false,
        }
    }
}
