//! `greenroom --ui-dir`: without MCP (A2).

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::bench::get;

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
        .env("GREENROOM_HOME", home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "hello from Lua");
    assert_eq!(
        lines.next().unwrap().unwrap(),
        format!("http://127.0.0.1:{port}")
    );
    assert_eq!(get(port, "/1/", &[("Accept", "text/html")]).status, 200);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(
        lines.next().is_none(),
        "no JSON-RPC and nothing else on stdout"
    );
}
