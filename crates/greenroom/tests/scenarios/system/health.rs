//! `system_health`: the process, its disk and its browser.

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::{GREENROOM, client};

#[test]
fn health_tells_of_the_process_and_its_disk() {
    let mut client = client();
    let data = client.data("system_health", json!({}));
    assert!(
        ["ok", "degraded", "failing"].contains(&data["status"].as_str().unwrap()),
        "{data:#}"
    );
    assert_eq!(
        data["disk"]["data_directory"],
        client.home().display().to_string()
    );
    assert!(data["disk"]["free_bytes"].as_u64().unwrap() > 0);
    assert!(data["memory_bytes"].as_u64().unwrap() > 1_000_000);
    assert_eq!(data["limits"]["sessions"], 1000);
    assert_eq!(data["sessions"]["open"], 0);
    assert!(
        data["log_directory"]
            .as_str()
            .unwrap()
            .ends_with("logs/mcp")
    );
}

#[test]
fn a_missing_browser_degrades_the_health_and_says_how_to_get_one() {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .arg("--mcp")
            .env("GREENROOM_CHROMIUM", "/nowhere/chromium")
    });
    let data = client.data("system_health", json!({}));
    assert_eq!(data["status"], "degraded");
    assert_eq!(data["browser"]["found"], false);
    assert_eq!(data["issues"][0]["code"], "browser-missing");
    assert!(
        data["issues"][0]["message"]
            .as_str()
            .unwrap()
            .contains("/nowhere/chromium"),
        "{data:#}"
    );
    assert!(
        data["issues"][0]["fix"]
            .as_str()
            .unwrap()
            .contains("GREENROOM_CHROMIUM"),
        "{data:#}"
    );
}

#[test]
fn the_deep_check_starts_a_browser_and_the_other_does_not() {
    let mut client = client();
    let shallow = client.data("system_health", json!({}));
    assert_eq!(
        shallow["browser"]["found"], true,
        "this test needs a browser: {shallow:#}"
    );
    assert_eq!(shallow["browser"]["version"], json!(null));
    let deep = client.data("system_health", json!({"deep": true}));
    assert!(
        deep["browser"]["version"]
            .as_str()
            .unwrap()
            .contains("Chrom"),
        "{deep:#}"
    );
    assert!(deep["browser"]["launch_ms"].is_u64());
    let sandbox = deep["browser"]["sandbox"].as_bool().unwrap();
    let issues = deep["issues"].as_array().unwrap();
    let warning = issues
        .iter()
        .find(|issue| issue["code"] == "browser-without-sandbox");
    assert_eq!(warning.is_none(), sandbox, "{deep:#}");
    assert!(
        warning.is_none_or(|issue| issue["severity"] == "warning"),
        "{deep:#}"
    );
    assert_eq!(client.finish().status.code(), Some(0));
}
