//! `config.toml`: every setting has its effect.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_testkit::McpClient;
use serde_json::json;

use super::GREENROOM;

fn client(config: &Path) -> McpClient {
    McpClient::start_with(GREENROOM, |command| {
        command.arg("--mcp").arg("--config").arg(config)
    })
}

#[test]
fn settings_hold_and_unknown_keys_stop_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.toml");
    std::fs::write(
        &good,
        "[tools]\ndisable = [\"*_echo\"]\n[output]\ntext = \"summary\"\n\
         [errors]\ndiagnostics = \"verbose\"\n",
    )
    .unwrap();
    let mut client = client(&good);
    let failure = client.failure("scorm_echo", json!({}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("tools.disable"),
        "{failure}"
    );
    let diagnostics = &failure["details"]["diagnostics"];
    assert_eq!(diagnostics["tool"], "scorm_echo", "{failure}");
    assert!(diagnostics["duration_ms"].is_u64(), "{failure}");
    let answer = client.request("tools/call", json!({"name": "system_health"}));
    assert!(
        answer["result"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .starts_with("greenroom ")
    );

    let bad = folder.path().join("bad.toml");
    std::fs::write(&bad, "[limits]\nsesions = 3\n").unwrap();
    let ended = self::client(&bad).wait_for_end();
    assert_eq!(ended.status.code(), Some(2));
    assert!(
        ended.stderr.contains("sesions") && ended.stderr.contains("bad.toml"),
        "{}",
        ended.stderr
    );
}

#[test]
fn browser_acts_scripts_and_pictures_keep_to_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("config.toml");
    std::fs::write(
        &config,
        "[limits]\nact_ms = 100\nevaluation_ms = 100\n[errors]\ndiagnostics = \"verbose\"\n\
         [output]\nimage_long_edge = 200\n",
    )
    .unwrap();
    let mut client = client(&config);
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/courses/tea-tasting");
    let opened = client.data("scorm_open_course", json!({"package_path": course}));
    let session_id = &opened["session_id"];
    let calls = [
        (
            "scorm_dom_click",
            json!({"session_id": session_id, "selector": "#nowhere"}),
        ),
        (
            "scorm_dom_evaluate",
            json!({"session_id": session_id, "expression": "new Promise(() => {})"}),
        ),
    ];
    for (tool, arguments) in calls {
        let failure = client.failure(tool, arguments);
        let took = failure["details"]["diagnostics"]["duration_ms"].as_u64();
        // Well below the five and ten seconds that hold without the settings.
        assert!(took.unwrap() < 4000, "{failure:#}");
    }
    let picture = client.request(
        "tools/call",
        json!({"name": "scorm_capture_screenshot", "arguments": {"session_id": session_id}}),
    );
    let image = &picture["result"]["content"][0];
    let bytes = STANDARD.decode(image["data"].as_str().unwrap()).unwrap();
    // A PNG says its size in bytes 16 to 24.
    let edge = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert!(edge(16).max(edge(20)) <= 200, "{}x{}", edge(16), edge(20));
}
