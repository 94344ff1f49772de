//! `scorm_validate_data_model_state`: where the data differs from what was expected.

use serde_json::{Value, json};

use crate::scorm::data_model_get::filled;

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
