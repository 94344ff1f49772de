//! Typing.

use serde_json::json;

use super::Course;

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
