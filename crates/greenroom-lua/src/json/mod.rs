//! Lua values as JSON and back, by rules of our own.
//!
//! A generic serde path turns NaN into null, drops keys of mixed tables and turns bad UTF-8 into
//! byte arrays, all silently. Here every value either has one JSON form or has none.

mod decode;
mod encode;
mod represent;

pub(crate) use decode::{Nulls, decode, decode_text};
pub(crate) use encode::{Fault, TableForm, encode, encode_marked, entries, table_form};
pub(crate) use represent::{Metamethods, represent};

/// The one key of a value that has no JSON form.
pub(crate) const NON_JSON: &str = "non-json";

/// The object that stands for a value without JSON form.
pub(crate) fn non_json(representation: &str) -> serde_json::Value {
    serde_json::json!({ NON_JSON: representation })
}
