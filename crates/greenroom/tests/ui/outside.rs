//! `greenroom --ui-dir`: without MCP, beside the workbench.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::bench::{Bench, get, know_token, token_of};

#[test]
fn people_serve_a_folder_without_mcp() {
    let folder = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    std::fs::write(
        folder.path().join("greenroom.toml"),
        format!("[ui]\nport = {port}\n"),
    )
    .unwrap();
    std::fs::create_dir(folder.path().join("lua")).unwrap();
    std::fs::write(
        folder.path().join("lua/main.lua"),
        "print('hello from Lua')",
    )
    .unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_greenroom"))
        .arg("--ui-dir")
        .arg(folder.path())
        .args(["--port", "0"])
        .env("GREENROOM_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
        .unwrap();
    let mut words = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "hello from Lua");
    assert_eq!(
        lines.next().unwrap().unwrap(),
        format!("http://127.0.0.1:{port}")
    );
    assert_eq!(get(port, "/1/", &[("Accept", "text/html")]).status, 401);
    know_token(port, home.path());
    assert_eq!(get(port, "/1/", &[("Accept", "text/html")]).status, 200);
    // The workbench runs beside it, and links to it.
    let workbench = workbench_port(&mut words);
    let servers = ui_sessions(workbench, home.path());
    assert_eq!(servers[0]["url"], format!("http://127.0.0.1:{port}"));
    assert_eq!(servers[0]["token"], token_of(port).unwrap());
    assert_eq!(servers[0]["sessions"][0]["id"], "1");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(
        lines.next().is_none(),
        "no JSON-RPC and nothing else on stdout"
    );
}

/// The port that the process tells on stderr.
fn workbench_port(words: &mut impl Iterator<Item = std::io::Result<String>>) -> u16 {
    let told = words.map(Result::unwrap).find_map(|line| {
        let (_, port) = line.split_once("the workbench is on port ")?;
        Some(port.to_owned())
    });
    told.unwrap().parse().unwrap()
}

/// What the workbench lists for its human, as soon as there is something.
fn ui_sessions(workbench: u16, home: &Path) -> Value {
    let token = greenroom_testkit::Bench::of(home).human_token();
    let bearer = format!("Bearer {token}");
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        let answer = get(
            workbench,
            "/human/ui-sessions",
            &[("Authorization", &bearer)],
        );
        assert_eq!(answer.status, 200, "{}", answer.body);
        let servers = serde_json::from_str::<Value>(&answer.body).unwrap()["servers"].take();
        if servers
            .as_array()
            .is_some_and(|servers| !servers.is_empty())
        {
            return servers;
        }
    }
    panic!("no session was listed");
}

#[test]
fn the_workbench_lists_the_sessions_of_all_processes_to_its_human_only() {
    let folder = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    let mut workbench = Command::new(env!("CARGO_BIN_EXE_greenroom"))
        .args(["--no-open", "--port", "0", "--ui-dir"])
        .arg(folder.path())
        .env("GREENROOM_HOME", home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut words = BufReader::new(workbench.stderr.take().unwrap()).lines();
    let port = workbench_port(&mut words);
    // Another process of the same user serves a page too.
    let mut bench = Bench::with(|command| command.env("GREENROOM_HOME", home.path()));
    bench.start();
    let url = format!("http://127.0.0.1:{}", bench.port());
    know_token(bench.port(), home.path());
    let listed = |url: &str| {
        let servers = ui_sessions(port, home.path());
        let servers = servers.as_array().unwrap();
        servers.iter().find(|server| server["url"] == url).cloned()
    };
    let until = |url: &str, fits: &dyn Fn(Option<Value>) -> bool| {
        let end = Instant::now() + Duration::from_secs(20);
        while !fits(listed(url)) {
            assert!(Instant::now() < end, "{:?}", listed(url));
        }
    };
    until(&url, &|server| server.is_some());
    let (_page, _) = bench.page("p");
    until(&url, &|server| {
        server.is_some_and(|server| server["sessions"][0]["tabs"] == 1)
    });
    for token in ["", "agent.token"] {
        let bearer = std::fs::read_to_string(home.path().join("run").join(token));
        let bearer = format!("Bearer {}", bearer.unwrap_or_default().trim());
        let refused = get(port, "/human/ui-sessions", &[("Authorization", &bearer)]);
        assert!([401, 403].contains(&refused.status), "{refused:?}");
    }
    bench.client.data("ui_stop", serde_json::json!({}));
    until(&url, &|server| server.is_none());
    let pid = rustix::process::Pid::from_child(&workbench);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert!(workbench.wait().unwrap().success());
}
