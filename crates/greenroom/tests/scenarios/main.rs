//! Scenarios through the real binary: below `scorm` and `system` one module per tool, beside them what
//! concerns many.

mod answer_sizes;
mod batch;
#[cfg(feature = "cluster")]
mod batch_workers;
mod broken_course;
mod course_in_browser;
mod debugging;
mod deploy;
mod dist;
mod field;
mod garbage;
mod guides;
mod hands;
mod many_connections;
mod official_clients;
mod page_ends;
mod rehearse;
mod scorm;
mod settings;
mod shell;
mod shutdown;
mod silent_client;
mod system;
mod tools;
mod truths;
mod validation;
mod wire;

use greenroom_testkit::McpClient;

/// The binary under test.
const GREENROOM: &str = env!("CARGO_BIN_EXE_greenroom");

/// A client of a fresh server.
fn client() -> McpClient {
    McpClient::start(GREENROOM)
}
