//! `scorm_get_network_requests`: what the page asked for, and how it ended.

use serde_json::json;

use crate::hands::Course;

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
