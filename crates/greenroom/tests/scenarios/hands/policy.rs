//! What a page may load: its own policy, and what only an LMS on https forbids.

use serde_json::{Value, json};

use super::Course;

#[test]
fn browser_broken_policies_and_mixed_content_are_reports_about_the_network() {
    let mut course = Course::open("policy");
    let seen = course.tool("scorm_get_console_errors", json!({}));
    let errors = seen["errors"].as_array().unwrap();
    let about = |words: &[&str]| -> Vec<&Value> {
        let fits = |entry: &&Value| {
            let message = entry["message"].as_str().unwrap();
            words.iter().all(|word| message.contains(word))
        };
        errors.iter().filter(fits).collect()
    };
    let policy = "Content Security Policy";
    for words in [
        [policy, "inline script"],
        [policy, "https://scripts.example/library.js"],
        [policy, "EvalError"],
    ] {
        let found = about(&words);
        assert_eq!(found.len(), 1, "{words:?} {seen:#}");
        assert_eq!(
            (&found[0]["category"], &found[0]["level"]),
            (&json!("network"), &json!("error")),
            "{found:#?}"
        );
    }
    let inline = about(&[policy, "inline script"])[0];
    assert!(inline["source"].as_str().unwrap().ends_with("/index.html"));
    assert_eq!(inline["line"], 4);
    for (address, fate) in [
        ("http://pictures.example/cup.png", "over https all the same"),
        ("http://data.example/facts.json", "is blocked"),
    ] {
        let found = about(&["Mixed Content", address, fate]);
        assert_eq!(found.len(), 1, "{address} {seen:#}");
        assert_eq!(
            (&found[0]["category"], &found[0]["level"]),
            (&json!("network"), &json!("warning"))
        );
    }
    assert_eq!(seen["categories"]["network"], errors.len());
    assert_eq!(course.evaluate("typeof inline"), "undefined");
}
