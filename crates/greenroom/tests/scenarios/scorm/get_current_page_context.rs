//! `scorm_get_current_page_context`: what is in the page and where the learner is.

use serde_json::{Value, json};

use crate::hands::Course;

const LISTS: [&str; 6] = [
    "forms",
    "buttons",
    "inputs",
    "assessments",
    "navigation",
    "interactive_elements",
];

/// All entries of all lists, page by page.
fn all_entries(course: &mut Course) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    loop {
        let offset = json!({"offset": entries.len()});
        let found = course.tool("scorm_dom_find_interactive_elements", offset);
        assert!(
            found.to_string().len() <= 8192,
            "{}",
            found.to_string().len()
        );
        let before = entries.len();
        for list in LISTS {
            let list_entries = found[list].as_array().unwrap().iter();
            entries.extend(list_entries.map(|entry| (list.to_owned(), entry.clone())));
        }
        if found["omitted"] == 0 {
            assert_eq!(entries.len(), found["total"].as_u64().unwrap() as usize);
            return entries;
        }
        assert!(entries.len() > before, "a page has at least one entry");
    }
}

#[test]
fn browser_every_selector_leads_to_its_element() {
    for name in ["plain", "nested", "shadow", "dragging", "automation"] {
        let mut course = Course::open(name);
        for (list, entry) in all_entries(&mut course) {
            let selector = entry["selector"].as_str().unwrap();
            let query = json!({"selector": selector, "query_type": "visibility"});
            let seen = course.tool("scorm_dom_query", query);
            assert_eq!(seen["match_count"], 1, "{name} {list} {selector}");
            assert_eq!(seen["frame"], entry["frame"], "{name} {list} {selector}");
            let width = seen["rect"]["width"].as_f64().unwrap().round();
            assert_eq!(
                entry["rect"]["width"].as_f64(),
                Some(width),
                "{name} {selector}"
            );
        }
    }
}

#[test]
fn browser_a_plain_page_is_taken_apart() {
    let mut course = Course::open("plain");
    let entries = all_entries(&mut course);
    let form = entries.iter().find(|(list, _)| list == "forms").unwrap();
    let inputs = form.1["inputs"].as_array().unwrap();
    let tea = inputs.iter().find(|input| input["id"] == "tea").unwrap();
    assert_eq!(tea["options"][1], json!({"value": "g", "label": "Green"}));
    let question = entries
        .iter()
        .find(|(list, entry)| list == "assessments" && entry["type"] == "multiple_choice");
    let answers = question.unwrap().1["answers"].as_array().unwrap();
    assert_eq!(
        (&answers[0]["label"], &answers[1]["value"]),
        (&json!("Yes"), &json!("no"))
    );
    let hidden = entries.iter().any(|(_, entry)| entry["visible"] == false);
    assert!(!hidden, "hidden ones only when asked for");
}

#[test]
fn browser_the_place_in_a_template_course_is_known() {
    let mut course = Course::open("automation");
    let start = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(
        (
            &start["page_type"],
            &start["slide_number"],
            &start["total_slides"]
        ),
        (&json!("intro"), &json!(1), &json!(3))
    );
    assert_eq!(
        start["navigation_available"],
        json!({"next": true, "previous": false, "menu": false})
    );
    course.tool("scorm_dom_click", json!({"selector": "#next"}));
    let quiz = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(
        (&quiz["page_type"], &quiz["section_title"]),
        (&json!("assessment"), &json!("Quiz"))
    );
    let found = course.tool("scorm_dom_find_interactive_elements", json!({}));
    let question = &found["assessments"][0];
    assert_eq!(question["question_text"], "Which color?");
    assert_eq!(question["interaction_id"], "color");
    assert_eq!(question["answers"][0]["value"], "green");
    let submit = json!({"selector": question["submit_selector"]});
    assert_eq!(
        course.tool("scorm_dom_query", submit)["textContent"],
        "Check"
    );
}

#[test]
fn browser_what_is_unknown_is_null() {
    let mut course = Course::open("nested");
    let seen = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(
        (
            &seen["slide_number"],
            &seen["total_slides"],
            &seen["progress_percent"]
        ),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(
        (&seen["page_type"], &seen["activity"]),
        (&json!("content"), &json!("sco"))
    );
    assert_eq!(seen["section_title"], "Outer");
}

#[test]
fn browser_buttons_below_a_question_are_its_answers() {
    let mut course = Course::open_example("hand-washing");
    let found = course.tool("scorm_dom_find_interactive_elements", json!({}));
    let question = &found["assessments"][0];
    assert_eq!(question["type"], "multiple_choice");
    assert_eq!(question["answers"].as_array().unwrap().len(), 3);
    let context = course.tool("scorm_get_current_page_context", json!({}));
    assert_eq!(context["page_type"], "assessment");
}

#[test]
fn browser_what_only_listens_is_found_too() {
    let mut course = Course::open("dragging");
    let entries = all_entries(&mut course);
    let listed = |selector: &str| {
        let reacts = |(list, entry): &&(String, Value)| {
            list == "interactive_elements" && entry["selector"] == selector
        };
        entries.iter().filter(reacts).count()
    };
    assert_eq!(listed("#ball"), 1, "it listens to pointerdown");
    assert_eq!(listed("#leaf"), 1, "it can be dragged");
    assert_eq!(listed("#goal"), 0, "it does not react");
    // A listener around others is there for them.
    let mut course = Course::open("plain");
    course.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<ul id=outer><li id=inner>Row</li></ul>');
         document.getElementById('outer').addEventListener('click', () => {});
         document.getElementById('inner').addEventListener('mousedown', () => {});",
    );
    let entries = all_entries(&mut course);
    let selectors: Vec<&str> = entries
        .iter()
        .map(|(_, entry)| entry["selector"].as_str().unwrap())
        .collect();
    assert!(selectors.contains(&"#inner") && !selectors.contains(&"#outer"));
}
