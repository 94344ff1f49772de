//! From other machines: by an SSH tunnel, or where the human has opened the workbench to them.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::Command;

use greenroom_testkit::{Bench, McpClient};
use serde_json::json;

use super::{bind, server};
use crate::GREENROOM;

/// An address of this machine that the workbench does not have by itself.
const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// The status of a plain request to an address under a host name.
fn status_at(address: IpAddr, port: u16, host: &str, token: Option<&str>) -> Option<u16> {
    let mut stream = TcpStream::connect(SocketAddr::new(address, port)).ok()?;
    let token = token.map_or(String::new(), |token| {
        format!("Authorization: Bearer {token}\r\n")
    });
    write!(
        stream,
        "GET /status HTTP/1.1\r\nHost: {host}\r\n{token}Connection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1)?.parse().ok()
}

#[test]
fn the_workbench_is_bound_to_loopback_only() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    assert_eq!(
        status_at(OTHER, bench.port, "localhost", None),
        None,
        "refused"
    );
    // `local_address` of sockets that listen (state 0A) on this port.
    let listening: Vec<String> = ["/proc/net/tcp", "/proc/net/tcp6"]
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .flat_map(|table| table.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|line| {
            let mut words = line.split_whitespace().skip(1);
            let local = words.next()?.to_owned();
            let listens = words.nth(1)? == "0A";
            (listens && local.ends_with(&format!(":{:04X}", bench.port))).then_some(local)
        })
        .collect();
    assert!(!listening.is_empty());
    for local in listening {
        let (address, _) = local.split_once(':').unwrap();
        let loopback = ["0100007F", "00000000000000000000000001000000"];
        assert!(loopback.contains(&address), "{local}");
    }
}

#[test]
fn another_address_needs_to_be_allowed_and_tokens() {
    for (arguments, says) in [
        (&["--bind", "127.0.0.2"][..], "add --allow-remote"),
        (&["--allow-remote"], "needs --bind"),
        (
            &["--bind", "127.0.0.2", "--allow-remote", "--ws-no-token"],
            "need the token",
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let output = Command::new(GREENROOM)
            .args(["--mcp", "--port", "0"])
            .args(arguments)
            .env("GREENROOM_HOME", home.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn a_workbench_for_other_machines_warns_and_keeps_its_gate() {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--no-open", "--hold", "0"])
            .args(["--bind", "127.0.0.2", "--allow-remote"])
            .args(["--allowed-host", "bench.test"])
    });
    let envelope = client.call("confirm", json!({"question": "?"})).unwrap();
    let notice = envelope["diagnostics"]["notices"][0].as_str().unwrap();
    assert!(notice.contains("Other machines"), "{notice}");
    let bench = Bench::of(client.home());
    let (port, token) = (bench.port, bench.agent_token());
    for (address, host, with_token, status) in [
        (OTHER, format!("127.0.0.2:{port}"), true, 200),
        (OTHER, format!("bench.test:{port}"), true, 200),
        (OTHER, format!("127.0.0.2:{port}"), false, 401),
        (OTHER, format!("evil.example:{port}"), true, 403),
        (OTHER, format!("0.0.0.0:{port}"), true, 403),
        (
            Ipv4Addr::LOCALHOST.into(),
            format!("localhost:{port}"),
            true,
            200,
        ),
    ] {
        let token = with_token.then_some(token.as_str());
        assert_eq!(
            status_at(address, port, &host, token),
            Some(status),
            "{host}"
        );
    }
    let ended = client.finish();
    assert!(
        ended.stderr.contains("warning: Other machines"),
        "{}",
        ended.stderr
    );
}

#[test]
fn the_address_for_other_machines_may_be_taken_by_another() {
    let taken = TcpListener::bind((OTHER, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command.args(["--mcp", "--no-open", "--port", &port]).args([
            "--bind",
            "127.0.0.2",
            "--allow-remote",
        ])
    });
    let failure = client.failure("confirm", json!({"question": "?"}));
    assert_eq!(failure["error_code"], "DIALOG_CONNECTION");
}
