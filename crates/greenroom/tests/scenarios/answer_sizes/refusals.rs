//! Failures that were caused by a megabyte do not give it back.

use serde_json::json;

use super::{Sizes, USUAL, client, tools};

#[test]
fn failures_do_not_echo_a_megabyte() {
    let mut client = client();
    let mut sizes = Sizes::default();
    let huge = "h".repeat(1_000_000);
    let listed = tools(&mut client);
    for (tool, required) in &listed {
        if tool == "scorm_echo" {
            continue;
        }
        let mut arguments = json!({});
        for name in required {
            arguments[name] = json!(huge);
        }
        if !required.is_empty() {
            sizes.call(&mut client, tool, &arguments, "a huge value");
        }
        arguments[&huge] = json!(1);
        let answer = sizes.call(&mut client, tool, &arguments, "a huge name");
        assert!(
            answer["error"].is_object(),
            "{tool} took an unknown parameter"
        );
    }
    sizes.call(&mut client, &huge, &json!({}), "a huge tool");
    sizes.check(USUAL);
    let answer = client.request(&huge, json!({}));
    assert!(answer.to_string().len() < USUAL);
    let answer = client.request("resources/read", json!({"uri": huge}));
    assert!(answer.to_string().len() < USUAL, "resources/read");
}
