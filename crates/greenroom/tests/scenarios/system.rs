//! The `system_*` tools.

use serde_json::json;

use super::client;

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
    assert!(
        data["log_directory"]
            .as_str()
            .unwrap()
            .ends_with("logs/mcp")
    );
}
