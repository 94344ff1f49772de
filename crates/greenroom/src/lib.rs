//! The binary: MCP over stdio and HTTP, command line, workbench; three thin faces over one call.
//!
//! It is a library with a short `main`, so that tests can serve tools of their own.

pub mod cli;
#[cfg(feature = "cluster")]
mod cluster;
mod descriptors;
mod http;
pub mod logging;
pub mod mcp;
mod project;
mod start;
mod trace_id;
