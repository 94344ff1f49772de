//! Why an element could not be acted on.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The reasons, in the words that answers use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Nothing matches.
    NotFound,
    /// It cannot be seen.
    NotVisible,
    /// It is disabled.
    Disabled,
    /// Something lies over it.
    Obscured,
    /// It keeps moving.
    Unstable,
    /// It takes no value, or not this one.
    NotFillable,
    /// A list has no such entry.
    NoSuchOption,
    /// The selector is not CSS.
    BadSelector,
    /// The page did not answer in time.
    Timeout,
}

impl Reason {
    /// As in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::NotVisible => "not_visible",
            Self::Disabled => "disabled",
            Self::Obscured => "obscured",
            Self::Unstable => "unstable",
            Self::NotFillable => "not_fillable",
            Self::NoSuchOption => "no_such_option",
            Self::BadSelector => "bad_selector",
            Self::Timeout => "timeout",
        }
    }

    /// Whether waiting can help.
    pub(super) fn may_pass(self) -> bool {
        !matches!(
            self,
            Self::NotFillable | Self::NoSuchOption | Self::BadSelector
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
