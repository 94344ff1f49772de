//! What operators look at: health, metrics, traces.

use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};

use greenroom_testkit::{HttpAnswer, HttpServer, read_answer};
use serde_json::json;

use super::houses::upload;
use super::{GREENROOM, Theater, small_zip, token};

fn get(address: SocketAddr, path: &str, host: &str) -> HttpAnswer {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream
        .write_all(head.as_bytes())
        .expect("as the test made it");
    read_answer(&mut stream)
}

fn terminate(server: &HttpServer) {
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &server.pid().to_string()])
        .status();
    assert!(killed.expect("as the test made it").success());
}

#[test]
fn health_is_told_to_anyone_and_nothing_else() {
    let theater = Theater::new();
    let address = theater.server.address();
    // A supervisor asks by an address that is none of the server's names.
    for (path, status) in [("/health/live", "live"), ("/health/ready", "ready")] {
        let answer = get(address, path, "10.0.0.7:8800");
        assert_eq!(
            (answer.status, answer.json()),
            (200, json!({"status": status}))
        );
    }
    assert_eq!(get(address, "/health", "10.0.0.7").status, 403);
    assert_eq!(get(address, "/metrics", &address.to_string()).status, 404);
    let (data, aside) = (
        theater.server.home().join("data"),
        theater.server.home().join("aside"),
    );
    std::fs::rename(&data, &aside).unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let not_ready = loop {
        let answer = get(address, "/health/ready", "x");
        if answer.status == 503 || std::time::Instant::now() > deadline {
            break answer;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    assert_eq!(
        not_ready.json(),
        json!({"status": "not ready", "reason": "storage"})
    );
    assert_eq!(get(address, "/health/live", "x").status, 200);
    std::fs::rename(&aside, &data).unwrap();
}

#[test]
fn a_server_that_is_to_end_says_so_before_it_does() {
    let (anna, entry) = token("anna");
    let mut server = HttpServer::start(GREENROOM, |command, home| {
        std::fs::write(home.join("tokens.toml"), &entry).unwrap();
        command.args(["--drain", "60", "--tokens"]);
        command.arg(home.join("tokens.toml"));
    });
    terminate(&server);
    server.until_said("HTTP_END");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let mut answer = get(server.address(), "/health/ready", "x");
    while answer.status != 503 && std::time::Instant::now() < deadline {
        answer = get(server.address(), "/health/ready", "x");
    }
    assert_eq!(answer.json()["reason"], "draining");
    // Who comes meanwhile is served.
    server.call(&anna, "scorm_echo", json!({})).unwrap();
    assert_eq!(get(server.address(), "/health/live", "x").status, 200);
    terminate(&server);
    assert!(server.ended().success(), "asked again, it waits no longer");
}

#[test]
fn traces_are_taken_over_or_made_and_stand_in_log_and_answer() {
    let theater = Theater::new();
    let server = &theater.server;
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let parent = format!("00-{trace}-00f067aa0ba902b7-01");
    let (mut headers, message) =
        greenroom_testkit::stateless("tools/call", json!({"name": "scorm_echo", "arguments": {}}));
    headers.push(("traceparent", parent));
    let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let answer = server.post(&theater.anna, &headers, &message);
    assert_eq!(answer.header("x-trace-id"), Some(trace));
    server.until_said(&format!("trace_id={trace}"));
    let log = std::fs::read_to_string(server.home().join("data/logs/mcp/app.ndjson")).unwrap();
    let lines: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("scorm_echo"))
        .collect();
    assert_eq!(lines.len(), 2, "{log}");
    for line in lines {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["context"]["trace_id"], trace, "{line}");
    }
    let made: Vec<String> = ["", "00-0-0-00", "00-ABC"]
        .iter()
        .map(|parent| {
            let answer = server.request("GET", "/uploads", &[("traceparent", parent)], b"");
            assert_eq!(answer.status, 401);
            let id = answer.header("x-trace-id").unwrap().to_owned();
            assert!(id.len() == 32 && id != trace, "{id}");
            id
        })
        .collect();
    assert_ne!(made[0], made[1]);
    server.until_said(&made[2]);
}

#[test]
fn metrics_count_and_take_no_label_from_callers() {
    let (anna, entry) = token("anna");
    // The port is not told before the server is; so it is chosen here.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let metrics = free.local_addr().unwrap();
    drop(free);
    let server = HttpServer::start(GREENROOM, |command, home| {
        std::fs::write(home.join("tokens.toml"), &entry).unwrap();
        command.arg("--metrics").arg(metrics.port().to_string());
        command.arg("--tokens").arg(home.join("tokens.toml"));
    });
    let theater = Theater {
        server,
        anna,
        bob: String::new(),
    };
    let server = &theater.server;
    let package = upload(&theater, &theater.anna, "a.zip", &small_zip());
    let opened = json!({"package_path": package});
    server
        .call(&theater.anna, "scorm_session_open", opened)
        .unwrap();
    for name in ["scorm_echo", "evil\"} 1", "scorm_none"] {
        let _failed = server.call(&theater.anna, name, json!({}));
    }
    let _failed = server.call(
        &theater.anna,
        "scorm_session_status",
        json!({"session_id": "evil"}),
    );
    server.request("GET", "/uploads", &[], b"");
    server.request("GET", "/evil", &[], b"");
    let answer = get(metrics, "/metrics", "prometheus.internal:1");
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .header("content-type")
            .unwrap()
            .starts_with("text/plain")
    );
    let text = String::from_utf8(answer.body).unwrap();
    for line in [
        "greenroom_calls_total{tool=\"scorm_echo\",code=\"OK\"} 1",
        "greenroom_calls_total{tool=\"unknown\",code=\"MCP_UNKNOWN_TOOL\"}",
        "greenroom_call_duration_seconds_count{tool=\"scorm_session_open\"} 1",
        "greenroom_call_duration_seconds_bucket{tool=\"scorm_echo\",le=\"60\"} 1",
        "greenroom_http_requests_total{route=\"/uploads/{name}\",status=\"201\"} 1",
        "greenroom_http_requests_total{route=\"none\",status=\"404\"} 1",
        "greenroom_denied_total{reason=\"no_token\"} 1",
        "greenroom_uploads_total 1",
        "greenroom_houses_open 1",
        "greenroom_sessions_open 1",
        "greenroom_runtimes_open 0",
        "greenroom_browser_starts_total 0",
        "greenroom_ready 1",
        "# TYPE greenroom_calls_total counter",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    assert!(!text.contains("evil") && !text.contains("anna"), "{text}");
    assert_eq!(get(metrics, "/health/ready", "x").status, 200);
    assert_eq!(get(metrics, "/uploads", "x").status, 404);
    // Whoever reaches callers' address gets no numbers, with or without a token.
    let bearer = format!("Bearer {}", theater.anna);
    let headers = [("Authorization", bearer.as_str())];
    assert_eq!(server.request("GET", "/metrics", &headers, b"").status, 404);
}
