//! `scorm_keyboard_type`: strokes as a person makes them.

use serde_json::json;

use crate::hands::Course;

#[test]
fn browser_every_character_is_a_trusted_stroke() {
    let mut course = Course::open("plain");
    let typing = json!({"text": "hé", "options": {"selector": "#notes", "press": ["Tab"]}});
    let typed = course.tool("scorm_keyboard_type", typing);
    assert_eq!(typed["characters_typed"], 2);
    assert_eq!(typed["element"]["id"], "notes");
    let keys = json!(["dh", "i", "uh", "dé", "i", "ué", "dTab"]);
    assert_eq!(course.evaluate("keys"), keys);
    assert_eq!(course.evaluate("document.activeElement.id"), "free");
}

#[test]
fn browser_typing_needs_a_target() {
    let mut course = Course::open("plain");
    let failure = course.failure("scorm_keyboard_type", json!({"text": "x"}));
    assert_eq!(failure["error_code"], "KEYBOARD_TYPE_FAILED");
    let keys = json!({"text": "", "options": {"selector": "#notes", "press": ["Entr"]}});
    let failure = course.failure("scorm_keyboard_type", keys);
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}

#[test]
fn browser_all_events_of_a_stroke_arrive_in_order() {
    let mut course = Course::open("plain");
    course.evaluate(
        "window.strokes = []; for (const type of ['keydown', 'keypress', 'input', 'keyup'])
            document.getElementById('notes').addEventListener(type, (e) => strokes.push(e.isTrusted ? type : 'forged'));",
    );
    let typing = json!({"text": "ß7", "options": {"selector": "#notes"}});
    course.tool("scorm_keyboard_type", typing);
    let stroke = ["keydown", "keypress", "input", "keyup"];
    assert_eq!(course.evaluate("strokes"), json!([stroke, stroke].concat()));
    // Chords act on what was typed.
    let chord = json!({"text": "", "options": {"press": ["Control+A", "Delete"]}});
    course.tool("scorm_keyboard_type", chord);
    assert_eq!(
        course.evaluate("document.getElementById('notes').value"),
        ""
    );
}

#[test]
fn browser_hostile_text_is_typed_and_named_as_it_is() {
    let hostile = "\"q\" 'a' \\ </script> ${x} `y` \u{2028}\u{2029} 🎭";
    let mut course = Course::open("plain");
    let typing = json!({"text": hostile, "options": {"selector": "#notes"}});
    course.tool("scorm_keyboard_type", typing);
    let typed = course.evaluate("document.getElementById('notes').value");
    assert_eq!(typed, hostile);
    let name = json!(hostile);
    course.evaluate(&format!(
        "document.getElementById('trusted').setAttribute('aria-label', {name})"
    ));
    let clicked = course.tool("scorm_dom_click_by_text", json!({"text": hostile}));
    assert_eq!(clicked["element"]["id"], "trusted");
}
