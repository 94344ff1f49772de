//! The UI platform through the real binary: MCP on stdio, pages on the socket.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bench;
mod configure;
mod files;
mod get_state;
mod hostile;
mod http;
mod limits;
mod open_browser;
mod outside;
mod pages;
mod run;
mod soak;
mod start;
mod states;
mod status;
mod stop;
mod upload_viewdef;
mod wait;
