//! Reading, checking and replaying the data model.

use serde_json::{Value, json};

use super::{BEGIN, Course, Playing, example};

fn set(element: &str, value: &str) -> Value {
    json!({ "method": "SetValue", "args": [element, value] })
}

/// A course with two interactions and an objective.
fn filled() -> (Course, Playing) {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open(course.path());
    let calls = [
        set("cmi.interactions.0.id", "q1"),
        set("cmi.interactions.0.type", "choice"),
        set("cmi.interactions.0.result", "correct"),
        set("cmi.interactions.1.id", "q2"),
        set("cmi.interactions.1.result", "incorrect"),
        set("cmi.objectives.0.id", "o1"),
        set("cmi.objectives.0.score.scaled", "0.5"),
        set("cmi.exit", "suspend"),
        set("cmi.score.scaled", "0.80"),
    ];
    let replayed = playing.call("scorm_replay_api_calls", json!({ "calls": calls }));
    assert_eq!(replayed["success"], true, "{replayed}");
    assert_eq!(replayed["executed_calls"], 9);
    assert_eq!(replayed["results"][8]["result"], "true");
    (course, playing)
}

fn names(data: &Value) -> Vec<String> {
    data.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn patterns_expand_and_reading_leaves_no_trace() {
    let (_course, mut playing) = filled();
    let mut read = |patterns: &[&str]| {
        let answer = playing.call("scorm_data_model_get", json!({ "patterns": patterns }));
        assert_eq!(
            answer["element_count"],
            answer["data"].as_object().unwrap().len()
        );
        answer["data"].clone()
    };
    assert_eq!(
        read(&["cmi.interactions.*.result"]),
        json!({ "cmi.interactions.0.result": "correct", "cmi.interactions.1.result": "incorrect" })
    );
    let scores = read(&["cmi.objectives.*.score.*"]);
    assert_eq!(scores["cmi.objectives.0.score.scaled"], "0.5");
    assert!(
        names(&scores)
            .iter()
            .all(|name| name.starts_with("cmi.objectives.0.score."))
    );
    let navigation = read(&["adl.nav.*"]);
    assert!(names(&navigation).contains(&"adl.nav.request_valid.continue".to_owned()));
    let all = names(&read(&["cmi.*"]));
    for name in [
        "cmi.location",
        "cmi.interactions.1.id",
        "cmi.interactions._count",
    ] {
        assert!(all.contains(&name.to_owned()), "{name} in {all:?}");
    }
    let everything = playing.call("scorm_data_model_get", json!({}));
    assert!(everything["element_count"].as_u64().unwrap() > all.len() as u64);
    assert_eq!(everything["session_id"], json!(playing.session_id));

    // The content's last error and the record of calls stay as they are.
    assert_eq!(
        playing.api("SetValue", &["cmi.score.scaled", "9"]),
        ["false", "407"]
    );
    let before = playing.call("scorm_runtime_status", json!({}))["last_api_ts"].clone();
    let answer = playing.call(
        "scorm_data_model_get",
        json!({
            "elements": ["cmi.exit", "cmi.score.scaled", "cmi.nonsense", "cmi.interactions.7.id"],
            "include_metadata": true,
        }),
    );
    assert_eq!(
        answer["data"]["cmi.exit"], "suspend",
        "a write-only value is shown"
    );
    let exit = &answer["metadata"]["cmi.exit"];
    assert_eq!(
        (&exit["access"], &exit["set_by"]),
        (&json!("wo"), &json!("tool"))
    );
    let score = &answer["metadata"]["cmi.score.scaled"];
    assert_eq!(score["error_code"], "0");
    assert!(score["type"].as_str().unwrap().contains("real"), "{score}");
    assert!(score["changed_at"].is_u64());
    let errors: Vec<&Value> = answer["errors"].as_array().unwrap().iter().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!(errors[0]["element"], "cmi.nonsense");
    assert_eq!(errors[0]["error_code"], "401");
    assert_eq!(errors[1]["error_code"], "301");
    assert!(!errors[0]["error"].as_str().unwrap().is_empty());
    let after = playing.call("scorm_runtime_status", json!({}))["last_api_ts"].clone();
    assert_eq!(before, after);
    assert_eq!(playing.api("GetLastError", &[]), ["407", "407"]);
}

#[test]
fn a_state_that_differs_is_explained() {
    let (_course, mut playing) = filled();
    playing.api("SetValue", &["cmi.progress_measure", "7"]);
    let expected = json!({
        "cmi.score.scaled": 0.8,
        "cmi.interactions.0.id": "q1",
        "cmi.interactions.1.result": "correct",
        "cmi.progress_measure": "0.5",
        "cmi.location": "p2",
        "cmi.core.lesson_location": "p2",
        "cmi.nonsense": "x",
    });
    let answer = playing.call(
        "scorm_validate_data_model_state",
        json!({ "expected": expected }),
    );
    assert_eq!(answer["valid"], false);
    assert_eq!(answer["total_elements"], 7);
    assert_eq!(answer["matches"], 2);
    let mut matched = answer["matched_elements"].as_array().unwrap().clone();
    matched.sort_by_key(ToString::to_string);
    assert_eq!(matched, ["cmi.interactions.0.id", "cmi.score.scaled"]);
    let hint = |element: &str| {
        let mut issues = answer["issues"].as_array().unwrap().iter();
        let issue = issues.find(|issue| issue["element"] == element).unwrap();
        (
            issue["hint"].as_str().unwrap().to_owned(),
            issue["error_code"].clone(),
        )
    };
    for (element, words, code) in [
        (
            "cmi.interactions.1.result",
            "set to \"incorrect\" by tool SetValue",
            Value::Null,
        ),
        (
            "cmi.progress_measure",
            "refused with error 407",
            json!("407"),
        ),
        (
            "cmi.location",
            "never set: was SetValue called",
            Value::Null,
        ),
        (
            "cmi.core.lesson_location",
            "in SCORM 2004 it is cmi.location",
            json!("401"),
        ),
        ("cmi.nonsense", "no such element", json!("401")),
    ] {
        let (text, error_code) = hint(element);
        assert!(text.contains(words), "{element}: {text}");
        assert_eq!(error_code, code, "{element}");
    }
    let valid = playing.call(
        "scorm_validate_data_model_state",
        json!({ "expected": { "cmi.score.scaled": "0.8", "cmi.location": null } }),
    );
    assert_eq!(valid["valid"], true, "{valid}");
    assert!(valid.get("issues").is_none());
}

#[test]
fn a_replay_stops_at_the_call_that_fails() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open(course.path());
    let calls = [
        set("cmi.location", "p1"),
        set("cmi.score.scaled", "9"),
        set("cmi.location", "p2"),
    ];
    let stopped = playing.call("scorm_replay_api_calls", json!({ "calls": calls }));
    assert_eq!(stopped["success"], false);
    assert_eq!(stopped["total_calls"], 3);
    assert_eq!(stopped["executed_calls"], 2);
    assert_eq!(stopped["failed_at_index"], 1);
    assert_eq!(stopped["error"]["error_code"], "407");
    assert_eq!(stopped["error"]["args"], json!(["cmi.score.scaled", "9"]));
    for key in ["error_string", "diagnostic"] {
        assert!(!stopped["error"][key].as_str().unwrap().is_empty(), "{key}");
    }
    let arguments = json!({ "calls": calls, "stop_on_error": false });
    let went_on = playing.call("scorm_replay_api_calls", arguments);
    assert_eq!(went_on["success"], false);
    assert_eq!(went_on["executed_calls"], 3);
    assert_eq!(playing.get("cmi.location"), "p2");
    let wrong = playing.failure(
        "scorm_replay_api_calls",
        json!({ "calls": [set("cmi.location", "p3"), { "method": "LMSSetValue", "args": [] }] }),
    );
    assert_eq!(wrong["error_code"], "INVALID_SCORM_METHOD");
    assert!(
        wrong["hint"].as_str().unwrap().contains("SetValue"),
        "{wrong}"
    );
    assert_eq!(playing.get("cmi.location"), "p2", "nothing was called");
}

#[test]
fn scorm_12_has_its_own_elements_and_errors() {
    let mut playing = Playing::open(&example("hand-washing"));
    let again = playing.call("scorm_attempt_initialize", json!({}));
    assert_eq!(again, json!({ "result": "false", "error_code": "101" }));
    let arguments = json!({ "patterns": ["cmi.core.*"] });
    let core = playing.call("scorm_data_model_get", arguments)["data"].clone();
    assert_eq!(core["cmi.core.lesson_status"], "incomplete");
    assert!(core.get("cmi.core.exit").is_some(), "{core}");
    for (element, value) in [
        ("cmi.core.lesson_status", "passed"),
        ("cmi.core.score.raw", "80"),
        ("cmi.core.lesson_location", "p2"),
    ] {
        assert_eq!(playing.api("LMSSetValue", &[element, value]), ["true", "0"]);
    }
    let status = playing.call("scorm_course_status", json!({}));
    assert_eq!(
        status["progress"],
        json!({ "completion": "passed", "success": "passed", "score": "80", "location": "p2" })
    );
    let ended = playing.call("scorm_attempt_terminate", json!({}));
    assert_eq!(ended["result"], "true");
    let status = playing.call("scorm_runtime_status", json!({}));
    assert_eq!(status["initialize_state"], "terminated");
}

#[test]
fn progress_follows_the_content() {
    let mut playing = Playing::open(&example("tea-tasting"));
    let status = playing.call("scorm_course_status", json!({}));
    assert_eq!(status["progress"]["completion"], "incomplete");
    assert_eq!(status["progress"]["location"], "one-plant");
    assert_eq!(status["runtime"]["open"], true);
    assert_eq!(status["runtime"]["activity"], "leaves");
    assert_eq!(status["runtime"]["initialize_state"], "initialized");
    playing.set("cmi.success_status", "passed");
    playing.set("cmi.score.scaled", "0.9");
    let status = playing.call("scorm_course_status", json!({}));
    assert_eq!(status["progress"]["success"], "passed");
    assert_eq!(status["progress"]["score"], "0.9");
}

#[test]
fn browser_the_profile_of_an_lms_decides_on_long_values() {
    let long = "x".repeat(5000);
    let mut client = crate::client();
    for (profile, answer) in [
        ("generic", ["false", "405"]),
        ("scorm_cloud", ["true", "0"]),
    ] {
        let arguments = json!({"lms_profile": profile, "new_attempt": true});
        let mut playing = Playing::open_with(client, &example("hand-washing"), arguments);
        let set = playing.api("LMSSetValue", &["cmi.suspend_data", &long]);
        assert_eq!(set, answer, "{profile}");
        (client, _) = playing.close();
    }
    let failure = client.failure(
        "scorm_open_course",
        json!({"package_path": example("hand-washing"), "lms_profile": "blackbord"}),
    );
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
    assert!(
        failure["hint"].as_str().unwrap().contains("moodle"),
        "{failure}"
    );
}
