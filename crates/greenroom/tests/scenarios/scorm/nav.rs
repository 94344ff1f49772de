//! `scorm_nav_*`: the learner's controls and the menu.

use serde_json::{Value, json};

use crate::course_in_browser::{BEGIN, Course, Playing, example};

pub(crate) fn of<'a>(list: &'a Value, identifier: &str) -> &'a Value {
    let mut entries = list.as_array().unwrap().iter();
    entries
        .find(|entry| entry["identifier"] == identifier)
        .unwrap()
}

#[test]
fn choices_follow_the_rule_that_decides_and_the_page_follows_the_choice() {
    let mut course = Playing::open(&example("tea-tasting"));
    let state = course.call("scorm_nav_get_state", json!({}));
    assert_eq!(state["sn_available"], true);
    assert_eq!(state["sessionState"], "active");
    assert_eq!(state["currentActivity"]["identifier"], "leaves");
    assert_eq!(state["currentActivity"]["state"], "active");
    assert_eq!(state["currentActivity"]["attemptCount"], 1);
    assert_eq!(state["isSingleSCO"], false);
    assert_eq!(state["activityTreeStats"]["scos"], 3);
    assert_eq!(of(&state["activities"], "quiz")["parent"], "tea");
    assert_eq!(of(&state["activities"], "quiz")["disabled"], true);
    assert_eq!(
        state["globalObjectives"]["tea.brewing"]["satisfied"],
        Value::Null
    );
    let choice = of(&state["choices"], "quiz");
    assert_eq!(choice["allowed"], false);
    let why = choice["why"].as_str().unwrap();
    assert!(
        why.contains(
            "preConditionRule 1 of quiz: disabled if any of: not objectiveStatusKnown(brewing-read)"
        ),
        "{why}"
    );

    // A refusal leaves the page as it was.
    let before = course.call("scorm_runtime_status", json!({}));
    let refused = course.call("scorm_nav_choice", json!({ "targetId": "quiz" }));
    assert_eq!(refused["success"], false);
    assert_eq!(refused["applicable"], true);
    assert_eq!(refused["exception"], "DB.1.1-3");
    assert!(refused.get("delivered").is_none(), "{refused}");
    let after = course.call("scorm_runtime_status", json!({}));
    assert_eq!(after["url"], before["url"]);
    assert_eq!(after["last_api_ts"], before["last_api_ts"]);

    let moved = course.call("scorm_nav_next", json!({}));
    assert_eq!(moved["success"], true, "{moved}");
    assert_eq!(moved["delivered"]["identifier"], "brewing");
    assert_eq!(moved["delivered"]["title"], "Brewing");
    let url = moved["delivered"]["url"].as_str().unwrap();
    assert!(url.ends_with("/brewing.html"), "{url}");
    assert_eq!(moved["console"]["error_count"], 0, "{moved}");
    let status = course.call("scorm_runtime_status", json!({}));
    assert_eq!(status["frames"][0]["url"], json!(url));
    assert_eq!(status["initialize_state"], "initialized");

    course.set("cmi.success_status", "passed");
    let state = course.call("scorm_nav_get_state", json!({}));
    assert_eq!(of(&state["choices"], "quiz")["allowed"], true, "{state}");
    assert_eq!(state["globalObjectives"]["tea.brewing"]["satisfied"], true);
    let chosen = course.call("scorm_nav_choice", json!({ "target_id": "quiz" }));
    assert_eq!(chosen["delivered"]["identifier"], "quiz", "{chosen}");
    let back = course.call("scorm_nav_previous", json!({}));
    assert_eq!(back["delivered"]["identifier"], "brewing", "{back}");

    let unknown = course.failure("scorm_nav_choice", json!({ "targetId": "coffee" }));
    assert_eq!(unknown["error_code"], "NAV_UNSUPPORTED_ACTION");
    assert_eq!(
        unknown["details"]["known_targets"],
        json!(["tea", "leaves", "brewing", "quiz"])
    );
}

#[test]
fn a_silent_sco_behind_a_navigation_is_initialized_for_the_tools() {
    let course = Course::of_scos(&[BEGIN, ""]);
    let mut course = Playing::open(course.path());
    let moved = course.call("scorm_nav_next", json!({}));
    assert_eq!(moved["delivered"]["identifier"], "i2", "{moved}");
    course.set("cmi.location", "by tool");
    let calls = course.call(
        "scorm_session_events",
        json!({ "types": ["debug:api_call"], "max_events": 1000 }),
    );
    let calls = calls["events"].as_array().unwrap();
    let initialized = calls
        .iter()
        .filter(|event| event["payload"]["method"] == "Initialize")
        .map(|event| event["payload"]["origin"].as_str().unwrap());
    assert_eq!(initialized.collect::<Vec<_>>(), ["content", "tool"]);
}

#[test]
fn tools_without_a_page_say_so() {
    let course = Course::of_scos(&[BEGIN]);
    let mut client = crate::client();
    let opened = client.data(
        "scorm_session_open",
        json!({ "package_path": course.path() }),
    );
    let known = json!({ "session_id": opened["session_id"] });
    for tool in [
        "scorm_nav_next",
        "scorm_nav_get_state",
        "scorm_sn_init",
        "scorm_sn_reset",
    ] {
        let failure = client.failure(tool, known.clone());
        assert_eq!(failure["error_code"], "RUNTIME_NOT_OPEN", "{tool}");
        assert_eq!(failure["details"]["session_known"], true, "{tool}");
    }
    let unknown = json!({ "session_id": "aaaaaaaaaaaaaaaa" });
    let failure = client.failure("scorm_nav_next", unknown.clone());
    assert_eq!(failure["error_code"], "RUNTIME_NOT_OPEN");
    assert_eq!(failure["details"]["session_known"], false);
    let failure = client.failure("scorm_sn_init", unknown);
    assert_eq!(failure["error_code"], "MCP_UNKNOWN_SESSION");
}
