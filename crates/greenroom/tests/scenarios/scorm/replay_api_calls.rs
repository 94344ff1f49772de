//! `scorm_replay_api_calls`: recorded calls once more, up to the first that fails.

use serde_json::json;

use crate::course_in_browser::{BEGIN, Course, Playing};
use crate::scorm::data_model_get::set;

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
