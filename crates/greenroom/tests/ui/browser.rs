//! `ui_open_browser`: addresses (G1), failures (G2), the named program (G3).

use serde_json::json;

use crate::bench::Bench;

#[test]
fn the_program_gets_exactly_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("open.sh");
    let seen = folder.path().join("open.sh.seen");
    // A chatty program: what it prints must reach nobody.
    std::fs::write(
        &script,
        "echo noise; echo noise >&2; printf '%s\\n' \"$@\" >> \"$0.seen\"\n",
    )
    .unwrap();
    let command = format!("sh {} {{url}}", script.display());
    let mut bench = Bench::with(|server| server.env("GREENROOM_BROWSER", command));
    bench.start();
    let base = format!("http://127.0.0.1:{}", bench.port());
    let mut wanted = Vec::new();
    for (arguments, path) in [
        (json!({}), "/1/?conserve=true"),
        (json!({"path": "/a?x=1#f"}), "/1/a?x=1&conserve=true#f"),
        (json!({"path": "/a?x=1#f", "conserve": false}), "/1/a?x=1#f"),
        (json!({"sessionId": 7}), "/7/?conserve=true"),
    ] {
        let url = format!("{base}{path}");
        assert_eq!(
            bench.text("ui_open_browser", arguments),
            format!("Opened {url}")
        );
        wanted.push(url);
    }
    let seen = std::fs::read_to_string(seen).unwrap();
    assert_eq!(seen.lines().collect::<Vec<_>>(), wanted);
    let data = bench
        .client
        .data("ui_open_browser", json!({"sessionId": "new"}));
    assert_eq!(
        (&data["created"], &data["live_tabs"]),
        (&json!(true), &json!(0))
    );
    for path in ["http://evil/", "//evil/", "/../x", "/a\\b", "/a\u{7}"] {
        let failure = bench
            .client
            .failure("ui_open_browser", json!({"path": path}));
        assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS", "{path}");
    }
    let failure = bench
        .client
        .failure("ui_open_browser", json!({"sessionId": "-"}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("Invalid session id."),
        "{failure}"
    );
}

#[test]
fn a_program_that_fails_is_told_with_the_address() {
    for (program, exit_code) in [("/no/such/program", None), ("false", Some(1))] {
        let mut bench = Bench::with(|server| server.env("GREENROOM_BROWSER", program));
        bench.start();
        let url = format!("http://127.0.0.1:{}/1/?conserve=true", bench.port());
        let failure = bench.client.failure("ui_open_browser", json!({}));
        let message = failure["message"].as_str().unwrap();
        assert!(
            message.starts_with("Browser could not be launched.") && message.contains(&url),
            "{message}"
        );
        assert_eq!(failure["details"]["url"], url);
        assert_eq!(failure["details"]["exit_code"].as_i64(), exit_code);
        assert_eq!(zombies(bench.client.pid()), 0);
    }
}

/// Children of a process that have ended and were not waited for.
fn zombies(parent: u32) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| std::fs::read_to_string(process.path().join("stat")).ok())
        .filter(|stat| {
            let after_name = stat.rsplit(") ").next().unwrap_or_default();
            let mut fields = after_name.split(' ');
            fields.next() == Some("Z") && fields.next() == Some(&parent.to_string())
        })
        .count()
}
