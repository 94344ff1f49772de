//! Courses in a window of their own, as many LMSs launch them.

use serde_json::json;

use super::{Course, Playing, saved};

/// Finds the API at the opener.
const BEGIN: &str = "const api = opener.API_1484_11; api.Initialize(''); \
    document.body.insertAdjacentHTML('beforeend', '<button id=next>Next</button>');";

#[test]
fn browser_a_course_plays_in_a_window_of_its_own() {
    let first = format!(
        "{BEGIN} document.getElementById('next').onclick = () => api.SetValue('cmi.location', 'clicked'); \
         addEventListener('pagehide', () => {{ api.SetValue('cmi.suspend_data', 'left'); api.Terminate(''); }});"
    );
    let course = Course::of_scos(&[&first, BEGIN]);
    let arguments = json!({"popup": true, "viewport": {"width": 800, "height": 600}});
    let mut playing = Playing::open_with(crate::client(), course.path(), arguments);
    assert_eq!(playing.opened["runtime"]["initialized_by"], "content");
    let inner = playing.call(
        "scorm_dom_evaluate",
        json!({"expression": "[innerWidth, document.querySelector('h1').textContent, opener === null]"}),
    );
    assert_eq!(inner["result"], json!([800, "SCO 1", false]));
    playing.call("scorm_dom_click", json!({"selector": "#next"}));
    assert_eq!(playing.get("cmi.location"), "clicked");
    let resized = playing.call(
        "scorm_set_viewport_size",
        json!({"width": 640, "height": 480}),
    );
    assert_eq!(resized["inner_size"], json!({"width": 640, "height": 480}));
    let moved = playing.call("scorm_nav_next", json!({}));
    assert_eq!(moved["delivered"]["identifier"], "i2", "{moved}");
    let shown = playing.call(
        "scorm_dom_query",
        json!({"selector": "h1", "query_type": "text"}),
    );
    assert_eq!(shown["textContent"], "SCO 2");
    let picture = playing.client.request(
        "tools/call",
        json!({"name": "scorm_capture_screenshot", "arguments": {"session_id": playing.session_id}}),
    );
    assert_eq!(
        picture["result"]["content"][0]["type"], "image",
        "{picture}"
    );
    // What the first SCO did while its window went away is its own.
    let history = playing.call(
        "scorm_get_data_model_history",
        json!({"element_prefix": "cmi.suspend_data"}),
    );
    let change = &history["changes"][0];
    assert_eq!(
        (&change["newValue"], &change["activity"]),
        (&json!("left"), &json!("i1"))
    );
    let (_client, closed) = playing.close();
    assert_eq!(saved(&closed)["meta"]["currentActivity"], "i2");
}
