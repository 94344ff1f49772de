//! How much one caller may do at once, and how the server ends.

use std::time::Duration;

use greenroom_testkit::{HttpServer, read_answer, stateless};
use serde_json::{Value, json};

use super::houses::upload;
use super::{Theater, small_zip};

/// Begins a call that waits for an event which does not come.
fn wait_for_event(
    server: &HttpServer,
    token: &str,
    session: &str,
    wait_ms: u64,
) -> std::net::TcpStream {
    let arguments = json!({"session_id": session, "wait_ms": wait_ms, "types": ["runtime:opened"]});
    let (headers, message) = stateless(
        "tools/call",
        json!({"name": "scorm_session_events", "arguments": arguments}),
    );
    let bearer = format!("Bearer {token}");
    let mut all = vec![
        ("Authorization", bearer.as_str()),
        ("Accept", "application/json, text/event-stream"),
        ("Content-Type", "application/json"),
    ];
    all.extend(headers.iter().map(|(name, value)| (*name, value.as_str())));
    let stream = server.send("POST", "/mcp", &all, message.to_string().as_bytes());
    server.until_said("scorm_session_events");
    stream
}

fn open_session(theater: &Theater, token: &str) -> Result<String, Value> {
    let package = upload(theater, token, "a.zip", &small_zip());
    let opened = theater.server.call(
        token,
        "scorm_session_open",
        json!({"package_path": package}),
    )?;
    let id = &opened["structuredContent"]["data"]["session_id"];
    Ok(id.as_str().expect("an id").to_owned())
}

#[test]
fn calls_and_sessions_of_one_caller_are_bounded_and_others_go_on() {
    let theater = Theater::with("requests = 2\nsessions = 2\n");
    let server = &theater.server;
    let session = open_session(&theater, &theater.anna).unwrap();
    open_session(&theater, &theater.anna).unwrap();
    let error = open_session(&theater, &theater.anna).unwrap_err();
    assert_eq!(error["data"]["error_code"], "LIMIT_EXCEEDED");
    let waiting = [
        wait_for_event(server, &theater.anna, &session, 30_000),
        wait_for_event(server, &theater.anna, &session, 30_000),
    ];
    let error = server
        .call(&theater.anna, "scorm_echo", json!({}))
        .unwrap_err();
    assert_eq!(error["data"]["error_code"], "LIMIT_EXCEEDED");
    assert_eq!(error["data"]["details"]["limit"], "requests");
    assert!(server.call(&theater.bob, "scorm_echo", json!({})).is_ok());
    // Whoever goes away gives the place back.
    drop(waiting);
    server.until_said("cancelled by the caller");
    server.until_said("cancelled by the caller");
    let free = (0..100).any(|_| {
        let is_free = server.call(&theater.anna, "scorm_echo", json!({})).is_ok();
        if !is_free {
            std::thread::sleep(Duration::from_millis(20));
        }
        is_free
    });
    assert!(free);
}

#[test]
fn older_sessions_make_room_for_newer_ones() {
    let theater = Theater::with("sessions = 2\n");
    let begin = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "testkit", "version": "1"},
    }});
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let ids: Vec<String> = (0..3)
        .map(|_| {
            let begun = theater.server.post(&theater.anna, &[], &begin);
            let id = begun.header("mcp-session-id").unwrap().to_owned();
            theater
                .server
                .post(&theater.anna, &[("Mcp-Session-Id", &id)], &ready);
            id
        })
        .collect();
    let statuses: Vec<u16> = ids
        .iter()
        .map(|id| {
            theater
                .server
                .post(&theater.anna, &[("Mcp-Session-Id", id)], &list)
                .status
        })
        .collect();
    assert_eq!(statuses, [404, 200, 200]);
}

#[test]
fn the_server_ends_with_the_answers_that_were_asked_for() {
    let mut theater = Theater::new();
    let session = open_session(&theater, &theater.anna).unwrap();
    let mut waiting = wait_for_event(&theater.server, &theater.anna, &session, 1500);
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &theater.server.pid().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let answer = read_answer(&mut waiting);
    assert_eq!(answer.status, 200);
    assert!(answer.message()["result"].is_object(), "{answer:?}");
    assert!(theater.server.ended().success());
    assert_eq!(theater.server.stdout(), "");
    assert!(std::net::TcpStream::connect(theater.server.address()).is_err());
}
