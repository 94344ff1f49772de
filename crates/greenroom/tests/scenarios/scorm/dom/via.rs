//! Acts that prefer the automation API and say which way they took.

use serde_json::json;

use crate::hands::Course;

fn quiz() -> Course {
    let mut course = Course::open("automation");
    course.tool("scorm_automation_go_to_slide", json!({"slideId": "quiz"}));
    course
}

#[test]
fn browser_answers_of_a_template_go_through_its_api() {
    let mut course = quiz();
    let fields = json!([
        {"selector": "[data-testid=color-choice-1]", "value": true},
        {"selector": "[data-testid=blank-blank-0]", "value": "tea"},
    ]);
    let filled = course.tool("scorm_dom_fill_form_batch", json!({"fields": fields}));
    assert_eq!(filled["successful"], 2);
    assert_eq!(
        (&filled["results"][0]["via"], &filled["results"][1]["via"]),
        (&json!("automation"), &json!("automation"))
    );
    let response = |course: &mut Course, id: &str| {
        course.tool("scorm_automation_get_response", json!({"id": id}))["result"].clone()
    };
    assert_eq!(response(&mut course, "color"), "red");
    assert_eq!(response(&mut course, "blank"), "tea");

    let clicked = course.tool("scorm_dom_click_by_text", json!({"text": "check"}));
    assert_eq!(clicked["via"], "automation");
    assert!(clicked["effects"]["api_calls"]["count"].as_u64().unwrap() >= 4);
    let drag = json!({"from": "[data-testid=sort-drag-item-leaf]", "to": "[data-testid=sort-drop-zone-pot]"});
    let dragged = course.tool("scorm_dom_drag", drag);
    assert_eq!(dragged["via"], "automation");
    assert_eq!(response(&mut course, "sort"), json!({"leaf": "pot"}));
}

#[test]
fn browser_navigation_and_forced_input_stay_with_the_dom() {
    let mut course = quiz();
    let options = json!({"via": "dom"});
    let click = json!({"selector": "[data-testid=color-choice-0]", "options": options});
    let clicked = course.tool("scorm_dom_click", click);
    assert_eq!(
        (&clicked["via"], &clicked["via_reason"]),
        (&json!("dom"), &json!("requested"))
    );
    let response = course.tool("scorm_automation_get_response", json!({"id": "color"}));
    assert_eq!(response["result"], json!(null));
    let next = course.tool("scorm_dom_click", json!({"selector": "#next"}));
    assert_eq!(
        (&next["via"], &next["via_reason"]),
        (&json!("dom"), &json!("not_an_interaction"))
    );
    assert_eq!(course.text("#title"), "End");
}

#[test]
fn browser_a_form_is_filled_at_once_and_faults_stay_alone() {
    let mut course = Course::open("plain");
    let fields = json!([
        {"selector": "#name", "value": "Ada"},
        {"selector": "#yes", "value": true},
        {"selector": "#nothing", "value": "x", "options": {"wait_timeout_ms": 100}},
        {"selector": "#agree", "value": true},
        {"selector": "#tea", "value": "Black"},
    ]);
    let filled = course.tool("scorm_dom_fill_form_batch", json!({"fields": fields}));
    assert_eq!(
        (
            &filled["total_fields"],
            &filled["successful"],
            &filled["failed"]
        ),
        (&json!(5), &json!(4), &json!(1))
    );
    assert_eq!(filled["errors"][0]["index"], 2);
    assert_eq!(filled["errors"][0]["error_code"], "DOM_FILL_FAILED");
    assert_eq!(filled["results"][0]["via_reason"], "no_automation_api");
    let held = course.evaluate(
        "['name','tea'].map(i => $(i).value).concat(['yes','agree'].map(i => $(i).checked))",
    );
    assert_eq!(held, json!(["Ada", "b", true, true]));
    let forced = json!({"selector": "#trusted", "options": {"via": "automation"}});
    let failure = course.failure("scorm_dom_click", forced);
    assert_eq!(failure["error_code"], "AUTOMATION_API_NOT_AVAILABLE");
}
