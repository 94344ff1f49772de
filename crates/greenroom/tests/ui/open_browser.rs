//! `ui_open_browser`: addresses, failures, the named program.

use serde_json::json;

use crate::bench::{Bench, token_of};

#[test]
fn the_program_gets_a_private_way_to_exactly_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("open.sh");
    let seen = folder.path().join("open.sh.seen");
    // A chatty program: what it prints must reach nobody.
    std::fs::write(
        &script,
        "echo noise; echo noise >&2; stat -c %a \"${1#file://}\" >> \"$0.seen\"
         cat \"${1#file://}\" >> \"$0.seen\"; echo >> \"$0.seen\"; echo \"$@\" >> \"$0.words\"\n",
    )
    .unwrap();
    let command = format!("sh {} {{url}}", script.display());
    let mut bench = Bench::with(|server| server.env("GREENROOM_BROWSER", command));
    bench.start();
    let base = format!("http://127.0.0.1:{}", bench.port());
    for (arguments, path, encoded) in [
        (json!({}), "/1/?conserve=true", "%2F1%2F%3Fconserve%3Dtrue"),
        (
            json!({"path": "/a?x=1#f"}),
            "/1/a?x=1&conserve=true#f",
            "%2F1%2Fa%3Fx%3D1%26conserve%3Dtrue%23f",
        ),
        (
            json!({"path": "/a?x=1#f", "conserve": false}),
            "/1/a?x=1#f",
            "%2F1%2Fa%3Fx%3D1%23f",
        ),
        (
            json!({"sessionId": 7}),
            "/7/?conserve=true",
            "%2F7%2F%3Fconserve%3Dtrue",
        ),
    ] {
        let _earlier = std::fs::remove_file(&seen);
        assert_eq!(
            bench.text("ui_open_browser", arguments),
            format!("Opened {base}{path}")
        );
        let seen = std::fs::read_to_string(&seen).unwrap();
        let token = token_of(bench.port()).unwrap();
        let way = format!("href=\"{base}/-/enter?to={encoded}#{token}\"");
        assert!(seen.starts_with("600\n") && seen.contains(&way), "{seen}");
        let words = std::fs::read_to_string(script.with_extension("sh.words")).unwrap();
        assert!(
            !words.contains(&token),
            "all users see command lines: {words}"
        );
    }
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
