//! `scorm_set_viewport_size`: the course sees the new size, and so does the next picture.

use serde_json::json;

use crate::client;
use crate::debugging::{course, open, page, picture, size};

#[test]
fn browser_a_resize_reaches_the_course_and_the_next_picture() {
    let mut client = client();
    let body = r#"<h1>Size</h1><script>addEventListener("resize", () => document.title = "resized")</script>"#;
    let course = course(&[&page(body)]);
    let session_id = open(&mut client, course.path());
    let resized = client.data(
        "scorm_set_viewport_size",
        json!({"session_id": session_id, "width": 640, "height": 480}),
    );
    assert_eq!(resized["inner_size"], json!({"width": 640, "height": 480}));
    let (_, png) = picture(
        &mut client,
        "scorm_capture_screenshot",
        &json!({"session_id": session_id}),
    );
    assert_eq!(size(&png), (640, 480));
    let resized = client.data(
        "scorm_set_viewport_size",
        json!({"session_id": session_id, "device": "mobile"}),
    );
    assert_eq!(resized["inner_size"], json!({"width": 390, "height": 844}));
    let title = json!({"session_id": session_id, "expression": "document.title + innerWidth"});
    let seen = client.data("scorm_dom_evaluate", title);
    assert_eq!(
        seen["result"], "resized390",
        "the page was not loaded again"
    );
    let failure = client.failure("scorm_set_viewport_size", json!({"session_id": session_id}));
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
    let failure = client.failure(
        "scorm_set_viewport_size",
        json!({"session_id": session_id, "width": 100}),
    );
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}
