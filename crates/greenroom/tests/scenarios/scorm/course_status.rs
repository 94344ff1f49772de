//! `scorm_course_status`: how far the learner is.

use serde_json::json;

use crate::course_in_browser::{Playing, example};

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
