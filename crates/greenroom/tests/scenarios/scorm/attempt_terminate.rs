//! `scorm_attempt_terminate`: an attempt that a tool ends.

use serde_json::json;

use crate::course_in_browser::{Playing, example};

#[test]
fn terminate_carries_out_the_request_that_the_content_left() {
    let mut course = Playing::open(&example("tea-tasting"));
    let again = course.call("scorm_attempt_initialize", json!({}));
    assert_eq!(again, json!({ "result": "false", "error_code": "103" }));
    course.set("adl.nav.request", "continue");
    let ended = course.call("scorm_attempt_terminate", json!({}));
    assert_eq!(ended["result"], "true");
    assert_eq!(ended["error_code"], "0");
    assert_eq!(ended["navigation"]["request"], "continue");
    assert_eq!(ended["navigation"]["outcome"], "delivered");
    assert_eq!(course.activity(), "brewing");
    let status = course.call("scorm_course_status", json!({}));
    let path = status["saved"]["path"].as_str().unwrap();
    assert!(path.ends_with("mcp_tea_tasting.json"), "{path}");
    assert_eq!(status["runtime"]["activity"], "brewing");
}
