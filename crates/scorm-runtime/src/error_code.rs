//! A code as `GetLastError` gives it.

use std::fmt;

/// What `GetLastError` says after a call: a number, which the API hands over as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApiErrorCode(pub u16);

impl ApiErrorCode {
    /// The call succeeded.
    pub const NO_ERROR: Self = Self(0);
    /// What both versions say when nothing better is known.
    pub const GENERAL_EXCEPTION: Self = Self(101);

    /// SCORM 2004: the element has no value yet.
    pub const VALUE_NOT_INITIALIZED: Self = Self(403);

    /// Whether the call succeeded.
    pub const fn is_none(self) -> bool {
        self.0 == Self::NO_ERROR.0
    }
}

impl From<u16> for ApiErrorCode {
    fn from(code: u16) -> Self {
        Self(code)
    }
}

impl fmt::Display for ApiErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// As text, since that is what content and the tools get.
#[cfg(feature = "serde")]
impl serde::Serialize for ApiErrorCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
