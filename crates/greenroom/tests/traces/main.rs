//! Traces as people read them: the file from the disk, in a real browser, with real keys.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod browser_call_source;
mod browser_hostile;
mod browser_keys;
mod browser_long;
mod browser_looks;
mod browser_moments;
mod played;
mod reader;

/// The binary under test.
const GREENROOM: &str = env!("CARGO_BIN_EXE_greenroom");
