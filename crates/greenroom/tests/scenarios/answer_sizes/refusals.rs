//! Failures that were caused by a megabyte do not give it back.

use serde_json::json;

use super::{Sizes, USUAL, client, is_for_people, tools};

#[test]
fn failures_do_not_echo_what_is_huge() {
    let mut client = client();
    let mut sizes = Sizes::default();
    let huge = "h".repeat(100_000);
    for (tool, required) in tools(&mut client) {
        if tool == "scorm_echo" {
            continue;
        }
        let mut arguments = json!({});
        for name in &required {
            arguments[name] = json!(huge);
        }
        // A question to the human may be long.
        if !required.is_empty() && !is_for_people(&tool) {
            sizes.call(&mut client, &tool, &arguments, "a huge value");
        }
        arguments[&huge] = json!(1);
        let answer = sizes.call(&mut client, &tool, &arguments, "a huge name");
        assert!(
            answer["error"].is_object(),
            "{tool} took an unknown parameter"
        );
    }
    let megabyte = "m".repeat(1_000_000);
    let arguments = json!({"session_id": megabyte, "selector": megabyte, megabyte.as_str(): 1});
    sizes.call(&mut client, "scorm_dom_click", &arguments, "a megabyte");
    sizes.call(&mut client, &megabyte, &json!({}), "a huge tool");
    sizes.check(USUAL);
    let answer = client.request(&megabyte, json!({}));
    assert!(answer.to_string().len() < USUAL);
    let answer = client.request("resources/read", json!({"uri": megabyte}));
    assert!(answer.to_string().len() < USUAL, "resources/read");
    // Nor does the log keep it.
    let log = client.home().join("logs/mcp");
    let bytes: u64 = log
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().metadata().unwrap().len())
        .sum();
    assert!(bytes < 3_000_000, "{bytes} bytes of log");
}
