//! `scorm_navigate_to_slide`: slides of courses made with authoring tools, on small pages of our own
//! with the part of their interfaces that leads from slide to slide.

use serde_json::{Value, json};

use crate::hands::Course;

fn map(course: &mut Course) -> Value {
    course.tool("scorm_get_slide_map", json!({}))
}

fn titles(map: &Value) -> Vec<&str> {
    let slides = map["slides"].as_array().unwrap().iter();
    slides
        .map(|slide| slide["title"].as_str().unwrap())
        .collect()
}

fn go(course: &mut Course, slide: &Value) -> Value {
    course.tool(
        "scorm_navigate_to_slide",
        json!({"slide_identifier": slide}),
    )
}

#[test]
fn browser_lessons_of_rise_are_reached_through_its_outline() {
    let mut course = Course::open("rise");
    let cover = map(&mut course);
    assert_eq!(cover["discovery_method"], "menu_links");
    assert_eq!(titles(&cover), ["Leaves", "Water", "Time"]);
    assert_eq!(
        cover["current_slide_index"], -1,
        "the cover is not a lesson"
    );

    let gone = go(&mut course, &json!("Water"));
    assert_eq!(
        (&gone["method"], &gone["slide_id"]),
        (&json!("menu_click"), &json!("bL2"))
    );
    assert_eq!(course.text("h1"), "Water");
    let lesson = map(&mut course);
    assert_eq!(titles(&lesson), titles(&cover));
    assert_eq!(lesson["slides"][1]["id"], cover["slides"][1]["id"]);
    assert_eq!(lesson["current_slide_index"], 1);
    assert_eq!(lesson["slides"][2]["visible"], false);

    // The outline is closed: its own button opens it first.
    let gone = go(&mut course, &json!(2));
    assert_eq!(gone["method"], "menu_click");
    assert_eq!(gone["effects"]["data_changes"]["first"][0]["new"], "cM3");
    assert_eq!(course.text("h1"), "Time");
    let context = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(
        (&context["slide_number"], &context["total_slides"]),
        (&json!(3), &json!(3))
    );
}

#[test]
fn browser_slides_of_ispring_are_reached_within_its_restrictions() {
    let mut course = Course::open("ispring");
    let start = map(&mut course);
    assert_eq!(start["discovery_method"], "ispring");
    assert_eq!(titles(&start), ["Leaves", "Water", "Time"]);
    assert_eq!(start["current_slide_index"], 0);
    let failure = course.failure(
        "scorm_navigate_to_slide",
        json!({"slide_identifier": "Time"}),
    );
    assert_eq!(failure["error_code"], "SLIDE_NAVIGATION_ERROR");
    assert_eq!(course.text("h1"), "Leaves");
    for (title, location) in [("Water", "1"), ("Time", "2")] {
        let gone = go(&mut course, &json!(title));
        assert_eq!(gone["method"], "framework_api");
        assert_eq!(
            gone["effects"]["data_changes"]["first"][0]["new"], location,
            "the course's own way tells the LMS"
        );
        assert_eq!(course.text("h1"), title);
    }
    assert_eq!(map(&mut course)["current_slide_index"], 2);
}

#[test]
fn browser_pages_of_adapt_are_reached_through_its_router() {
    let mut course = Course::open("adapt");
    let menu = map(&mut course);
    assert_eq!(menu["discovery_method"], "adapt");
    assert_eq!(titles(&menu), ["Leaves", "Water", "Time"]);
    assert_eq!(menu["current_slide_index"], -1, "the menu is not a page");
    let gone = go(&mut course, &json!("co-10"));
    assert_eq!(
        (&gone["method"], &gone["slide_index"]),
        (&json!("framework_api"), &json!(1))
    );
    assert_eq!(course.text("h1"), "Water");
    let failure = course.failure(
        "scorm_navigate_to_slide",
        json!({"slide_identifier": "Time"}),
    );
    assert_eq!(failure["error_code"], "SLIDE_NAVIGATION_ERROR");
    assert_eq!(course.text("h1"), "Water", "a locked page stays locked");
}
