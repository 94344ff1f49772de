//! Proofs of the stage: real and hostile courses in a real browser, through the real binary.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod acts;
mod bounds;
mod connected;
mod course;
mod earlier_releases;
mod elements;
mod endings;
mod endless;
mod faults;
mod hostile;
mod hostile_scripts;
mod leaving;
mod notary;
mod packages;
mod preempting;
mod processes;
mod rehearsals;
mod saved;
mod side_by_side;
mod unloaded;
mod visitor;
mod words;

use greenroom_testkit::McpClient;

/// The binary under test.
const GREENROOM: &str = env!("CARGO_BIN_EXE_greenroom");

/// A client of a fresh server.
fn client() -> McpClient {
    McpClient::start(GREENROOM)
}
