//! Every cell of the state table (B1), configuring (B2), starting (B3).

use std::net::TcpStream;

use serde_json::{Value, json};

use crate::bench::{APP, Bench};

const NEEDS_RUNNING: [&str; 6] = [
    "ui_run",
    "ui_upload_viewdef",
    "ui_open_browser",
    "ui_get_state",
    "ui_wait",
    "ui_stop",
];

/// The failure begins with this text, ends with its code, and names the state.
fn refused(bench: &mut Bench, tool: &str, arguments: Value, text: &str, code: &str, state: &str) {
    let failure = bench.client.failure(tool, arguments);
    let message = failure["message"].as_str().unwrap();
    assert!(
        message.starts_with(&format!("{text}.")),
        "{tool}: {message}"
    );
    assert!(message.ends_with(&format!("[{code}]")), "{tool}: {message}");
    assert_eq!(failure["code"], -32000, "{tool}");
    assert_eq!(failure["error_code"], code, "{tool}");
    assert_eq!(failure["details"]["state"], state, "{tool}: {failure}");
    assert!(
        failure["details"]["allowed"].is_array(),
        "{tool}: {failure}"
    );
}

#[test]
fn every_cell_of_the_state_table() {
    let mut bench = Bench::new();
    let base_dir = bench.base_dir();
    for tool in NEEDS_RUNNING.into_iter().chain(["ui_start", "ui_status"]) {
        // Parameters are looked at later.
        refused(
            &mut bench,
            tool,
            json!({}),
            "Server not configured",
            "UI_NOT_CONFIGURED",
            "UNCONFIGURED",
        );
    }
    assert!(!base_dir.exists(), "a refusal makes nothing");

    bench.configure();
    for tool in NEEDS_RUNNING {
        refused(
            &mut bench,
            tool,
            json!({}),
            "Server not started",
            "UI_NOT_STARTED",
            "CONFIGURED",
        );
    }
    assert_eq!(
        bench.client.data("ui_status", json!({}))["state"],
        "CONFIGURED"
    );
    assert_eq!(bench.configure()["state"], "CONFIGURED");

    bench.client.data("ui_start", json!({}));
    refused(
        &mut bench,
        "ui_start",
        json!({}),
        "Server already running",
        "UI_ALREADY_RUNNING",
        "RUNNING",
    );
    let other = base_dir.with_file_name("other");
    for arguments in [json!({"base_dir": other}), json!({})] {
        refused(
            &mut bench,
            "ui_configure",
            arguments,
            "Cannot reconfigure while running",
            "UI_CANNOT_RECONFIGURE",
            "RUNNING",
        );
    }
    assert!(!other.exists(), "a refusal makes nothing");
    assert_eq!(bench.run("return 1"), 1);

    let stopped = bench.client.data("ui_stop", json!({}));
    assert_eq!(
        stopped,
        json!({"state": "CONFIGURED", "sessions_ended": 1, "tabs_closed": 0})
    );
    refused(
        &mut bench,
        "ui_run",
        json!({}),
        "Server not started",
        "UI_NOT_STARTED",
        "CONFIGURED",
    );
    bench.start();
    assert_eq!(bench.run("return 2"), 2);
}

#[test]
fn configuring_prepares_the_folder_and_a_failure_changes_nothing() {
    let mut bench = Bench::new();
    let base_dir = bench.base_dir();
    let data = bench.configure();
    assert!(base_dir.join("log/lua.log").is_file() && base_dir.join("log/lua-err.log").is_file());
    assert_eq!(data["config"]["created"], true);
    assert!(bench.read("greenroom.toml").contains("# port = 0"));
    let text = bench.text("ui_configure", json!({"base_dir": base_dir}));
    let shown = base_dir.display();
    assert_eq!(
        text,
        format!(
            "Configured {shown}. Lua output: {shown}/log/lua.log, Lua errors: {shown}/log/lua-err.log"
        )
    );

    bench.write("log/lua.log", "old\n");
    let file = base_dir.with_file_name("file");
    std::fs::write(&file, "x").unwrap();
    let broken = base_dir.with_file_name("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("greenroom.toml"), "[ui]\nprot = 1\n").unwrap();
    for (path, code, number, reason) in [
        (
            json!("relative/x"),
            "UI_BASE_DIR_INVALID",
            -32602,
            Value::Null,
        ),
        (
            json!(file),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_directory"),
        ),
        (
            json!(file.join("below")),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_directory"),
        ),
        (
            json!("/sys/kernel/greenroom"),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_writable"),
        ),
        (
            json!("/"),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_project"),
        ),
        (
            json!("/usr/../etc"),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_project"),
        ),
        (
            json!(bench.client.home()),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_project"),
        ),
        (json!(broken), "UI_CONFIG_INVALID", -32000, Value::Null),
        (json!(5), "MCP_INVALID_PARAMS", -32602, Value::Null),
    ] {
        let failure = bench
            .client
            .failure("ui_configure", json!({"base_dir": path}));
        assert_eq!(failure["error_code"], code, "{path}: {failure}");
        assert_eq!(failure["code"], number, "{path}");
        if code == "UI_BASE_DIR_UNUSABLE" {
            assert_eq!(failure["details"]["reason"], reason, "{path}: {failure}");
        }
        if code == "UI_CONFIG_INVALID" {
            assert_eq!(failure["details"]["line"], 2);
        }
        let status = bench.client.data("ui_status", json!({}));
        assert_eq!(status["base_dir"], json!(base_dir), "{path}");
    }
    bench.client.data("ui_start", json!({}));
    bench.run("print('new')");
    assert_eq!(bench.read("log/lua.log"), "old\nnew\n");

    bench.client.data("ui_stop", json!({}));
    let other = base_dir.with_file_name("other");
    bench
        .client
        .data("ui_configure", json!({"base_dir": other}));
    bench.client.data("ui_start", json!({}));
    bench.run("print('there')");
    assert_eq!(
        std::fs::read_to_string(other.join("log/lua.log")).unwrap(),
        "there\n"
    );
    assert_eq!(bench.read("log/lua.log"), "old\nnew\n");
}

#[test]
fn starting_binds_and_stopping_releases() {
    let mut bench = Bench::new();
    bench.write("lua/main.lua", "\nlocal x = nil + 1");
    bench.configure();
    let failure = bench.client.failure("ui_start", json!({}));
    assert_eq!(failure["error_code"], "LUA_ERROR");
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("lua/main.lua:2: "),
        "{failure}"
    );
    assert_eq!(
        bench.client.data("ui_status", json!({}))["state"],
        "CONFIGURED"
    );
    bench.write("lua/main.lua", APP);
    let url = bench.text("ui_start", json!({}));
    let port: u16 = url
        .strip_prefix("http://127.0.0.1:")
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(bench.get("/1/", &[("Accept", "text/html")]).status, 200);
    assert!(TcpStream::connect(("::1", port)).is_err(), "127.0.0.1 only");
    bench.client.data("ui_stop", json!({}));
    assert!(
        TcpStream::connect(("127.0.0.1", port)).is_err(),
        "refused after ui_stop"
    );

    bench.write("greenroom.toml", &format!("[ui]\nport = {port}\n"));
    let taken = std::net::TcpListener::bind(("127.0.0.1", port)).unwrap();
    bench.configure();
    let failure = bench.client.failure("ui_start", json!({}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with(&format!("Cannot listen on 127.0.0.1:{port}.")),
        "{failure}"
    );
    drop(taken);
    let refused = TcpStream::connect(("127.0.0.1", port));
    assert!(refused.is_err(), "refused before ui_start");
    assert_eq!(bench.text("ui_start", json!({})), url);
}
