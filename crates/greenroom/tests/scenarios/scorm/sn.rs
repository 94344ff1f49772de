//! `scorm_sn_*`: sequencing that is asked for, and begun anew.

use serde_json::json;

use crate::course_in_browser::{BEGIN, Course, Playing};
use crate::scorm::nav::of;

#[test]
fn a_single_sco_has_sequencing_once_it_was_asked_for() {
    let course = Course::of_scos(&[BEGIN]);
    let mut course = Playing::open(course.path());
    let state = course.call("scorm_nav_get_state", json!({}));
    assert_eq!(state["sn_available"], false);
    assert_eq!(state["reason"], "SN_NOT_INITIALIZED");
    assert!(state["message"].is_string());
    for tool in ["scorm_nav_next", "scorm_nav_previous", "scorm_sn_reset"] {
        let answer = course.call(tool, json!({}));
        assert_eq!(answer["success"], false, "{tool}");
        assert_eq!(answer["applicable"], false, "{tool}");
        assert_eq!(answer["reason"], "SN_NOT_INITIALIZED", "{tool}");
    }
    course.set("cmi.location", "p2");
    let begun = course.call("scorm_sn_init", json!({}));
    assert_eq!(
        begun,
        json!({
            "success": true, "already_initialized": false, "activity_count": 1,
            "organization": "org",
        })
    );
    let again = course.call("scorm_sn_init", json!({}));
    assert_eq!(again["already_initialized"], true);
    assert_eq!(course.get("cmi.location"), "p2", "nothing is lost");
    let state = course.call("scorm_nav_get_state", json!({}));
    assert_eq!(state["sn_available"], true);
    assert_eq!(state["isSingleSCO"], true);
    let back = course.call("scorm_nav_previous", json!({}));
    assert_eq!(back["applicable"], true);
    assert_eq!(back["success"], false, "there is nothing before it: {back}");
    assert!(back["exception"].is_string(), "{back}");
}

#[test]
fn a_reset_makes_tracking_new_and_leaves_the_saved_file() {
    let leaving = format!(
        "{BEGIN} addEventListener('pagehide', () => {{ api.SetValue('cmi.location', 'left'); api.Commit(''); api.Terminate(''); }});"
    );
    let course = Course::of_scos(&[&leaving, &leaving]);
    let mut course = Playing::open(course.path());
    course.call("scorm_nav_next", json!({}));
    let status = course.call("scorm_course_status", json!({}));
    let path = status["saved"]["path"].as_str().unwrap().to_owned();
    let before = std::fs::read_to_string(&path).unwrap();
    let reset = course.call("scorm_sn_reset", json!({}));
    assert_eq!(reset["success"], true);
    assert_eq!(course.activity(), "i1");
    assert_eq!(course.get("cmi.entry"), "ab-initio");
    assert_eq!(course.get("cmi.location"), "");
    let state = course.call("scorm_nav_get_state", json!({}));
    let attempts = |item| of(&state["activities"], item)["tracking"]["attemptCount"].clone();
    assert_eq!([attempts("i1"), attempts("i2")], [1, 0]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    course.api("Commit", &[""]);
    assert_ne!(std::fs::read_to_string(&path).unwrap(), before);
}
