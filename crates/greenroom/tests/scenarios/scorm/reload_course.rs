//! `scorm_reload_course`: edits are seen, and the state is kept or dropped.

use std::fs;

use serde_json::json;

use crate::course_in_browser::resume::resume;
use crate::course_in_browser::{BEGIN, Course, Playing, read_json};

#[test]
fn a_reload_shows_edits_and_keeps_or_drops_the_state() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open_with(
        crate::client(),
        course.path(),
        json!({ "viewport": { "width": 800, "height": 600 } }),
    );
    playing.set("cmi.location", "p2");
    let page = course.path().join("sco1.html");
    let edited = fs::read_to_string(&page).unwrap().replace(
        BEGIN,
        &format!("{BEGIN} api.SetValue('cmi.learner_preference.language', 'de');"),
    );
    fs::write(&page, edited).unwrap();
    let old = playing.session_id.clone();
    let reloaded = playing.call("scorm_reload_course", json!({}));
    assert_eq!(reloaded["previous_session_id"], json!(old));
    assert_ne!(reloaded["session_id"], json!(old));
    assert_eq!(resume(&reloaded), (true, "resumed", "resume"));
    assert_eq!(reloaded["runtime"]["viewport"]["width"], 800);
    let failure = playing.failure("scorm_session_status", json!({}));
    assert_eq!(failure["error_code"], "MCP_UNKNOWN_SESSION");
    assert_eq!(failure["details"]["reason"], "reload");
    playing.session_id = reloaded["session_id"].as_str().unwrap().to_owned();
    assert_eq!(playing.get("cmi.location"), "p2");
    assert_eq!(playing.get("cmi.learner_preference.language"), "de");

    let fresh = playing.call("scorm_reload_course", json!({ "force_new": true }));
    assert_eq!(resume(&fresh), (false, "new_attempt", "ab-initio"));
    playing.session_id = fresh["session_id"].as_str().unwrap().to_owned();
    assert_eq!(playing.get("cmi.location"), "");
    let status = playing.call("scorm_course_status", json!({}));
    let file = read_json(status["saved"]["path"].as_str().unwrap().as_ref());
    assert_eq!(
        file["coreData"]["cmi.location"], "p2",
        "the file is still there"
    );

    // Only the second phase fails: the course is closed.
    fs::remove_file(&page).unwrap();
    let failure = playing.failure("scorm_reload_course", json!({}));
    assert_eq!(failure["error_code"], "CONTENT_FILE_MISSING");
    assert_eq!(failure["details"]["closed"], true);
    let failure = playing.failure("scorm_session_status", json!({}));
    assert_eq!(failure["error_code"], "MCP_UNKNOWN_SESSION");
}
