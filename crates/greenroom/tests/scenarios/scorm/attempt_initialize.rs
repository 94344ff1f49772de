//! `scorm_attempt_initialize`: an attempt that a tool begins.

use serde_json::json;

use crate::course_in_browser::{Playing, example};

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
