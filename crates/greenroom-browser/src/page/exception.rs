//! What scripts throw.

use std::fmt;

use serde::Serialize;

use crate::capture::{ExceptionDetails, bounded, text};

/// What a script threw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exception {
    /// Class of the error, such as `TypeError`; the type of the value if it is not an object.
    pub class: String,
    /// Its message.
    pub message: String,
    /// Line in the script, from 1.
    pub line: u32,
    /// Column in the script, from 1.
    pub column: u32,
    /// Address of the script; empty for the evaluated expression.
    pub url: String,
    /// Calls that led to it, innermost first.
    pub stack: Option<String>,
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} (line {}, column {})",
            self.class, self.message, self.line, self.column
        )
    }
}

impl Exception {
    pub(super) fn from_cdp(details: &ExceptionDetails) -> Self {
        let exception = &details.exception;
        let class = exception["className"]
            .as_str()
            .or_else(|| exception["type"].as_str());
        let class = class.unwrap_or("Error").to_owned();
        let text = text::of_remote_object(exception);
        // The description of an error is its stack, which begins with `Class: message`.
        let message = match text.split_once("\n    at ") {
            Some((head, _)) => head,
            None => &text,
        };
        let message = message
            .strip_prefix(&format!("{class}: "))
            .unwrap_or(message);
        let message = bounded::text(message.to_owned(), 0);
        // The numbers of `details` count from 0, but from 1 for a rejected promise; those of the
        // stack always count from 0.
        let (line, column) = match details.stack_trace.call_frames.first() {
            Some(top) => (top.line_number + 1, top.column_number + 1),
            None => (details.line_number + 1, details.column_number + 1),
        };
        Self {
            class: bounded::address(class),
            message,
            line,
            column,
            url: bounded::address(details.url.clone()),
            stack: details
                .stack_trace
                .text()
                .map(|stack| bounded::text(stack, 0)),
        }
    }
}
