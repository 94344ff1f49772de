//! Every parameter of every dialog shows on its card.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;

/// Asks, finds the card, lets the person act; the data of the result.
fn ask(
    agent: &mut Agent,
    person: &Person,
    tool: &str,
    arguments: &Value,
    act: impl FnOnce(&str),
) -> Value {
    let call = agent.ask(tool, arguments.clone());
    let question = arguments
        .get("question")
        .unwrap_or(&arguments["decision_context"]);
    let id = person.card(question.as_str().unwrap());
    act(&format!("#card-{id}"));
    agent.data(call)
}

#[test]
fn planner_shows_all_it_was_given() {
    let mut agent = Agent::start();
    let person = Person::at(&agent);
    let plan = json!({
        "title": "The way", "decision_context": "Which way?", "project": "maze", "session_label": "night",
        "visual_output": "## A map", "plan": "1. walk", "default_action": "right",
        "options": ["left", {"value": "right", "label": "To the right", "description": "longer"}],
    });
    let data = ask(&mut agent, &person, "planner", &plan, |card| {
        assert_eq!(person.sees(&format!("{card} h2")), "The way");
        let labels = person.sees(&format!("{card} .labels"));
        for label in ["maze", "testkit", "night", "planner"] {
            assert!(labels.contains(label), "{labels}");
        }
        assert_eq!(
            person.sees(&format!("{card} .visual-output")).trim(),
            "A map"
        );
        person.sees(&format!("{card} details.plan li"));
        person.clicks(&format!("{card} details.plan summary"));
        person.sees(&format!("{card} details.plan:not([open])"));
        assert!(
            person
                .sees(&format!("{card} .option:has([value=right])"))
                .contains("longer")
        );
        person.until(&format!(
            "document.querySelector('{card} [value=right]').checked"
        ));
        // The mode that nobody chose is "normal".
        person.until(&format!(
            "document.querySelector('{card} [value=normal]').checked"
        ));
        person.clicks(&format!("{card} .submits .primary"));
    });
    let answer = json!({"choice": "right", "thinkingMode": "normal", "additionalContext": "", "intent": "execute"});
    assert_eq!(data["answer"], answer);

    let free =
        json!({"decision_context": "Anything?", "options": [], "default_action": "take a rest"});
    for (key, mode) in [
        ("q", "quick"),
        ("d", "deep"),
        ("u", "ultra"),
        ("n", "normal"),
    ] {
        let data = ask(&mut agent, &person, "planner", &free, |card| {
            assert!(
                person
                    .sees(&format!("{card} .suggested"))
                    .contains("take a rest")
            );
            person.sees_no(&format!("{card} .visual-output"));
            person.sees_no(&format!("{card} .plan"));
            // The text has the focus; letters count outside of it.
            person.clicks(&format!("{card} h2"));
            person.press(&[key]);
            person.until(&format!(
                "document.querySelector('{card} [value={mode}]').checked"
            ));
            person.clicks(&format!("{card} textarea"));
            person.types("qdun");
            person.press(&["Control+Enter"]);
        });
        assert_eq!(
            (
                &data["answer"]["thinkingMode"],
                &data["answer"]["additionalContext"]
            ),
            (&json!(mode), &json!("qdun"))
        );
    }
}

#[test]
fn texts_begin_and_end_as_they_should() {
    let mut agent = Agent::start();
    let person = Person::at(&agent);
    let asked = json!({
        "question": "Your name?", "description": "As in the passport", "placeholder": "Ada",
        "maxLength": 5,
    });
    let data = ask(&mut agent, &person, "text_input", &asked, |card| {
        assert_eq!(
            person.sees(&format!("{card} .description")).trim(),
            "As in the passport"
        );
        person.sees(&format!("{card} textarea[placeholder=Ada][rows='4']"));
        person.press(&["Enter"]);
        person.sees(&format!("{card} .problem"));
        person.types("123456");
        person.press(&["Enter"]);
        assert!(person.sees(&format!("{card} .problem")).contains('5'));
        person.press(&["Backspace", "Enter"]);
    });
    assert_eq!(data["answer"], json!({"text": "12345"}));

    let optional = json!({"question": "More?", "required": false});
    let data = ask(&mut agent, &person, "text_input", &optional, |_| {
        person.press(&["Enter"]);
    });
    assert_eq!(data["answer"], json!({"text": ""}));

    let code = json!({"question": "Code?", "defaultText": "let x;", "expectsCode": true});
    let data = ask(&mut agent, &person, "text_input", &code, |card| {
        person.sees(&format!("{card} textarea.code[rows='8']"));
        person.press(&["Control+End"]);
        person.types(" x += 1;");
        person.press(&["Control+Enter"]);
    });
    assert_eq!(data["answer"], json!({"text": "let x; x += 1;"}));
}

#[test]
fn choices_keep_groups_tags_and_bounds() {
    let mut agent = Agent::start();
    let person = Person::at(&agent);
    let one = json!({"question": "Which one?", "description": "Only one", "defaultValue": "b", "options": [
        {"value": "a", "label": "A"}, {"value": "b", "label": "B", "description": "the usual one"}]});
    let data = ask(&mut agent, &person, "single_choice", &one, |card| {
        person.until(&format!(
            "document.querySelector('{card} [value=b]').checked"
        ));
        assert!(
            person
                .sees(&format!("{card} .option.on"))
                .contains("the usual one")
        );
        person.press(&["Enter"]);
    });
    assert_eq!(data["answer"], json!({"choice": "b", "label": "B"}));

    let several = json!({
        "question": "Which ones?", "minSelections": 2, "maxSelections": 2,
        "options": [
            {"value": "a", "label": "A", "group": "Letters", "tags": ["old"], "checked": true},
            {"value": "1", "label": "One", "group": "Digits", "tags": ["new"]},
            {"value": "2", "label": "Two", "group": "Digits", "tags": ["old"]},
            {"value": "3", "label": "Three", "group": "Digits", "disabled": true},
        ],
    });
    let data = ask(&mut agent, &person, "multi_choice", &several, |card| {
        person.until(&format!(
            "document.querySelector('{card} [value=a]').checked"
        ));
        let headings: Vec<String> = person.run(
            "(card) => [...document.querySelectorAll(`${card} .option-group h3`)].map((one) => one.textContent)",
            &[json!(card)],
        );
        assert_eq!(headings, ["Letters", "Digits"]);
        person.press(&["Enter"]);
        assert!(
            person
                .sees(&format!("{card} .problem"))
                .contains("at least 2")
        );
        person.clicks(&format!("{card} .tags .chip:nth-of-type(2)"));
        person.until(&format!(
            "document.querySelectorAll('{card} .option').length === 1"
        ));
        person.clicks(&format!("{card} .tags .chip:nth-of-type(1)"));
        person.clicks(&format!("{card} .option:has([value='1'])"));
        person.clicks(&format!("{card} .option:has([value='2'])"));
        person.clicks(&format!("{card} [data-submit]"));
        assert!(
            person
                .sees(&format!("{card} .problem"))
                .contains("at most 2")
        );
        person.clicks(&format!("{card} .option:has([value='1'])"));
        person.clicks(&format!("{card} [data-submit]"));
    });
    assert_eq!(
        data["answer"],
        json!({"choices": ["a", "2"], "labels": ["A", "Two"]})
    );

    let none = json!({"question": "Any at all?", "allowEmpty": true, "options": [{"value": "a", "label": "A"}]});
    let data = ask(&mut agent, &person, "multi_choice", &none, |card| {
        person.clicks(&format!("{card} [data-submit]"));
    });
    assert_eq!(data["answer"], json!({"choices": [], "labels": []}));
}
