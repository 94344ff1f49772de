//! `scorm_automation_*`: `window.SCORMAutomation` of a template course.

mod versions;

use serde_json::{Value, json};

use crate::hands::Course;

/// An id that breaks programs that paste it into source text.
const HOSTILE: &str = "quo\"te\\\u{2028}</script>";

#[test]
fn browser_the_api_is_found_in_a_frame_and_missed_without_error() {
    let mut course = Course::open("automation");
    let seen = course.tool("scorm_automation_check_availability", json!({}));
    assert_eq!(
        (&seen["available"], &seen["version"]),
        (&json!(true), &json!("1.4.0"))
    );
    let functions = seen["functions"].as_array().unwrap();
    assert!(functions.contains(&json!("goToSlide")), "{functions:?}");
    let version = course.tool("scorm_automation_get_version", json!({}));
    assert_eq!(version["result"]["features"], json!(["layout"]));

    let mut plain = Course::open("plain");
    let seen = plain.tool("scorm_automation_check_availability", json!({}));
    assert_eq!(
        (&seen["available"], &seen["version"]),
        (&json!(false), &Value::Null)
    );
    let failure = plain.failure("scorm_automation_get_current_slide", json!({}));
    assert_eq!(failure["error_code"], "AUTOMATION_API_NOT_AVAILABLE");
}

#[test]
fn browser_interactions_are_answered_and_checked() {
    let mut course = Course::open("automation");
    let listed = course.tool("scorm_automation_list_interactions", json!({}));
    assert_eq!(listed["count"], 4);
    let of = |id: &str| {
        let list = listed["interactions"].as_array().unwrap();
        list.iter().find(|one| one["id"] == id).unwrap()["type"].clone()
    };
    assert_eq!(
        (of("color"), of("blank")),
        (json!("choice"), json!("fill-in"))
    );

    let none = course.tool("scorm_automation_get_response", json!({"id": "color"}));
    assert_eq!(
        (&none["result"], &none["id"]),
        (&Value::Null, &json!("color"))
    );
    let set = json!({"id": "color", "response": "green", "include_trace": true});
    let set = course.tool("scorm_automation_set_response", set);
    assert_eq!(
        (&set["success"], &set["interactionType"]),
        (&json!(true), &json!("choice"))
    );
    assert_eq!(set["automation_trace"][0]["action"], "setResponse");
    let got = course.tool("scorm_automation_get_response", json!({"id": "color"}));
    assert_eq!(got["result"], "green");

    let unchecked = course.tool(
        "scorm_automation_get_last_evaluation",
        json!({"id": "color"}),
    );
    assert_eq!(unchecked["result"], Value::Null);
    let checked = course.tool("scorm_automation_check_answer", json!({"id": "color"}));
    assert_eq!(
        (&checked["correct"], checked["score"].as_f64()),
        (&json!(true), Some(1.0))
    );
    let calls = checked["api_calls"]["first"].as_array().unwrap();
    let response = json!(["cmi.interactions.0.learner_response", "green"]);
    assert!(
        calls.iter().any(|call| call["args"] == response),
        "{calls:?}"
    );
    let last = course.tool(
        "scorm_automation_get_last_evaluation",
        json!({"id": "color"}),
    );
    assert_eq!(last["result"]["correct"], true);
    let metadata = course.tool(
        "scorm_automation_get_interaction_metadata",
        json!({"id": "blank"}),
    );
    assert_eq!(metadata["result"]["type"], "fill-in");
}

#[test]
fn browser_hostile_ids_and_values_arrive_unchanged() {
    let mut course = Course::open("automation");
    let value = "\\\"'`${1}</script>\u{2029}";
    let set = json!({"id": HOSTILE, "response": value});
    course.tool("scorm_automation_set_response", set);
    let got = course.tool("scorm_automation_get_response", json!({"id": HOSTILE}));
    assert_eq!(
        (&got["id"], &got["result"]),
        (&json!(HOSTILE), &json!(value))
    );
}

#[test]
fn browser_wrong_ids_and_responses_are_refused_before_the_page_is_touched() {
    let mut course = Course::open("automation");
    let failure = course.failure("scorm_automation_get_response", json!({"id": "colour"}));
    assert_eq!(failure["error_code"], "INVALID_INTERACTION_ID");
    assert_eq!(failure["details"]["known_ids"][0], "color");
    let set = json!({"id": "color", "response": {"a": 1}});
    let failure = course.failure("scorm_automation_set_response", set);
    assert_eq!(failure["error_code"], "INVALID_RESPONSE_FORMAT");
    let details = &failure["details"];
    assert_eq!(
        (&details["interactionType"], &details["receivedType"]),
        (&json!("choice"), &json!("object"))
    );
    let trace = course.tool("scorm_automation_get_trace", json!({}));
    assert_eq!(trace["count"], 0);
    let failure = course.failure(
        "scorm_automation_get_correct_response",
        json!({"id": "color"}),
    );
    assert_eq!(failure["error_code"], "AUTOMATION_API_ERROR");
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("exposeCorrectAnswers")
    );
}

#[test]
fn browser_slides_are_reached() {
    let mut course = Course::open("automation");
    let structure = course.tool("scorm_automation_get_course_structure", json!({}));
    assert_eq!(structure["slide_count"], 3);
    assert_eq!(structure["result"][0]["children"][1]["id"], "quiz");
    let go = json!({"slideId": "quiz", "context": {"from": "test"}});
    let gone = course.tool("scorm_automation_go_to_slide", go);
    assert_eq!(
        (&gone["success"], &gone["context"]),
        (&json!(true), &json!({"from": "test"}))
    );
    let current = course.tool("scorm_automation_get_current_slide", json!({}));
    assert_eq!(current["slideId"], "quiz");
    assert_eq!(course.text("#title"), "Quiz");
    let trace = course.tool("scorm_automation_get_trace", json!({}));
    assert_eq!(
        trace["result"][0]["detail"]["context"],
        json!({"from": "test"})
    );
    course.tool("scorm_automation_clear_trace", json!({}));
    assert_eq!(
        course.tool("scorm_automation_get_trace", json!({}))["count"],
        0
    );
    let failure = course.failure(
        "scorm_automation_go_to_slide",
        json!({"slideId": "nowhere"}),
    );
    assert_eq!(failure["error_code"], "AUTOMATION_API_ERROR");
    let checked = course.tool(
        "scorm_automation_check_slide_answers",
        json!({"slideId": "quiz"}),
    );
    assert_eq!(
        (&checked["total"], &checked["correct"]),
        (&json!(4), &json!(0))
    );
    assert!(
        checked["message"]
            .as_str()
            .unwrap()
            .contains("takes no slide")
    );
}

#[test]
fn browser_layout_is_told_as_the_course_sees_it() {
    let mut course = Course::open("automation");
    let failure = course.failure("scorm_automation_get_page_layout", json!({}));
    assert_eq!(failure["details"]["message"], "the layout is not ready");
    let flow = course.tool("scorm_automation_get_layout_flow", json!({}));
    assert_eq!(flow["result"]["keyboardFlow"], json!(["next"]));
    let tree = course.tool("scorm_automation_get_layout_tree", json!({"max_depth": 2}));
    assert_eq!(tree["depth"], 2);
    let deepest = &tree["result"]["children"][0]["children"][0];
    assert_eq!(deepest, &json!({"tag": "div"}));
    let details = course.tool(
        "scorm_automation_get_element_details",
        json!({"testid": "nav-next"}),
    );
    let query = json!({"selector": "[data-testid=nav-next]", "query_type": "visibility"});
    let seen = course.tool("scorm_dom_query", query);
    assert_eq!(details["result"]["boundingBox"], seen["rect"]);
    let checked = course.tool("scorm_automation_validate_page_layout", json!({}));
    let summary = &checked["summary"];
    assert_eq!(
        (&summary["errors"], &summary["warnings"], &summary["total"]),
        (&json!(1), &json!(1), &json!(2))
    );
    assert_eq!(summary["categories"]["content"], 1);
}

#[test]
fn browser_audio_can_be_counted_as_heard() {
    let mut course = Course::open("automation");
    let state = course.tool("scorm_automation_get_audio_state", json!({}));
    assert_eq!(
        (&state["hasAudio"], state["progress"].as_f64()),
        (&json!(true), Some(0.0))
    );
    course.tool("scorm_automation_simulate_audio_complete", json!({}));
    let context = json!({"context_id": "start"});
    let heard = course.tool("scorm_automation_is_audio_completed_for_context", context);
    assert_eq!(
        (&heard["isCompleted"], &heard["context_id"]),
        (&json!(true), &json!("start"))
    );
}
