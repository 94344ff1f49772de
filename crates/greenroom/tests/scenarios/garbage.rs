//! Ten thousand lines of garbage with good requests between them.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{GREENROOM, client};

/// Lines that are wrong in every way we know of, in a fixed order.
fn garbage(n: usize) -> Vec<u8> {
    let text = match n % 16 {
        0 => "{\"jsonrpc\":\"2.0\",\"id\":".to_owned(),
        1 => format!("[{n}]"),
        2 => "\"text\"".to_owned(),
        3 => format!("{{\"jsonrpc\":\"2.0\",\"method\":{n}}}"),
        4 => format!("{{\"jsonrpc\":\"2.0\",\"id\":[{n}],\"method\":\"ping\"}}"),
        5 => "}{".repeat(n % 50 + 1),
        6 => format!("{{\"id\":\"g{n}\",\"method\":\"ping\"}}"),
        7 => "[".repeat(1000),
        8 => format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x{n}\"}}"),
        9 => "nul\u{0}l".to_owned(),
        10 => "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"tools/list\"}".to_owned(),
        11 => format!("{{\"jsonrpc\":\"2.0\",\"id\":\"g{n}\",\"method\":\"no/such\"}}"),
        12 => format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":\"g{n}\",\"method\":\"tools/call\",\"params\":{{\"name\":{n}}}}}"
        ),
        13 => return vec![0xff, 0xfe, b'{', (n % 251) as u8 | 0x80, b'}'],
        14 => "x".repeat(n * 7 % 5000),
        _ => format!("{{\"jsonrpc\":\"2.0\",\"id\":\"g{n}\",\"result\":{{}}}}"),
    };
    text.into_bytes()
}

#[test]
fn garbage_costs_neither_answers_nor_memory() {
    const LINES: usize = 10_000;
    const GIANTS: [usize; 4] = [1_000, 3_500, 6_000, 9_000];
    let mut client = client();
    client.data("scorm_echo", json!({"warm": "up"}));
    let before = client.data("system_health", json!({}))["memory_bytes"]
        .as_u64()
        .unwrap();
    let mut good = Vec::new();
    for n in 0..LINES {
        if GIANTS.contains(&n) {
            client.send_line(&vec![b'g'; 20 << 20]);
        }
        client.send_line(&garbage(n));
        if n % 10 == 0 {
            good.push((n, client.send_call("scorm_echo", json!({"n": n}))));
        }
        // Reading now and then keeps the pipes from filling up in both directions.
        if n % 200 == 0 {
            let id = client.send("ping", json!({}));
            client.wait(id);
        }
    }
    for (n, id) in good {
        let answer = client.wait(id);
        assert_eq!(
            answer["result"]["structuredContent"]["data"]["echoed"]["n"],
            n
        );
    }
    let too_long = client
        .orphans
        .iter()
        .filter(|error| error["error"]["data"]["details"]["limit_bytes"].is_u64())
        .count();
    assert_eq!(too_long, GIANTS.len());
    let after = client.data("system_health", json!({}))["memory_bytes"]
        .as_u64()
        .unwrap();
    assert!(
        after < before + (24 << 20),
        "memory grew from {before} to {after}"
    );
    assert_eq!(client.finish().status.code(), Some(0));
}

#[test]
fn a_client_may_write_everything_before_it_reads() {
    const LINES: usize = 5_000;
    let home = tempfile::tempdir().unwrap();
    let mut server = Command::new(GREENROOM)
        .arg("--mcp")
        .env("GREENROOM_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    for n in 0..LINES {
        writeln!(input, "garbage {n}").unwrap();
        writeln!(input, r#"{{"jsonrpc":"2.0","id":{n},"method":"ping"}}"#).unwrap();
    }
    drop(input);
    let output = server.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let answers: Vec<Value> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    let count = |wanted: fn(&Value) -> bool| answers.iter().filter(|answer| wanted(answer)).count();
    assert_eq!(count(|answer| answer["error"]["code"] == -32700), LINES);
    assert_eq!(count(|answer| answer["result"].is_object()), LINES);
}
