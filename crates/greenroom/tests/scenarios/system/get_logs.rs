//! `system_get_logs`: what is logged, and where the files lie.

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::debugging::{course, open, page};
use crate::{GREENROOM, client};

#[test]
fn every_call_leaves_its_markers() {
    let mut client = client();
    client.send_line(
        br#"{"jsonrpc":"2.0","id":"good","method":"tools/call","params":{"name":"scorm_echo"}}"#,
    );
    client.wait("good");
    client.send_line(
        br#"{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"scorm_nothing"}}"#,
    );
    client.wait(77);
    let data = client.data("system_get_logs", json!({"component": "mcp"}));
    let seen: Vec<(Value, Value, Value)> = data["logs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["msg"].clone(),
                entry["rpc_id"].clone(),
                entry["tool"].clone(),
            )
        })
        .collect();
    let want = [
        ("MCP_TOOLS_CALL", json!("good"), "scorm_echo"),
        ("MCP_TOOLS_RESULT", json!("good"), "scorm_echo"),
        ("MCP_TOOLS_CALL", json!(77), "scorm_nothing"),
        ("MCP_TOOLS_ERROR", json!(77), "scorm_nothing"),
        ("MCP_TOOLS_CALL", json!(1), "system_get_logs"),
    ];
    assert_eq!(
        seen,
        want.map(|(msg, id, tool)| (json!(msg), id, json!(tool)))
    );
    let error = &data["logs"][3];
    assert_eq!(error["context"]["error_code"], "MCP_UNKNOWN_TOOL");
    assert_eq!(error["method"], "tools/call");
    assert!(error["duration_ms"].is_u64());
    let errors = std::fs::read_to_string(data["log_files"]["errors"].as_str().unwrap()).unwrap();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    let human =
        std::fs::read_to_string(data["log_files"]["human_readable"].as_str().unwrap()).unwrap();
    assert!(
        human.lines().next().unwrap().contains("LOG_START"),
        "{human}"
    );
}

#[test]
fn the_environment_places_and_limits_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own");
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .arg("--mcp")
            .env("SCORM_TESTER_LOG_DIR", &path)
            .env("SCORM_TESTER_MAX_LOG_BYTES", "4096")
    });
    for n in 0..200 {
        client.data("scorm_echo", json!({"n": n}));
    }
    assert_eq!(
        client.data("system_health", json!({}))["log_directory"],
        path.display().to_string()
    );
    assert!(client.finish().status.success());
    for file in ["app.log", "app.ndjson"] {
        let text = std::fs::read_to_string(path.join(file)).unwrap();
        assert!(text.len() <= 4096, "{file}: {} bytes", text.len());
        assert!(
            text.contains("MCP_END"),
            "{file} has the newest lines: {text}"
        );
    }
}

#[test]
fn browser_what_the_console_says_is_logged_with_its_session() {
    let mut client = client();
    let script = "<h1>Loud</h1><script>console.error('the kettle is dry')</script>";
    let course = course(&[&page(script)]);
    let session_id = open(&mut client, course.path());
    let logged = client.data(
        "system_get_logs",
        json!({"component": "browser", "session_id": session_id, "levels": ["error"]}),
    );
    assert_eq!(logged["logs"][0]["msg"], "the kettle is dry", "{logged:#}");
}
