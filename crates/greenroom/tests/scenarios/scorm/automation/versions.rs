//! Templates of other versions: functions that are missing, and slides without audio.

use serde_json::{Value, json};

use crate::hands::Course;

/// The template after a change to its API.
fn template(change: &str) -> Course {
    let mut course = Course::open("automation");
    let change = json!({
        "expression": format!("(() => {{ const api = SCORMAutomation; {change} }})()"),
        "frame": "player.html",
    });
    course.tool("scorm_dom_evaluate", change);
    course
}

#[test]
fn browser_an_old_template_lacks_functions() {
    let mut course = template(
        "delete api.getVersion; delete api.getLayoutFlow; delete api.getInteractionMetadata",
    );
    let seen = course.tool("scorm_automation_check_availability", json!({}));
    assert_eq!(
        (&seen["available"], &seen["version"]),
        (&json!(true), &Value::Null)
    );
    for tool in [
        "scorm_automation_get_layout_flow",
        "scorm_automation_get_version",
    ] {
        let failure = course.failure(tool, json!({}));
        assert_eq!(failure["error_code"], "AUTOMATION_API_ERROR");
        assert_eq!(failure["details"]["reason"], "function_missing");
    }
    let listed = course.tool("scorm_automation_list_interactions", json!({}));
    let blank = &listed["interactions"][1];
    assert_eq!(
        (&blank["id"], &blank["type"]),
        (&json!("blank"), &Value::Null)
    );
}

#[test]
fn browser_a_slide_without_audio_has_no_audio_state() {
    let mut course = template("api.hasAudio = () => false");
    let state = course.tool("scorm_automation_get_audio_state", json!({}));
    assert_eq!(
        (&state["hasAudio"], &state["audioState"], &state["progress"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
}

#[test]
fn browser_a_look_at_an_evaluation_evaluates_nothing() {
    let mut course = template("");
    let calls = |course: &mut Course| {
        course.tool("scorm_debug_api_calls", json!({}))["metrics"]["total_calls"].clone()
    };
    course.tool("scorm_automation_check_answer", json!({"id": "color"}));
    let before = calls(&mut course);
    let last = json!({"id": "color"});
    let last = course.tool("scorm_automation_get_last_evaluation", last);
    assert_eq!(last["result"]["correct"], false);
    assert_eq!(calls(&mut course), before);
}

#[test]
fn browser_a_slide_is_checked_as_a_whole() {
    let mut course = template("");
    let set = json!({"id": "blank", "response": "tea"});
    course.tool("scorm_automation_set_response", set);
    let checked = course.tool("scorm_automation_check_slide_answers", json!({}));
    assert_eq!(
        (&checked["slideId"], &checked["total"], &checked["correct"]),
        (&json!("current"), &json!(4), &json!(1))
    );
    assert_eq!(checked["message"], Value::Null);
    let flow = course.tool("scorm_automation_get_layout_flow", json!({}));
    assert_eq!(flow["result"]["readingOrder"], json!(["title"]));
    let progress = course.tool("scorm_engagement_get_progress", json!({}));
    assert_eq!(
        progress["result"]["items"][0],
        json!({"type": "tabs", "label": "Tabs", "complete": false})
    );
    // Each call is an event, and the template's own trace has them in order.
    let events = json!({"types": ["automation:setResponse", "automation:checkSlideAnswers"]});
    let events = course.tool("scorm_session_events", events);
    let types: Vec<&str> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        types,
        ["automation:setResponse", "automation:checkSlideAnswers"]
    );
}
