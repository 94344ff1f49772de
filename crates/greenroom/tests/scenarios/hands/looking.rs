//! What a look at the page tells: what can be seen, what an expression gives, where a way leads on.

use serde_json::json;

use crate::hands::Course;

/// Adds to the page.
fn add(course: &mut Course, html: &str) {
    let html = json!(html);
    course.evaluate(&format!(
        "document.body.insertAdjacentHTML('beforeend', {html})"
    ));
}

#[test]
fn browser_what_has_no_size_or_lies_outside_is_not_visible() {
    let mut course = Course::open("plain");
    add(
        &mut course,
        "<p id=flat style='height: 0; margin: 0'></p><p id=far style='position: absolute; left: -900px; width: 90px'>far</p>
         <p id=below style='position: absolute; top: 4000px'>below</p>",
    );
    for (selector, visible, in_viewport) in [
        ("#flat", false, true),
        ("#far", false, false),
        ("#below", true, false),
        ("#trusted", true, true),
    ] {
        let query = json!({"selector": selector, "query_type": "visibility"});
        let seen = course.tool("scorm_dom_query", query);
        assert_eq!(
            (&seen["visible"], &seen["why_hidden"].is_string()),
            (&json!(visible), &!visible),
            "{selector} {seen}"
        );
        assert!(visible || seen["found"] == true);
        if selector != "#flat" {
            assert_eq!(seen["in_viewport"], in_viewport, "{selector}");
        }
    }
}

#[test]
fn browser_an_expression_gives_a_value_a_preview_or_its_fault() {
    let mut course = Course::open("plain");
    let preview =
        json!({"expression": "document.getElementById('save')", "return_by_value": false});
    let seen = course.tool("scorm_dom_evaluate", preview);
    assert_eq!(seen["result_type"], "node");
    assert!(
        seen["result"].as_str().unwrap().contains("disabled: false"),
        "{seen}"
    );
    let circle = json!({"expression": "const a = {}; a.a = a; a"});
    let failure = course.failure("scorm_dom_evaluate", circle);
    assert_eq!(failure["error_code"], "DOM_EVALUATE_FAILED");
    let deep =
        json!({"expression": "function inner() { null.x } function outer() { inner() } outer()"});
    let failure = course.failure("scorm_dom_evaluate", deep);
    let exception = &failure["details"]["exception"];
    assert_eq!(
        (&exception["class"], &exception["line"]),
        (&json!("TypeError"), &json!(1))
    );
    let stack = exception["stack"].as_str().unwrap();
    assert!(
        stack.contains("inner") && stack.contains("outer"),
        "{stack}"
    );
    let rejected = json!({"expression": "Promise.reject(new Error('later'))"});
    let failure = course.failure("scorm_dom_evaluate", rejected);
    assert_eq!(failure["details"]["exception"]["message"], "later");
}

#[test]
fn browser_a_way_that_cannot_be_taken_is_not_available() {
    let mut course = Course::open("nested");
    add(
        &mut course,
        "<button id=next style='position: fixed; left: 700px; top: 9px'>Next</button>",
    );
    for (change, available) in [
        ("", true),
        ("next.disabled = true", false),
        ("next.disabled = false; next.hidden = true", false),
        (
            "next.hidden = false; document.body.insertAdjacentHTML('beforeend', '<div id=lid style=\"position: fixed; inset: 0\"></div>')",
            false,
        ),
        ("lid.remove()", true),
    ] {
        course.evaluate(&format!("(() => {{ {change} }})()"));
        let context = course.tool("scorm_get_current_page_context", json!({}));
        assert_eq!(
            context["navigation_available"]["next"], available,
            "{change}"
        );
    }
}

#[test]
fn browser_words_are_found_wherever_a_person_reads_them() {
    let mut course = Course::open("nested");
    add(
        &mut course,
        "<button id=a aria-label='Play film'>▷</button> <input id=b type=button value='Stop film'>
         <a id=c href='#c'><img alt='Film list' width=20 height=20></a>
         <button id=d>Film</button> <button id=e>Film</button>",
    );
    for (text, id) in [
        ("play FILM", "a"),
        ("Stop  film", "b"),
        ("film list", "c"),
        ("film", "d"),
    ] {
        let clicked = course.tool("scorm_dom_click_by_text", json!({"text": text}));
        assert_eq!(clicked["element"]["id"], id, "{text}");
    }
    let second = json!({"text": "film", "options": {"exact_match": true, "nth": 1}});
    let clicked = course.tool("scorm_dom_click_by_text", second);
    assert_eq!(
        (&clicked["element"]["id"], &clicked["match_count"]),
        (&json!("e"), &json!(2))
    );
    for (wanted, words) in [
        (
            json!({"text": "Nowhere"}),
            "no visible element has the text \"Nowhere\"; the page shows ▷ | Stop film | Film list | Film",
        ),
        (
            json!({"text": "Play film", "options": {"nth": 1}}),
            "only one visible element has the text \"Play film\", and nth 1 counts from 0",
        ),
        (
            json!({"text": "film", "options": {"exact_match": true, "nth": 2}}),
            "only 2 visible elements have the text \"film\", and nth 2 counts from 0",
        ),
    ] {
        let failure = course.failure("scorm_dom_click_by_text", wanted);
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
    }
}
