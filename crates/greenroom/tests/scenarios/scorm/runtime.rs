//! `scorm_runtime_*`: the page of a session, opened, looked at and closed.

use serde_json::json;

use crate::course_in_browser::resume::resume;
use crate::course_in_browser::{BEGIN, Course, Playing};

#[test]
fn a_runtime_that_is_closed_and_opened_again_resumes_in_its_session() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open_with(
        crate::client(),
        course.path(),
        json!({ "new_attempt": true }),
    );
    playing.set("cmi.location", "p2");
    let closed = playing.call("scorm_runtime_close", json!({}));
    assert_eq!(closed["was_open"], true);
    assert_eq!(closed["saved"]["exit"], "suspend");
    let none = playing.call("scorm_runtime_close", json!({}));
    assert_eq!(none["was_open"], false);
    let status = playing.call("scorm_course_status", json!({}));
    assert_eq!(status["runtime"]["open"], false);
    assert_eq!(status["progress"]["location"], "p2", "as it was saved");
    let opened = playing.call("scorm_runtime_open", json!({}));
    assert_eq!(resume(&opened), (true, "resumed", "resume"));
    assert_eq!(opened["already_open"], false);
    assert_eq!(playing.get("cmi.location"), "p2");
    let same = playing.call("scorm_runtime_open", json!({}));
    assert_eq!(same["already_open"], true);
    assert_eq!(same["runtime_id"], opened["runtime_id"]);
}

#[test]
fn the_status_tells_which_activity_plays_and_how_its_attempt_stands() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open(course.path());
    let status = playing.call("scorm_runtime_status", json!({}));
    assert_eq!(status["activity"], playing.opened["runtime"]["activity"]);
    assert_eq!(status["initialize_state"], "initialized");
    assert_eq!(playing.api("Terminate", &[""]), ["true", "0"]);
    let status = playing.call("scorm_runtime_status", json!({}));
    assert_eq!(status["initialize_state"], "terminated");
}
