//! `scorm_open_course`: the rules by which a course is launched.

use serde_json::json;

use crate::course_in_browser::{BEGIN, Course, Playing, example};

#[test]
fn a_package_runs_as_the_edition_it_declares_unless_another_is_asked_for() {
    let course = Course::of_scos(&[BEGIN, BEGIN]);
    let manifest = course.path().join("imsmanifest.xml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("2004 4th", "2004 3rd")).unwrap();
    let mut client = crate::client();
    for (options, answer, children) in [
        (
            json!({"new_attempt": true}),
            ["false", "406"],
            "continue,previous,choice",
        ),
        (
            json!({"new_attempt": true, "treat_as_edition": "4th"}),
            ["true", "0"],
            "continue,previous,choice,jump",
        ),
    ] {
        let mut playing = Playing::open_with(client, course.path(), options);
        let jump = playing.api("SetValue", &["adl.nav.request", "{target=i2}jump"]);
        assert_eq!(jump, answer);
        let offered = playing.api("GetValue", &["adl.nav.request_valid._children"]);
        assert_eq!(offered, [children, "0"]);
        (client, _) = playing.close();
    }
    let arguments = json!({"package_path": course.path(), "treat_as_edition": "5th"});
    let failure = client.failure("scorm_open_course", arguments);
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}

#[test]
fn what_an_older_edition_does_not_know_is_told_on_opening() {
    let course = Course::of_scos(&[BEGIN, BEGIN]);
    let manifest = course.path().join("imsmanifest.xml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let text = text.replace("2004 4th", "2004 3rd").replacen(
        "</title></item>",
        "</title><adlcp:completionThreshold completedByMeasure=\"true\" minProgressMeasure=\"0.5\"/></item>",
        1,
    );
    assert!(text.contains("completedByMeasure"), "{text}");
    std::fs::write(&manifest, text).unwrap();
    let mut client = crate::client();
    for (edition, told) in [("3rd", true), ("4th", false)] {
        let arguments = json!({
            "package_path": course.path(), "treat_as_edition": edition, "new_attempt": true,
        });
        let call = client.send_call("scorm_open_course", arguments);
        let answer = client.wait(call)["result"]["structuredContent"].clone();
        let notices = answer["diagnostics"]["notices"].to_string();
        let says = "a completionThreshold by attributes came with the 4th Edition and is ignored";
        assert_eq!(notices.contains(says), told, "{answer:#}");
        let session = &answer["data"]["session_id"];
        client.data("scorm_close_course", json!({ "session_id": session }));
    }
}

#[test]
fn no_credit_can_be_asked_for_in_normal_mode() {
    let mut client = crate::client();
    for credit in ["credit", "no-credit"] {
        let arguments = json!({"credit": credit, "new_attempt": true});
        let mut playing = Playing::open_with(client, &example("hand-washing"), arguments);
        for (element, value) in [
            ("cmi.core.credit", credit),
            ("cmi.core.lesson_mode", "normal"),
        ] {
            assert_eq!(playing.api("LMSGetValue", &[element]), [value, "0"]);
        }
        (client, _) = playing.close();
    }
}

#[test]
fn browser_the_profile_of_an_lms_decides_on_long_values() {
    let long = "x".repeat(5000);
    let mut client = crate::client();
    for (profile, answer) in [
        ("generic", ["false", "405"]),
        ("scorm_cloud", ["true", "0"]),
    ] {
        let arguments = json!({"lms_profile": profile, "new_attempt": true});
        let mut playing = Playing::open_with(client, &example("hand-washing"), arguments);
        let set = playing.api("LMSSetValue", &["cmi.suspend_data", &long]);
        assert_eq!(set, answer, "{profile}");
        (client, _) = playing.close();
    }
    let failure = client.failure(
        "scorm_open_course",
        json!({"package_path": example("hand-washing"), "lms_profile": "blackbord"}),
    );
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
    assert!(
        failure["hint"].as_str().unwrap().contains("moodle"),
        "{failure}"
    );
}
