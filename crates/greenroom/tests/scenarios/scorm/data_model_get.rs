//! `scorm_data_model_get`: values by name and by pattern, read without a trace.

use serde_json::{Value, json};

use crate::course_in_browser::{BEGIN, Course, Playing};

pub(crate) fn set(element: &str, value: &str) -> Value {
    json!({ "method": "SetValue", "args": [element, value] })
}

/// A course with two interactions and an objective.
pub(crate) fn filled() -> (Course, Playing) {
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
