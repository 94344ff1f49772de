//! Frames that are not loaded: lazy ones below the fold, hidden ones, those still on the way.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client;
use crate::course::Course;

const PAGE: &str = "<!doctype html><title>Frames</title><h1>Frames</h1><button id=go>Go</button>
    <iframe id=hidden src=in.html style='display:none'></iframe>
    <div style='height: 20000px'></div>
    <iframe id=lazy loading=lazy src=in.html></iframe>
    <script>parent.API_1484_11.Initialize('')</script>";

/// What every tool of a play may take, on a machine that is busy with other tests.
const LIMIT: Duration = Duration::from_secs(5);

#[test]
fn browser_frames_that_are_not_loaded_are_named_and_hold_nothing_up() {
    let course = Course::new("frames", PAGE).file("in.html", "<title>In</title><p>inner</p>");
    let mut client = client();
    let timed = |client: &mut greenroom_testkit::McpClient, tool: &str, arguments| {
        let began = Instant::now();
        let request = client.send_call(tool, arguments);
        let answer = client.wait(request);
        let took = began.elapsed();
        assert!(took < LIMIT, "{tool} took {took:?}");
        assert!(answer["error"].is_null(), "{tool}: {answer:#}");
        answer["result"].clone()
    };
    // The browser is there already, so that the page alone is measured.
    let first = json!({"package_path": course.path()});
    let opened = client.data("scorm_open_course", first.clone());
    client.data(
        "scorm_close_course",
        json!({"session_id": opened["session_id"]}),
    );
    let opened = timed(&mut client, "scorm_open_course", first);
    let session = opened["structuredContent"]["data"]["session_id"].clone();
    let id = json!({ "session_id": session });
    for tool in [
        "scorm_dom_find_interactive_elements",
        "scorm_get_current_page_context",
        "scorm_get_page_state",
        "scorm_get_slide_map",
    ] {
        let answer = timed(&mut client, tool, id.clone());
        let notices = answer["structuredContent"]["diagnostics"]["notices"].to_string();
        assert!(notices.contains("#lazy"), "{tool}: {answer:#}");
    }
    for tool in ["scorm_capture_screenshot", "scorm_audit_accessibility"] {
        timed(&mut client, tool, id.clone());
    }
    let click = json!({"session_id": session, "selector": "#go"});
    timed(&mut client, "scorm_dom_click", click);
    let missing = json!({"session_id": session, "selector": "#nowhere", "options": {"wait_for_selector": false}});
    let failure = client.failure("scorm_dom_click", missing);
    assert_eq!(failure["details"]["reason"], "not_found", "{failure:#}");
}
