//! Console and network.

use serde_json::{Value, json};

use super::Course;

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

#[test]
fn browser_requests_are_listed_with_their_ends() {
    let mut course = Course::open("faulty");
    let seen = course.tool("scorm_get_network_requests", json!({}));
    let requests = seen["requests"].as_array().unwrap();
    let of = |end: &str| {
        let found = requests
            .iter()
            .find(|request| request["url"].as_str().unwrap().ends_with(end));
        found.unwrap_or_else(|| panic!("no request for {end} in {requests:#?}"))
    };
    let image = of("/missing.png");
    assert_eq!(
        (&image["resourceType"], &image["statusCode"]),
        (&json!("image"), &json!(404))
    );
    let facts = of("/facts.json");
    assert_eq!(
        (&facts["resourceType"], &facts["statusCode"]),
        (&json!("fetch"), &json!(200))
    );
    let outside = of("example.com/tracker");
    assert_eq!(outside["blocked"], true);
    assert!(outside["error"].is_string() && outside["statusCode"].is_null());
    for request in requests {
        assert!(
            !request["url"].as_str().unwrap().contains("/player/"),
            "{request}"
        );
    }
    let images = json!({"options": {"resource_types": ["image"]}});
    let images = course.tool("scorm_get_network_requests", images);
    assert_eq!(images["request_count"], 1);
}
