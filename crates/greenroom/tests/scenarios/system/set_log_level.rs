//! `system_set_log_level`: the level holds for files and stderr.

use serde_json::json;

use crate::client;

#[test]
fn the_level_holds_for_files_and_stderr() {
    let mut client = client();
    let data = client.data("system_set_log_level", json!({"level": "error"}));
    assert_eq!(
        data,
        json!({"success": true, "level": "error", "previous_level": "info"})
    );
    client.data("scorm_echo", json!({"quiet": true}));
    let logs = client.data("system_get_logs", json!({}))["logs"].to_string();
    assert!(
        logs.contains("LOG_START") && !logs.contains("scorm_echo"),
        "{logs}"
    );
    let failure = client.failure("system_set_log_level", json!({"level": "loud"}));
    assert_eq!(
        failure["details"]["faults"][0]["expected"],
        "one of debug, info, warn, error"
    );
    let ended = client.finish();
    assert!(!ended.stderr.contains("scorm_echo"), "{}", ended.stderr);
}
