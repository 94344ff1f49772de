//! `scorm_get_slide_map`: slides are found, and reached by the course's own navigation.

use serde_json::{Value, json};

use crate::hands::Course;

#[test]
fn browser_slides_of_a_plain_course_are_stepped_through() {
    let mut course = Course::open_example("tea-tasting");
    let map = course.tool("scorm_get_slide_map", json!({}));
    assert_eq!(map["discovery_method"], "dom_sections");
    assert_eq!(map["current_slide_index"], 0);
    let slides = map["slides"].as_array().unwrap();
    let last = slides.last().unwrap();
    let go = json!({"slide_identifier": last["id"]});
    let gone = course.tool("scorm_navigate_to_slide", go);
    assert_eq!(
        (&gone["method"], &gone["slide_index"]),
        (&json!("step_navigation"), &last["index"])
    );
    let calls = gone["effects"]["api_calls"]["count"].as_u64().unwrap();
    assert!(calls > 0, "the course's own steps tell the LMS");
    let after = course.tool("scorm_get_slide_map", json!({}));
    assert_eq!(after["current_slide_index"], last["index"]);
    assert_eq!(after["slides"][0]["id"], map["slides"][0]["id"]);
    let back = course.tool("scorm_navigate_to_slide", json!({"slide_identifier": 0}));
    assert_eq!(back["slide_id"], map["slides"][0]["id"]);
    let context = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(
        (&context["slide_number"], &context["total_slides"]),
        (&json!(1), &json!(slides.len()))
    );
    assert_eq!(context["navigation_available"]["previous"], false);
}

#[test]
fn browser_slides_of_a_template_are_reached_through_its_api() {
    let mut course = Course::open("automation");
    let gone = course.tool(
        "scorm_navigate_to_slide",
        json!({"slide_identifier": "qui"}),
    );
    assert_eq!(
        (&gone["method"], &gone["slide_id"]),
        (&json!("automation_api"), &json!("quiz"))
    );
    assert_eq!(course.text("#title"), "Quiz");
    for unclear in ["", "nowhere"] {
        let go = json!({"slide_identifier": unclear});
        let failure = course.failure("scorm_navigate_to_slide", go);
        assert_eq!(failure["error_code"], "SLIDE_NAVIGATION_ERROR");
        assert!(
            !failure["details"]["candidates"]
                .as_array()
                .unwrap()
                .is_empty()
        );
    }
}

#[test]
fn browser_no_slides_are_no_error() {
    let mut course = Course::open("shadow");
    let map = course.tool("scorm_get_slide_map", json!({}));
    assert_eq!(
        (&map["total_slides"], &map["discovery_method"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(map["current_slide_index"], -1);
}

#[test]
fn browser_slides_of_an_authoring_tool_are_reached_through_its_interface() {
    let mut course = Course::open("deck");
    let map = course.tool("scorm_get_slide_map", json!({}));
    assert_eq!(
        (
            &map["discovery_method"],
            &map["total_slides"],
            &map["current_slide_index"]
        ),
        (&json!("reveal"), &json!(3), &json!(0))
    );
    let gone = course.tool(
        "scorm_navigate_to_slide",
        json!({"slide_identifier": "middle"}),
    );
    assert_eq!(
        (&gone["method"], &gone["slide_id"]),
        (&json!("framework_api"), &json!("middle"))
    );
    assert_eq!(gone["effects"]["data_changes"]["first"][0]["new"], "middle");
    let context = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(
        (&context["slide_number"], &context["total_slides"]),
        (&json!(2), &json!(3))
    );
}

#[test]
fn browser_activities_are_the_slides_of_a_course_without_others() {
    let mut course = Course::open("several");
    let map = course.tool("scorm_get_slide_map", json!({}));
    assert_eq!(
        (
            &map["discovery_method"],
            &map["total_slides"],
            &map["current_slide_index"]
        ),
        (&json!("activities"), &json!(2), &json!(0))
    );
    let gone = course.tool(
        "scorm_navigate_to_slide",
        json!({"slide_identifier": "second"}),
    );
    assert_eq!(
        (&gone["method"], &gone["slide_index"]),
        (&json!("sequencing_choice"), &json!(1))
    );
    assert_eq!(course.text("h1"), "The second");
}
