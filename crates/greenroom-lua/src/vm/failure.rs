//! How Lua code fails, in words and with its place.

use mlua::{Error, Value};
use serde_json::Value as Json;

use super::clock::TIME_IS_UP;
use crate::json::{Metamethods, encode_marked, represent};

/// Lua's words when an allocation is refused.
pub(crate) const NOT_ENOUGH_MEMORY: &str = "not enough memory";
/// Bytes of an error value that are shown.
const ERROR_VALUE_BYTES: usize = 64 << 10;
/// Bytes of a message or a traceback that are shown: both may hold whatever Lua code likes.
const TEXT_BYTES: usize = 16 << 10;

/// A failure of Lua code.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct LuaFailure {
    pub kind: FailureKind,
    /// Lua's message, with the place in front where Lua knows it.
    pub message: String,
    /// The name of the chunk, and the line in it.
    pub place: Option<(String, u32)>,
    pub traceback: Option<String>,
    /// The value given to `error`, where it was not text.
    pub error_value: Option<Json>,
}

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    Syntax,
    Runtime,
    Timeout,
    Memory,
}

impl LuaFailure {
    pub(crate) fn timeout() -> Self {
        Self::plain(FailureKind::Timeout, TIME_IS_UP.to_owned())
    }

    pub(crate) fn memory() -> Self {
        Self::plain(FailureKind::Memory, NOT_ENOUGH_MEMORY.to_owned())
    }

    /// What the compiler says; it can run out of memory too.
    pub(crate) fn syntax(message: String) -> Self {
        if message == NOT_ENOUGH_MEMORY {
            return Self::memory();
        }
        Self::plain(FailureKind::Syntax, message)
    }

    pub(crate) fn runtime(message: impl Into<String>) -> Self {
        Self::plain(FailureKind::Runtime, message.into())
    }

    fn plain(kind: FailureKind, message: String) -> Self {
        Self {
            kind,
            place: place_of(&message),
            message: shortened(message),
            traceback: None,
            error_value: None,
        }
    }

    /// From the value that was raised, and the stack at that moment.
    pub(crate) fn raised(value: &Value, traceback: Option<String>) -> Self {
        let mut failure = match value {
            Value::Error(error) => Self::from(error.as_ref()),
            Value::String(text) if text.to_string_lossy() == NOT_ENOUGH_MEMORY => Self::memory(),
            Value::String(text) => Self::runtime(text.to_string_lossy()),
            other => {
                let mut failure = Self::runtime(represent(other, Metamethods::Run));
                failure.error_value =
                    encode_marked(other, ERROR_VALUE_BYTES, Metamethods::Run).ok();
                failure
            }
        };
        if failure.traceback.is_none() {
            failure.traceback = traceback.map(shortened);
        }
        failure
    }
}

impl From<&Error> for LuaFailure {
    fn from(error: &Error) -> Self {
        match error {
            Error::SyntaxError { message, .. } => Self::plain(FailureKind::Syntax, message.clone()),
            Error::MemoryError(_) => Self::memory(),
            Error::CallbackError { traceback, cause } => {
                let mut failure = Self::from(cause.as_ref());
                failure.traceback = Some(shortened(traceback.clone()));
                failure
            }
            Error::RuntimeError(text) => match text.split_once("\nstack traceback:\n") {
                Some((message, traceback)) => {
                    let mut failure = Self::runtime(message);
                    failure.traceback = Some(shortened(traceback.to_owned()));
                    failure
                }
                None => Self::runtime(text.clone()),
            },
            other => Self::runtime(other.to_string()),
        }
    }
}

fn shortened(mut text: String) -> String {
    if text.len() > TEXT_BYTES {
        text.truncate(text.floor_char_boundary(TEXT_BYTES));
        text.push('…');
    }
    text
}

/// The `name:line:` that a message begins with.
fn place_of(message: &str) -> Option<(String, u32)> {
    let first_line = message.lines().next()?;
    let mut from = 0;
    while let Some(colon) = first_line[from..].find(':') {
        let after = &first_line[from + colon + 1..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && after[digits..].starts_with(':') {
            let line = after[..digits].parse().ok()?;
            return Some((first_line[..from + colon].to_owned(), line));
        }
        from += colon + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_stands_before_the_message() {
        for (message, place) in [
            ("ui_run:1: attempt to x", Some(("ui_run", 1))),
            ("lua/main.lua:12: '=' expected", Some(("lua/main.lua", 12))),
            ("no place: 5", None),
            ("x", None),
        ] {
            let place = place.map(|(name, line): (&str, u32)| (name.to_owned(), line));
            assert_eq!(place_of(message), place, "{message}");
        }
    }
}
