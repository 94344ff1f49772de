//! `scorm_api_call`: a call of the API, answered as a page would be.

use serde_json::json;

use crate::course_in_browser::{BEGIN, Course, Playing};

#[test]
fn a_call_is_answered_with_its_error_and_what_is_wrong() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open(course.path());
    let mut call = |method: &str, args: &[&str]| {
        playing.call("scorm_api_call", json!({"method": method, "args": args}))
    };
    let set = call("SetValue", &["cmi.location", "p1"]);
    assert_eq!(
        (&set["result"], &set["error_code"]),
        (&json!("true"), &json!("0"))
    );
    assert_eq!(call("GetValue", &["cmi.location"])["result"], "p1");
    let refused = call("SetValue", &["cmi.score.scaled", "7"]);
    assert_eq!(refused["result"], "false");
    assert_eq!(refused["error_code"], "407");
    let diagnostic = refused["diagnostic"].as_str().unwrap();
    assert!(diagnostic.contains("cmi.score.scaled"), "{diagnostic}");
    assert_eq!(call("GetLastError", &[])["result"], "407");
}
