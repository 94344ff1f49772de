//! `scorm_dom_*`: clicking, filling, looking, waiting.

mod frames;
mod kinds;
mod via;

use serde_json::{Value, json};

use crate::hands::Course;

/// What breaks programs that paste values into source text.
const HOSTILE: &str = "Ünï \"q\" 'a' \\ </script> ${x} \u{2028}\u{2029} 🎭";

#[test]
fn browser_clicks_are_trusted() {
    let mut course = Course::open("plain");
    for (kind, seen) in [
        ("single", "trusted"),
        ("right", "right"),
        ("double", "double"),
    ] {
        let click = json!({"selector": "#trusted", "options": {"click_type": kind}});
        let clicked = course.tool("scorm_dom_click", click);
        assert_eq!(clicked["success"], true);
        assert_eq!(clicked["element"]["selector"], "#trusted");
        assert_eq!(course.text("#seen"), seen);
    }
}

#[test]
fn browser_an_act_tells_what_it_caused() {
    let mut course = Course::open("plain");
    course.tool(
        "scorm_dom_fill",
        json!({"selector": "#name", "value": HOSTILE}),
    );
    let clicked = course.tool("scorm_dom_click", json!({"selector": "#save"}));
    let effects = &clicked["effects"];
    assert_eq!(effects["api_calls"]["count"], 3);
    let call = json!({
        "method": "SetValue", "args": ["cmi.location", HOSTILE], "result": "true", "error_code": "0",
    });
    assert_eq!(effects["api_calls"]["first"][0], call);
    assert_eq!(effects["data_changes"]["count"], 2);
    let change = json!({"element": "cmi.score.scaled", "previous": null, "new": "0.5"});
    assert_eq!(effects["data_changes"]["first"][1], change);
    assert_eq!(
        effects["console_errors"]["first"],
        json!(["saved with a complaint"])
    );
    let dialog = json!({"kind": "alert", "message": "Saved", "accepted": true});
    assert_eq!(effects["dialogs"]["first"], json!([dialog]));
    assert_eq!(effects["navigated"]["count"], 0);
}

#[test]
fn browser_impossible_clicks_say_why() {
    let mut course = Course::open("plain");
    for (selector, reason, words) in [
        ("#covered", "obscured", "<div#cover> covers it"),
        ("#trustd", "not_found", "near matches: #trusted"),
        ("#off", "disabled", "<button#off> is disabled"),
        ("#inside-hidden", "not_visible", "display: none"),
        ("##", "bad_selector", "not a valid selector"),
    ] {
        let click = json!({"selector": selector, "options": {"wait_timeout_ms": 200}});
        let failure = course.failure("scorm_dom_click", click);
        assert_eq!(failure["error_code"], "DOM_CLICK_FAILED");
        assert_eq!(failure["details"]["reason"], reason);
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn browser_every_kind_of_control_is_filled() {
    let mut course = Course::open("plain");
    for (selector, value, key, want) in [
        ("#name", json!(HOSTILE), "value", json!(HOSTILE)),
        ("#age", json!(41), "value", json!("41")),
        ("#day", json!("2026-01-02"), "value", json!("2026-01-02")),
        ("#much", json!(7), "value", json!("7")),
        ("#tea", json!("Green"), "value", json!("g")),
        ("#tea", json!("b"), "value", json!("b")),
        ("#agree", json!(true), "checked", json!(true)),
        ("#agree", json!("false"), "checked", json!(false)),
        ("#yes", json!(true), "checked", json!(true)),
        ("#notes", json!("two\nlines"), "value", json!("two\nlines")),
        ("#free", json!("new"), "value", json!("new")),
        ("#kept", json!("stays"), "value", json!("stays")),
    ] {
        let fill = json!({"selector": selector, "value": value});
        let filled = course.tool("scorm_dom_fill", fill);
        assert_eq!(filled["element"][key], want, "{selector}");
    }
    assert_eq!(
        course.evaluate("document.getElementById('kept').value"),
        "stays"
    );
    course.tool(
        "scorm_dom_fill",
        json!({"selector": "#both", "value": ["Milk", "Lemon"]}),
    );
    let chosen =
        course.evaluate("[...document.getElementById('both').selectedOptions].map(o => o.label)");
    assert_eq!(chosen, json!(["Milk", "Lemon"]));
    let failure = course.failure(
        "scorm_dom_fill",
        json!({"selector": "#tea", "value": "Herbal"}),
    );
    assert_eq!(failure["details"]["reason"], "no_such_option");
    let message = failure["message"].as_str().unwrap();
    assert!(message.contains("\"Green\", \"Black\""), "{message}");
}

#[test]
fn browser_a_file_is_given_to_a_form() {
    let mut course = Course::open("plain");
    course.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<input id=file type=file multiple>')",
    );
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one.txt", "two ü.txt"].map(|name| folder.path().join(name));
    for path in &paths {
        std::fs::write(path, "tea").unwrap();
    }
    course.tool(
        "scorm_dom_fill",
        json!({"selector": "#file", "value": paths}),
    );
    let held = "[...document.getElementById('file').files].map((file) => [file.name, file.size])";
    assert_eq!(
        course.evaluate(held),
        json!([["one.txt", 3], ["two ü.txt", 3]])
    );
}

#[test]
fn browser_text_is_clicked_like_a_person_reads_it() {
    let mut course = Course::open("plain");
    let click = json!({"text": " save MY answer "});
    let clicked = course.tool("scorm_dom_click_by_text", click);
    assert_eq!(clicked["element"]["id"], "save");
    assert_eq!(clicked["match_count"], 2);
    assert_eq!(clicked["effects"]["api_calls"]["count"], 3);
    let failure = course.failure("scorm_dom_click_by_text", json!({"text": "Nowhere"}));
    assert_eq!(failure["error_code"], "DOM_CLICK_BY_TEXT_FAILED");
    let texts = failure["details"]["visible_texts"].as_array().unwrap();
    assert!(texts.contains(&json!("Trust me")), "{texts:?}");
    assert!(
        !texts.contains(&json!("Save")),
        "hidden ones never: {texts:?}"
    );
}

#[test]
fn browser_a_query_never_fails_for_what_is_not_there() {
    let mut course = Course::open("plain");
    let absent = course.tool("scorm_dom_query", json!({"selector": "#nothing"}));
    assert_eq!(
        absent,
        json!({"found": false, "selector": "#nothing", "match_count": 0})
    );
    let hidden = course.tool(
        "scorm_dom_query",
        json!({"selector": "#inside-hidden", "query_type": "visibility"}),
    );
    assert_eq!(
        (&hidden["found"], &hidden["visible"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(hidden["why_hidden"], "<div> has display: none");
    let all = course.tool("scorm_dom_query", json!({"selector": "#name"}));
    assert_eq!(all["attributes"]["name"], "name");
    assert_eq!(all["visible"], true);
    assert!(all["rect"]["width"].as_f64().unwrap() > 0.0);
    assert!(all["computedStyles"]["display"].is_string());
    let failure = course.failure("scorm_dom_query", json!({"selector": ":::"}));
    assert_eq!(failure["details"]["reason"], "bad_selector");
}

#[test]
fn browser_expressions_run_in_the_world_of_the_content() {
    let mut course = Course::open("plain");
    for (expression, result, kind) in [
        ("typeof api.SetValue", json!("function"), "string"),
        ("Promise.resolve({a: [1]})", json!({"a": [1]}), "object"),
        ("undefined", Value::Null, "undefined"),
        ("null", Value::Null, "null"),
        ("0 / 0", json!("NaN"), "number"),
    ] {
        let seen = course.tool("scorm_dom_evaluate", json!({"expression": expression}));
        assert_eq!(
            (&seen["result"], &seen["result_type"]),
            (&result, &json!(kind))
        );
    }
    let throwing = json!({"expression": "\n  (() => { throw new RangeError('no') })()"});
    let failure = course.failure("scorm_dom_evaluate", throwing);
    assert_eq!(failure["error_code"], "DOM_EVALUATE_FAILED");
    let exception = &failure["details"]["exception"];
    assert_eq!(
        (&exception["class"], &exception["message"]),
        (&json!("RangeError"), &json!("no"))
    );
    assert_eq!(exception["line"], 2);
    let endless = json!({"expression": "for (;;) {}", "timeout_ms": 300});
    let failure = course.failure("scorm_dom_evaluate", endless);
    assert_eq!(failure["details"]["reason"], "timeout");
    assert_eq!(course.evaluate("1 + 1"), 2);
}

#[test]
fn browser_waiting_ends_when_all_conditions_hold() {
    let mut course = Course::open("plain");
    course.tool("scorm_dom_click", json!({"selector": "#later"}));
    let condition = json!({
        "selector": "#late", "visible": true, "text": "here", "attribute": "data-state",
        "attribute_value": "there", "expression": "document.title === 'Plain'",
    });
    let waited = course.tool("scorm_dom_wait_for", json!({"condition": condition}));
    assert_eq!(waited["success"], true);
    let never = json!({"condition": {"selector": "#late", "text": "gone"}, "timeout_ms": 100});
    let failure = course.failure("scorm_dom_wait_for", never);
    assert_eq!(failure["error_code"], "DOM_WAIT_FAILED");
    assert_eq!(
        failure["details"]["held"],
        json!({"selector": true, "text": false})
    );
    let failure = course.failure("scorm_dom_wait_for", json!({"condition": {}}));
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}

#[test]
fn browser_dragging_answers_a_question_both_ways() {
    let mut course = Course::open("dragging");
    for (from, to, response) in [
        ("#leaf", json!("#pot"), "leaf[.]pot"),
        ("#ball", json!("#goal"), "ball[.]goal"),
    ] {
        let dragged = course.tool("scorm_dom_drag", json!({"from": from, "to": to}));
        let calls = &dragged["effects"]["api_calls"]["first"];
        assert_eq!(calls[2]["args"][1], response);
    }
    let failure = course.failure("scorm_dom_drag", json!({"from": "#nothing", "to": "#pot"}));
    assert_eq!(failure["error_code"], "DOM_DRAG_FAILED");
}

#[test]
fn browser_the_pointer_hovers_and_the_wheel_turns() {
    let mut course = Course::open("long");
    let hovered = course.tool("scorm_dom_hover", json!({"selector": "#menu"}));
    assert_eq!(hovered["element"]["id"], "menu");
    assert_eq!(course.text("#hint"), "trusted");
    let box_down = course.tool("scorm_dom_scroll", json!({"selector": "#box", "y": 150}));
    assert_eq!(box_down["scroll"]["y"], 150.0);
    assert_eq!(course.evaluate("scrollY"), 0);
    let page_down = course.tool("scorm_dom_scroll", json!({"y": 400}));
    assert_eq!(page_down["scroll"]["y"], 400.0);
    let shown = course.tool("scorm_dom_scroll", json!({"selector": "#end"}));
    assert_eq!(shown["scroll"]["y"], shown["scroll"]["max_y"]);
    // Reading to the end is told to the LMS.
    assert_eq!(
        shown["effects"]["data_changes"]["first"][0]["element"],
        "cmi.completion_status"
    );
    for tool in ["scorm_dom_hover", "scorm_dom_scroll"] {
        let arguments = json!({"selector": "#gone"});
        let failure = course.failure(tool, arguments);
        assert_eq!(failure["details"]["reason"], "not_found");
    }
}
