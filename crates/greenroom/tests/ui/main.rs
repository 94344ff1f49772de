//! The UI platform through the real binary: MCP on stdio, pages on the socket.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bench;
mod browser;
mod files;
mod hostile;
mod http;
mod limits;
mod outside;
mod pages;
mod runs;
mod soak;
mod states;
mod uploads;
mod waiting;
