//! Whoever opens connections and says nothing keeps nobody else from being served.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of a test may fail as the test itself"
)]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use greenroom_testkit::{Bench, HumanPage, McpClient, WsProgram};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;

use super::GREENROOM;

/// More than the usual soft limit of a process.
const IDLE: usize = 1_100;

/// A server that begins with the usual soft limit; its own process has a higher one here.
fn server() -> McpClient {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: Some(4_096),
        maximum: limit.maximum,
    };
    setrlimit(Resource::Nofile, raised).unwrap();
    let script = format!("ulimit -Sn 1024; exec {GREENROOM} --mcp --port 0 --no-open");
    let mut client = McpClient::start_with("/bin/sh", |command| command.args(["-c", &script]));
    client.initialize("2025-06-18");
    client.data("dialog_result", json!({}));
    client
}

fn soft_limit(pid: u32) -> u64 {
    let limits = std::fs::read_to_string(format!("/proc/{pid}/limits")).unwrap();
    let line = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let soft = line.unwrap().split_whitespace().nth(3).unwrap();
    soft.parse().unwrap()
}

#[test]
fn idle_connections_do_not_end_the_service() {
    let mut client = server();
    assert!(soft_limit(client.pid()) >= 4_096, "it is raised at start");
    let bench = Bench::of(client.home());
    let mut page = HumanPage::connect(client.home());
    let mut idle = Vec::new();
    for number in 0..IDLE {
        let mut stream = TcpStream::connect(("127.0.0.1", bench.port)).unwrap();
        // Some begin a request and never end it.
        if number % 2 == 0 {
            let _closed_already = stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
        }
        idle.push(stream);
    }
    let began = Instant::now();
    let token = format!("Bearer {}", bench.agent_token());
    let (status, _) = bench.http("GET", "/status", &[("Authorization", &token)], b"");
    assert_eq!(status, 200);
    let mut program = WsProgram::connect(&bench, "");
    program.call(json!(1), "confirm", json!({"question": "Still there?"}));
    page.answer_next(json!({"confirmed": true}));
    assert_eq!(program.reply(json!(1))["result"]["confirmed"], true);
    client.data("system_health", json!({}));
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    // The first of them had to make room.
    let mut byte = [0];
    assert_eq!(idle[0].read(&mut byte).unwrap_or(0), 0);
}
