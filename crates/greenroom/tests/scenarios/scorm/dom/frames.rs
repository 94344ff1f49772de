//! Content in frames, shadow roots and windows.

use serde_json::json;

use crate::hands::Course;

#[test]
fn browser_a_plain_selector_finds_its_way_into_frames_and_windows() {
    let mut course = Course::open("nested");
    let clicked = course.tool("scorm_dom_click", json!({"selector": "#deep"}));
    assert_eq!(clicked["element"]["selector"], "#one >>> #two >>> #deep");
    assert_eq!(course.text("#one >>> #two >>> #deep"), "Pressed");
    let opened = course.tool("scorm_dom_click_by_text", json!({"text": "open window"}));
    assert_eq!(opened["effects"]["navigated"]["count"], 1);
    course.tool("scorm_dom_click", json!({"selector": "#in-popup"}));
    assert_eq!(course.text("#in-popup"), "Done");
}

#[test]
fn browser_a_frame_can_be_named() {
    let mut course = Course::open("nested");
    let title = json!({"expression": "document.title", "frame": "two"});
    assert_eq!(course.tool("scorm_dom_evaluate", title)["result"], "Two");
    let failure = course.failure(
        "scorm_dom_evaluate",
        json!({"expression": "1", "frame": "three"}),
    );
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
    assert_eq!(failure["details"]["frames"].as_array().unwrap().len(), 3);
}

#[test]
fn browser_shadow_roots_are_searched() {
    let mut course = Course::open("shadow");
    let clicked = course.tool("scorm_dom_click", json!({"selector": ".go"}));
    assert_eq!(clicked["element"]["selector"], "#card >>> button");
    assert_eq!(
        course.evaluate("document.getElementById('card').dataset.gone"),
        "yes"
    );
    let fill = json!({"selector": "#card >>> .word", "value": "inside"});
    let filled = course.tool("scorm_dom_fill", fill);
    assert_eq!(filled["element"]["value"], "inside");
}
