//! Field logs: what support was sent, read as API calls, and the same calls made on the engine.
//!
//! [`parse`] takes the bytes of a log in whatever form it was pasted and gives a [`FieldLog`]: the
//! calls in order, each with the answer that the log tells, and the lines that nobody understood.
//! Nothing is guessed: a line is a call in the form of one of [`Format::ALL`], a line that such a
//! logger writes beside its calls, or unknown. [`replay`] makes the calls again and compares.
#![warn(missing_docs, clippy::disallowed_methods)]

mod element_name;
mod encoding;
mod field_log;
mod format;
mod markup;
mod reader;
pub mod replay;

mod truncation;
mod version;

pub use field_log::{FieldLog, Format, Launch, LoggedCall, Told, UnknownLine};

/// The most bytes that a log may have.
pub const LARGEST: usize = 64 * 1024 * 1024;
/// The most calls that are taken from one log.
pub const MOST_CALLS: usize = 50_000;

/// Reads a log.
///
/// The caller sees to it that there are at most [`LARGEST`] bytes; of more, the first are read.
pub fn parse(bytes: &[u8]) -> FieldLog {
    let cut = bytes.get(..LARGEST);
    let decoded = encoding::decode(cut.unwrap_or(bytes));
    let mut log = format::document(&decoded.text).unwrap_or_else(|| reader::read(&decoded.text));
    if decoded.replaced {
        let note = format!(
            "the log is no valid {}; bytes without meaning were replaced",
            decoded.name
        );
        log.notes.push(note);
    }
    if cut.is_some_and(|cut| cut.len() < bytes.len()) {
        log.notes
            .push(format!("only the first {LARGEST} bytes were read"));
    }
    log
}
