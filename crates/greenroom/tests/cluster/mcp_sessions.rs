//! Clients of the older revisions, whose sessions any server goes on with.

use greenroom_testkit::HttpServer;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::{Company, signal};

const VERSION: (&str, &str) = ("MCP-Protocol-Version", "2025-06-18");

fn begin(server: &HttpServer, token: &str) -> String {
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": VERSION.1, "capabilities": {},
        "clientInfo": {"name": "older", "version": "1"},
    }});
    let answer = server.post(token, &[], &message);
    let id = answer
        .header("mcp-session-id")
        .expect("a session")
        .to_owned();
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let headers = [VERSION, ("Mcp-Session-Id", id.as_str())];
    assert_eq!(server.post(token, &headers, &ready).status, 202);
    id
}

fn echo(server: &HttpServer, token: &str, id: &str) -> (u16, Value) {
    let message = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "scorm_echo", "arguments": {"message": "hello"}}});
    let headers = [VERSION, ("Mcp-Session-Id", id)];
    let answer = server.post(token, &headers, &message);
    (answer.status, answer.message())
}

#[test]
fn outlive_the_server_that_began_them() {
    let Some(company) = Company::new() else {
        return;
    };
    let (mut a, b) = (company.server(), company.server());
    let id = begin(&a, &company.anna);
    for server in [&a, &b] {
        let (status, answer) = echo(server, &company.anna, &id);
        assert_eq!(status, 200, "{answer}");
        assert!(answer["result"].to_string().contains("hello"), "{answer}");
    }
    assert_eq!(echo(&b, &company.bob, &id).0, 404, "it is Anna's");
    signal(&a, Signal::KILL);
    a.ended();
    assert_eq!(echo(&b, &company.anna, &id).0, 200);
    let c = company.server();
    assert_eq!(echo(&c, &company.anna, &id).0, 200);
}
