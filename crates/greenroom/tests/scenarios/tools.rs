//! The pure tools and the rules that hold for every tool.

use serde_json::{Value, json};

use crate::client;

#[test]
fn a_result_is_the_envelope_twice() {
    let mut client = client();
    let answer = client.request(
        "tools/call",
        json!({"name": "scorm_echo", "arguments": {"a": 1}}),
    );
    let result = &answer["result"];
    assert_eq!(result["isError"], false);
    let envelope = &result["structuredContent"];
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(&text, envelope);
    assert_eq!(result["content"].as_array().unwrap().len(), 1);
    assert_eq!(envelope["success"], true);
    assert_eq!(envelope["error_code"], Value::Null);
    assert_eq!(envelope["artifacts"], json!([]));
    assert!(envelope["message"].is_string() && envelope["diagnostics"]["duration_ms"].is_u64());
}

#[test]
fn all_faults_of_the_parameters_come_at_once() {
    let mut client = client();
    let failure = client.failure(
        "scorm_compare_data_model_snapshots",
        json!({"before": [], "aftr": {}}),
    );
    assert_eq!(
        (&failure["code"], &failure["error_code"]),
        (&json!(-32602), &json!("MCP_INVALID_PARAMS"))
    );
    assert_eq!(
        failure["details"]["faults"],
        json!([
            {"path": "after", "expected": "object", "received": "nothing"},
            {"path": "aftr", "expected": "one of after, before", "received": "unknown parameter `aftr`", "nearest": "after"},
            {"path": "before", "expected": "object", "received": "[]"},
        ])
    );
    let message = failure["message"].as_str().unwrap();
    assert!(
        message.starts_with("MCP_INVALID_PARAMS: scorm_compare_data_model_snapshots: "),
        "{message}"
    );
    assert!(
        message.ends_with("scorm_compare_data_model_snapshots {\"after\":{},\"before\":{}}"),
        "{message}"
    );
}

#[test]
fn wrong_shapes_of_a_call_are_invalid_parameters() {
    let mut client = client();
    for (params, path) in [
        (json!({}), "name"),
        (json!({"name": 5}), "name"),
        (json!({"name": "scorm_echo", "arguments": []}), "arguments"),
        (json!({"name": "scorm_echo", "arguments": "x"}), "arguments"),
    ] {
        let answer = client.request("tools/call", params.clone());
        assert_eq!(answer["error"]["code"], -32602, "{params}");
        assert_eq!(
            answer["error"]["data"]["details"]["faults"][0]["path"], path,
            "{params}"
        );
    }
}
