//! Dialogs: an agent asks over MCP or the endpoint, a page of the human answers.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of a test may fail as the test itself"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

mod answers;
mod ask;
mod comfort;
mod confirm;
mod elicitation;
mod endpoint;
mod endpoint_limits;
mod hosts;
mod ladder;
mod multi_choice;
mod official_clients;
mod page;
mod pairing;
mod parent;
mod planner;
mod remote;
mod result;
mod screenshot_request;
mod security;
mod single_choice;
mod soak;
mod text_input;

use greenroom_testkit::{Bench, HumanPage, McpClient};
use serde_json::{Value, json};

/// The binary under test.
const GREENROOM: &str = env!("CARGO_BIN_EXE_greenroom");

/// A server whose workbench takes any port and opens no browser.
fn server(more: &[&str]) -> McpClient {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--no-open"])
            .args(more)
            .env_remove("MCP_DEBUG")
    });
    client.initialize("2025-06-18");
    client
}

/// A server of a data directory that others share.
fn server_at(home: &std::path::Path, name: &str, more: &[&str]) -> McpClient {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--no-open"])
            .args(more)
            .env("GREENROOM_HOME", home)
            .env_remove("MCP_DEBUG")
    });
    client.initialize_as(name, "2025-06-18");
    client
}

/// Tries until it works.
fn until<T>(mut attempt: impl FnMut() -> Option<T>) -> T {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    loop {
        if let Some(done) = attempt() {
            return done;
        }
        assert!(std::time::Instant::now() < deadline, "it took too long");
        std::thread::park_timeout(std::time::Duration::from_millis(20));
    }
}

/// A server with its workbench bound and a page connected.
fn with_page(more: &[&str]) -> (McpClient, HumanPage) {
    let mut client = server(more);
    let bench = bind(&mut client);
    (client, HumanPage::connect(bench.home))
}

/// Binds the workbench: any call for the human does.
fn bind(client: &mut McpClient) -> Bench {
    client.data("dialog_result", json!({}));
    Bench::of(client.home())
}

/// The data of the answer to a call that was sent before.
fn data_of(client: &mut McpClient, id: i64) -> Value {
    let answer = client.wait(id);
    assert!(answer.get("error").is_none(), "{answer:#}");
    answer["result"]["structuredContent"]["data"].clone()
}
