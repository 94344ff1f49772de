//! The browser opens itself, ports are told, debugging stays on stderr.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use greenroom_testkit::{Bench, HumanPage, McpClient};
use serde_json::json;

use super::soak::Dice;
use super::{GREENROOM, until};

/// A folder with an `xdg-open` that writes down what it was asked to open.
fn fake_browser(folder: &Path) -> String {
    let script = folder.join("xdg-open");
    let text = format!("#!/bin/sh\necho \"$1\" >> {}/opened\n", folder.display());
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", folder.display(), std::env::var("PATH").unwrap())
}

/// A server that would open that browser, or that was started over SSH.
fn with_fake_browser(folder: &Path, ssh: Option<&str>) -> McpClient {
    let path = fake_browser(folder);
    McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--hold", "0"])
            .env("PATH", &path)
            .env_remove("SSH_CONNECTION")
            .envs(ssh.map(|from| ("SSH_CONNECTION", from)))
    })
}

#[test]
fn the_first_question_opens_the_browser_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = with_fake_browser(folder.path(), None);
    client.data("confirm", json!({"question": "first"}));
    let opened = folder.path().join("opened");
    let url = until(|| {
        std::fs::read_to_string(&opened)
            .ok()
            .filter(|text| text.ends_with('\n'))
    });
    let bench = Bench::of(client.home());
    // What opens a browser is seen by all users of the machine; it gets no code.
    let file = Path::new(url.trim().strip_prefix("file://").expect("a file"));
    assert_eq!(file.parent(), Some(client.home().join("run").as_path()));
    let mode = std::fs::metadata(file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let redirect = std::fs::read_to_string(file).unwrap();
    let start = format!("url=http://127.0.0.1:{}/#k=", bench.port);
    let (_, rest) = redirect.split_once(&start).expect("a code in the fragment");
    let (code, _) = rest.split_once('"').unwrap();
    assert!(!url.contains(code));
    let (status, paired) = bench.pair(&json!({"code": code}));
    assert_eq!(status, 200);
    assert!(!file.exists(), "it leads to the page once");
    assert_eq!(bench.pair(&json!({"code": code})).0, 401, "single use");
    client.data("confirm", json!({"question": "second"}));
    let mut page = HumanPage::with_token(&bench, paired["token"].as_str().unwrap());
    page.question();
    client.data("confirm", json!({"question": "third"}));
    client.finish();
    let times = std::fs::read_to_string(&opened).unwrap().lines().count();
    assert_eq!(times, 1, "not again within a minute");
}

#[test]
fn over_ssh_the_way_is_told_and_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = with_fake_browser(folder.path(), Some("1.2.3.4 5 6.7.8.9 22"));
    client.data("confirm", json!({"question": "?"}));
    let bench = Bench::of(client.home());
    let token = bench.human_token();
    let ended = client.finish();
    let port = bench.port;
    assert!(
        ended
            .stderr
            .contains(&format!("ssh -L {port}:127.0.0.1:{port}")),
        "{}",
        ended.stderr
    );
    assert!(ended.stderr.contains("greenroom url"));
    assert!(!ended.stderr.contains(&token) && !ended.stderr.contains("#k="));
    assert!(!folder.path().join("opened").exists());
}

#[test]
fn debugging_goes_to_stderr_without_secrets() {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--no-open"])
            .env("MCP_DEBUG", "true")
    });
    client.initialize("2025-06-18");
    client.data("dialog_result", json!({}));
    let mut page = HumanPage::connect(client.home());
    let token = page.bench.human_token();
    let id = client.send_call("text_input", json!({"question": "Debug?"}));
    let request = page.question();
    page.send(json!({"type": "draft", "requestId": request["requestId"], "data": {"text": "unsent thought"}}));
    for line in [
        &b"{nonsense"[..],
        b"[]",
        b"\xff\xfe",
        b"{\"jsonrpc\":\"2.0\",\"id\":5}",
    ] {
        client.send_line(line);
    }
    page.answer(&request, json!({"text": "yes"}));
    client.wait(id);
    let ended = client.finish();
    assert!(
        ended.stderr.contains("[MCP] Message received: "),
        "{}",
        ended.stderr
    );
    assert!(ended.stderr.contains("[MCP] Message sent: "));
    assert!(!ended.stderr.contains(&token) && !ended.stderr.contains("unsent thought"));
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command.args(["--mcp", "--port", &port, "--no-open"])
    });
    let failure = client.failure("confirm", json!({"question": "?"}));
    assert_eq!(failure["error_code"], "DIALOG_CONNECTION");
    let reason = failure["details"]["reason"].as_str().unwrap();
    assert!(reason.contains(&port), "{reason}");
}

#[test]
fn a_usual_port_that_is_taken_is_left_to_its_owner_and_told() {
    // Whoever has it: it is taken.
    let _taken = std::net::TcpListener::bind("127.0.0.1:3000");
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--no-open", "--hold", "0"])
            .env_remove("GREENROOM_PORT")
    });
    let envelope = client.call("confirm", json!({"question": "?"})).unwrap();
    let port = Bench::of(client.home()).port;
    assert_ne!(port, 3000);
    let notice = envelope["diagnostics"]["notices"][0].as_str().unwrap();
    assert!(
        notice.contains("3000 is taken") && notice.contains(&port.to_string()),
        "{notice}"
    );
    let ended = client.finish();
    assert!(ended.stderr.contains(&format!("on port {port}")));
}

#[test]
fn whatever_comes_in_only_json_rpc_goes_out() {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--no-open", "--hold", "0"])
            .env("MCP_DEBUG", "true")
    });
    client.initialize("2025-06-18");
    client.data("dialog_result", json!({}));
    let mut page = HumanPage::connect(client.home());
    let mut dice = Dice(0xdead_beef);
    let mut draw = |below: usize| usize::try_from(dice.roll(below as u64)).unwrap();
    for n in 0..300 {
        let call = json!({
            "jsonrpc": "2.0", "id": format!("{:016x}", draw(usize::MAX)), "method": "tools/call",
            "params": {"name": "confirm", "arguments": {"question": format!("{}", n % 50)}},
        });
        let mut line = call.to_string().into_bytes();
        for _ in 0..=draw(4) {
            let place = draw(line.len());
            match draw(4) {
                0 => line[place] = u8::try_from(draw(256)).unwrap(),
                1 => line.truncate(place + 1),
                2 => line.insert(place, b"{}[]\",:\\"[draw(8)]),
                _ => drop(line.remove(place)),
            }
            if line.is_empty() {
                line.push(b'x');
            }
        }
        line.retain(|byte| !matches!(byte, b'\n' | b'\r'));
        client.send_line(&line);
        page.try_send(json!({"type": "draft", "requestId": "d_none", "data": n}));
    }
    // The client has failed the test by now if anything else came over stdout.
    assert!(client.data("dialog_result", json!({}))["open"].is_array());
    let ended = client.finish();
    assert!(ended.stderr.contains("[MCP] Message received: "));
}
