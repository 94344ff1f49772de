//! `scorm_engagement_*`: what a slide of a template course requires.

use serde_json::json;

use crate::hands::Course;

#[test]
fn browser_engagement_is_read_set_and_reset() {
    let mut course = Course::open("automation");
    let state = course.tool("scorm_engagement_get_state", json!({}));
    assert_eq!(state["complete"], false);
    course.tool(
        "scorm_engagement_mark_tab_viewed",
        json!({"tab_id": "t\"1"}),
    );
    let set = course.tool(
        "scorm_engagement_set_scroll_depth",
        json!({"percentage": 100}),
    );
    assert_eq!(set["percentage"].as_f64(), Some(100.0));
    let state = course.tool("scorm_engagement_get_state", json!({}));
    assert_eq!(state["complete"], true);
    assert_eq!(state["result"]["tracked"]["tabs"], json!(["t\"1"]));
    let progress = course.tool("scorm_engagement_get_progress", json!({}));
    assert_eq!(progress["percentage"].as_f64(), Some(100.0));
    course.tool("scorm_engagement_reset", json!({}));
    let progress = course.tool("scorm_engagement_get_progress", json!({}));
    assert_eq!(progress["percentage"].as_f64(), Some(0.0));
    let failure = course.failure(
        "scorm_engagement_set_scroll_depth",
        json!({"percentage": 101}),
    );
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}
