//! Courses of other kinds: framesets, drawings, films, windows of their own.

use serde_json::json;

use crate::hands::Course;

#[test]
fn browser_a_frameset_is_used_like_any_page() {
    let mut course = Course::open("frameset");
    let fill = json!({"selector": "#name", "value": "Ada"});
    let filled = course.tool("scorm_dom_fill", fill);
    assert_eq!(
        filled["element"]["selector"],
        "frame[name=\"page\"] >>> #name"
    );
    let saved = course.tool("scorm_dom_click", json!({"selector": "#save"}));
    assert_eq!(saved["effects"]["data_changes"]["first"][0]["new"], "Ada");
    let turned = course.tool("scorm_dom_click_by_text", json!({"text": "Two"}));
    assert_eq!(turned["effects"]["navigated"]["count"], 1);
    let context = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(context["section_title"], "Page two");
    let found = course.tool("scorm_dom_find_interactive_elements", json!({}));
    let items = found["navigation"].as_array().unwrap();
    assert_eq!(items.len(), 2, "{found:#}");
    for item in items {
        let query = json!({"selector": item["selector"], "query_type": "visibility"});
        assert_eq!(course.tool("scorm_dom_query", query)["match_count"], 1);
    }
}

#[test]
fn browser_a_drawing_takes_clicks_and_strokes() {
    let mut course = Course::open("canvas");
    let found = course.tool("scorm_dom_find_interactive_elements", json!({}));
    let board = &found["interactive_elements"][0];
    assert_eq!(
        (&board["selector"], &board["role"]),
        (&json!("#board"), &json!("canvas"))
    );
    let stroke = json!({"from": "#board", "to": {"x": 20, "y": 100}});
    let drawn = course.tool("scorm_dom_drag", stroke);
    assert_eq!(
        drawn["effects"]["data_changes"]["count"], 0,
        "it ended beside the pot"
    );
    let clicked = course.tool("scorm_dom_click", json!({"selector": "#board"}));
    assert_eq!(clicked["effects"]["data_changes"]["count"], 3);
    let shot = json!({"capture_options": {"selector": "#board"}});
    let picture = course.picture("scorm_capture_screenshot", shot);
    assert_eq!(picture["image"]["width"], 402);
}

#[test]
fn browser_a_film_is_played_to_its_end() {
    let mut course = Course::open("video");
    let ready = json!({"condition": {"expression": "!document.getElementById('play').disabled"}});
    course.tool("scorm_dom_wait_for", ready);
    let found = course.tool("scorm_dom_find_interactive_elements", json!({}));
    assert_eq!(found["interactive_elements"][0]["selector"], "#film");
    assert_eq!(found["buttons"][0]["purpose"], "play");
    course.tool("scorm_dom_click", json!({"selector": "#play"}));
    // The film runs slowly.
    let ended = json!({
        "method": "SetValue", "element": "cmi.completion_status", "since_ts": 0, "timeout_ms": 45_000,
    });
    let ended = course.tool("scorm_wait_for_api_call", ended);
    assert_eq!(ended["call"]["args"][1], "completed");
}

#[test]
fn browser_a_course_in_its_own_window_is_found() {
    let mut course = Course::open("popup");
    let there = json!({"condition": {"selector": "#done", "visible": true}});
    course.tool("scorm_dom_wait_for", there);
    let status = course.tool("scorm_runtime_status", json!({}));
    assert_eq!(status["initialize_state"], "initialized");
    let clicked = course.tool("scorm_dom_click", json!({"selector": "#done"}));
    assert_eq!(
        clicked["effects"]["data_changes"]["first"][0]["element"],
        "cmi.completion_status"
    );
    let context = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(context["section_title"], "In a window of its own");
}
