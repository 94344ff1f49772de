//! Lua sessions of the UI platform.
//!
//! A session is one virtual machine on a thread of its own, with one ordered queue of jobs: code
//! of the agent, frames of pages, timers, reloads. After every job change detection compares what
//! the pages have with what Lua holds, and sends the difference. View definitions are HTML texts
//! that name paths into Lua; the page renders them.
//!
//! This crate knows nothing of HTTP: a page is an outbox that takes frames.

mod disk;
mod error_log;
pub mod frame;
mod json;
pub mod limits;
mod page;
mod path;
mod place;
mod session;
mod state;
pub mod viewdef;
mod vm;

pub use disk::Disk;
pub use error_log::{ErrorLog, LoggedError};
pub use limits::{LimitReached, Limits};
pub use page::VariableRow;
pub use place::place;
pub use session::{
    AppState, ConnectionHandle, Event, Events, Outbox, Outgoing, Pushed, Ran, RunError, Session,
    SessionOptions, SessionStatus, StartError, StateError, Tab, Waited,
};
pub use vm::{FailureKind, LuaFailure, Output};
