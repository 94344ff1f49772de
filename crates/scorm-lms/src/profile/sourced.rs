//! A value and where it is from.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A value and where it is from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Document, source file, or measured file and sequence that says so.
    pub source: Cow<'static, str>,
}

/// A value with a source that is known when this is compiled.
pub const fn sourced<T>(value: T, source: &'static str) -> Sourced<T> {
    Sourced {
        value,
        source: Cow::Borrowed(source),
    }
}
