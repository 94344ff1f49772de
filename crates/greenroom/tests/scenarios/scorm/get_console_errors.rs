//! `scorm_get_console_errors`: what the console said, and whose fault it is.

use serde_json::{Value, json};

use crate::hands::Course;

#[test]
fn browser_faults_are_told_apart() {
    let mut course = Course::open("faulty");
    let seen = course.tool("scorm_get_console_errors", json!({}));
    let errors = seen["errors"].as_array().unwrap();
    let of = |category: &str| -> Vec<&Value> {
        errors
            .iter()
            .filter(|entry| entry["category"] == category)
            .collect()
    };
    let thrown = of("runtime");
    assert_eq!(thrown.len(), 1);
    assert_eq!(thrown[0]["line"], 3);
    assert!(thrown[0]["stack"].as_str().unwrap().contains("breakIt"));
    assert!(
        thrown[0]["source"]
            .as_str()
            .unwrap()
            .ends_with("/inner.html")
    );
    let api = of("scorm_api");
    assert_eq!(api.len(), 1);
    let message = api[0]["message"].as_str().unwrap();
    assert!(
        message.contains("cmi.no_such_element") && message.contains("error 401"),
        "{message}"
    );
    let missing = |entry: &&&Value| entry["source"].as_str().unwrap().ends_with("/missing.js");
    assert_eq!(of("network").iter().filter(missing).count(), 1);
    assert_eq!(seen["categories"]["runtime"], 1);
    assert_eq!(seen["error_count"], errors.len());

    let one = course.tool("scorm_get_console_errors", json!({"limit": 1}));
    assert_eq!(
        (one["errors"].as_array().unwrap().len(), &one["has_more"]),
        (1, &json!(true))
    );
    let later = errors.last().unwrap()["timestamp"].as_u64().unwrap() + 1;
    let none = course.tool("scorm_get_console_errors", json!({"since_ts": later}));
    assert_eq!(none["error_count"], 0);
}
