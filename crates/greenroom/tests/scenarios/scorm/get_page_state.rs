//! `scorm_get_page_state`: the whole page in one call.

use serde_json::{Value, json};

use crate::hands::Course;

#[test]
fn browser_one_call_shows_the_whole_page() {
    let mut course = Course::open("plain");
    course.tool(
        "scorm_dom_fill",
        json!({"selector": "#name", "value": "Ada"}),
    );
    course.tool("scorm_dom_click", json!({"selector": "#save"}));
    let state = course.tool("scorm_get_page_state", json!({}));
    assert_eq!(state["data_model"]["cmi.location"], "Ada");
    assert_eq!(
        state["console_errors"][0]["message"],
        "saved with a complaint"
    );
    assert_eq!(state["network_requests"], Value::Null);
    assert_eq!(state["page_context"]["page_title"], "Plain");
    assert!(
        !state["interactive_elements"]["buttons"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let include = json!({"include": {"page_context": false, "network_requests": true}});
    let state = course.tool("scorm_get_page_state", include);
    assert_eq!(state["page_context"], Value::Null);
    assert!(
        state["network_requests"][0]["url"]
            .as_str()
            .unwrap()
            .ends_with("/index.html")
    );
    assert!(state["data_model"].is_object());
}

#[test]
fn browser_a_part_that_fails_fails_the_whole_look() {
    let mut course = Course::open("automation");
    let broken = json!({
        "expression": "SCORMAutomation.getCourseStructure = () => { throw new Error('no structure') }; 0",
        "frame": "player.html",
    });
    course.tool("scorm_dom_evaluate", broken);
    let failure = course.failure("scorm_get_page_state", json!({}));
    assert_eq!(failure["error_code"], "AUTOMATION_API_ERROR");
    assert_eq!(failure["details"]["message"], "no structure");
    let include = json!({"include": {"page_context": false}});
    let state = course.tool("scorm_get_page_state", include);
    assert_eq!(state["page_context"], Value::Null);
}
