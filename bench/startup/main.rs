//! From process start to the answer of `tools/list`, beside a Node MCP server in the same run.
//!
//! Both get the same three messages; memory is read when the answer is there.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark prints"
)]

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use greenroom_testkit::{McpClient, median, milliseconds, verdict};
use serde_json::json;

const ROUNDS: usize = 21;
const TIME_GOAL: f64 = 1.0 / 20.0;
const MEMORY_GOAL: f64 = 1.0 / 6.0;

/// One start of a server.
struct Start {
    time: Duration,
    resident_bytes: u64,
}

fn main() -> ExitCode {
    let node_server = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bench/startup/node_modules/@playwright/mcp/cli.js");
    if !node_server.exists() {
        eprintln!("the Node server is not installed: run bench/startup/setup.sh");
        return ExitCode::FAILURE;
    }
    let mut ours = Vec::new();
    let mut node = Vec::new();
    // Turn by turn, so that a busy moment of the machine hits both.
    for _ in 0..ROUNDS {
        ours.push(start(env!("CARGO_BIN_EXE_greenroom"), |command| {
            command.arg("--mcp")
        }));
        node.push(start("node", |command| {
            command.arg(&node_server).arg("--headless")
        }));
    }
    let time = |starts: &[Start]| median(starts.iter().map(|start| milliseconds(&start.time)));
    let memory = |starts: &[Start]| median(starts.iter().map(|start| start.resident_bytes as f64));
    println!("startup: process start to tools/list, median of {ROUNDS} starts each");
    println!(
        "  greenroom        {:8.2} ms {:8.1} MB",
        time(&ours),
        memory(&ours) / 1e6
    );
    println!(
        "  @playwright/mcp  {:8.2} ms {:8.1} MB",
        time(&node),
        memory(&node) / 1e6
    );
    let time_ratio = time(&ours) / time(&node);
    let memory_ratio = memory(&ours) / memory(&node);
    println!("  time ratio       1/{:.1} (goal 1/20)", 1.0 / time_ratio);
    println!("  memory ratio     1/{:.1} (goal 1/6)", 1.0 / memory_ratio);
    let reached = time_ratio <= TIME_GOAL && memory_ratio <= MEMORY_GOAL;
    verdict("startup", reached)
}

fn start(program: &str, prepare: impl FnOnce(&mut Command) -> &mut Command) -> Start {
    let started = Instant::now();
    let mut client = McpClient::start_with(program, prepare);
    client.initialize("2025-06-18");
    let answer = client.request("tools/list", json!({}));
    let time = started.elapsed();
    assert!(answer["result"]["tools"].is_array(), "{answer}");
    let resident_bytes = resident_bytes(client.pid());
    client.finish();
    Start {
        time,
        resident_bytes,
    }
}

fn resident_bytes(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    kilobytes.unwrap_or(0_u64) * 1024
}
