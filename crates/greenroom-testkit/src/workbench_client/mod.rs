//! The two kinds of clients of a workbench: a page of the human, and a program that asks.
//!
//! Both block; every wait has a limit, so that a test fails instead of hanging.

mod bench;
mod human_page;
mod messages;
mod paired;
mod ws_program;

use std::time::Duration;

pub use bench::Bench;
pub use human_page::HumanPage;
pub use ws_program::WsProgram;

/// How long a message may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(30);
