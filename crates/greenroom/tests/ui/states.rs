//! What each `ui_*` tool does in each state of the UI.

use serde_json::{Value, json};

use crate::bench::Bench;

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
