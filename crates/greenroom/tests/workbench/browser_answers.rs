//! Each kind of dialog, answered, cancelled and declined by keys and clicks.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;

fn choices() -> Value {
    json!([
        {"value": "a", "label": "Apple"},
        {"value": "b", "label": "Banana", "description": "yellow"},
        {"value": "c", "label": "Cherry", "disabled": true},
        {"value": "d", "label": "Date"},
    ])
}

/// Asks, lets the person act, and gives back the data of the result.
#[expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]
fn ask(
    agent: &mut Agent,
    person: Option<Person>,
    tool: &str,
    arguments: Value,
    act: impl FnOnce(&Person, &str),
) -> (Person, Value) {
    let call = agent.ask(tool, arguments.clone());
    let person = person.unwrap_or_else(|| Person::at(agent));
    let question = arguments
        .get("question")
        .unwrap_or(&arguments["decision_context"]);
    let id = person.card(question.as_str().unwrap());
    // The card before leaves a moment later, and this one moves up.
    person.sees_no(".card.is-delivered");
    act(&person, &id);
    let data = agent.data(call);
    assert_eq!(data["dialog_id"], json!(id));
    (person, data)
}

#[test]
fn each_dialog_is_answered_by_keyboard_alone() {
    let mut agent = Agent::start();
    let (person, data) = ask(
        &mut agent,
        None,
        "planner",
        json!({"decision_context": "Where to begin?", "options": [
            {"label": "API", "value": "api"}, {"label": "UI", "value": "ui"}]}),
        |person, _| person.press(&["d", "2", "Enter"]),
    );
    let answer = json!({"choice": "ui", "thinkingMode": "deep", "additionalContext": "", "intent": "execute"});
    assert_eq!(data["answer"], answer);
    assert_eq!(data["source"], "human");

    let (person, data) = ask(
        &mut agent,
        Some(person),
        "text_input",
        json!({"question": "What is it called?"}),
        |person, _| {
            // Letters and digits are text here, whatever they mean elsewhere.
            person.types("1 yqn?");
            person.press(&["Shift+Enter"]);
            person.types("two");
            person.press(&["Enter"]);
        },
    );
    assert_eq!(data["answer"], json!({"text": "1 yqn?\ntwo"}));

    let (person, data) = ask(
        &mut agent,
        Some(person),
        "text_input",
        json!({"question": "Which code?", "expectsCode": true}),
        |person, _| {
            person.types("a\tb\nc");
            person.press(&["Control+Enter"]);
        },
    );
    assert_eq!(
        data["answer"],
        json!({"text": "a\tb\nc"}),
        "Tab and Enter are code"
    );

    let (person, data) = ask(
        &mut agent,
        Some(person),
        "single_choice",
        json!({"question": "Which fruit?", "options": choices()}),
        |person, _| person.press(&["2", "3", "Enter"]),
    );
    assert_eq!(
        data["answer"],
        json!({"choice": "b", "label": "Banana"}),
        "3 is disabled"
    );

    let (person, data) = ask(
        &mut agent,
        Some(person),
        "multi_choice",
        json!({"question": "Which fruits?", "options": choices()}),
        |person, _| person.press(&["Control+a", "2", "Enter"]),
    );
    assert_eq!(
        data["answer"],
        json!({"choices": ["a", "d"], "labels": ["Apple", "Date"]})
    );

    let (person, data) = ask(
        &mut agent,
        Some(person),
        "screenshot_request",
        json!({"question": "How does it look?"}),
        |person, id| {
            // Past the buttons; how many there are depends on what the browser can capture.
            let in_text = format!("() => document.activeElement.matches('#card-{id} textarea')");
            while !person.run::<bool>(&in_text, &[]) {
                person.press(&["Tab"]);
            }
            person.types("I have no screen");
            person.press(&["Enter"]);
        },
    );
    assert_eq!(
        data["answer"],
        json!({"additionalText": "I have no screen"})
    );

    let (_, data) = ask(
        &mut agent,
        Some(person),
        "confirm",
        json!({"question": "Ship it?"}),
        |person, _| person.press(&["Enter"]),
    );
    assert_eq!(data["answer"], json!({"confirmed": true}));
}

#[test]
fn cancelling_is_not_a_no_and_silence_is_neither() {
    let mut agent = Agent::start();
    let question = |text: &str| json!({"question": text});
    let (person, data) = ask(
        &mut agent,
        None,
        "confirm",
        question("One?"),
        |person, _| {
            person.press(&["Escape"]);
        },
    );
    assert_eq!(data["status"], "cancelled");
    assert_eq!(
        (&data["answered"], &data["answer"]),
        (&json!(false), &Value::Null)
    );
    let (person, data) = ask(
        &mut agent,
        Some(person),
        "confirm",
        question("Two?"),
        |person, _| {
            person.press(&["n"]);
        },
    );
    assert_eq!(data["answer"], json!({"confirmed": false}));
    assert_eq!(data["status"], "answered");
    let (person, data) = ask(
        &mut agent,
        Some(person),
        "confirm",
        question("Three?"),
        |person, id| {
            person.clicks(&format!("#card-{id} .ends button:nth-of-type(2)"));
            person.sees(&format!("#card-{id} .panel textarea"));
            person.types("not mine to say");
            person.clicks(&format!("#card-{id} .panel .danger"));
        },
    );
    assert_eq!(data["status"], "declined");
    assert_eq!(data["comment"], "not mine to say");
    let late = agent.ask("confirm", json!({"question": "Four?"}));
    person.card("Four?");
    assert!(!agent.has_answer(late), "nobody acted");
}

#[test]
fn a_comment_goes_with_every_act() {
    let mut agent = Agent::start();
    let comment = |person: &Person, id: &str, text: &str| {
        person.clicks(&format!("#card-{id} .add-comment"));
        person.until(&format!(
            "document.activeElement.matches('#card-{id} [data-comment]')"
        ));
        person.types(text);
    };
    let (person, data) = ask(
        &mut agent,
        None,
        "single_choice",
        json!({"question": "Which?", "options": choices()}),
        |person, id| {
            person.press(&["1"]);
            comment(person, id, "the red one");
            person.press(&["Enter"]);
        },
    );
    assert_eq!(data["answer"]["choice"], "a");
    assert_eq!(data["comment"], "the red one");
    let (_, data) = ask(
        &mut agent,
        Some(person),
        "confirm",
        json!({"question": "Really?"}),
        |person, id| {
            comment(person, id, "ask me later");
            person.press(&["Escape"]);
            person.sees(&format!("#card-{id} .panel"));
            person.clicks(&format!("#card-{id} .panel .danger"));
        },
    );
    assert_eq!(data["status"], "cancelled");
    assert_eq!(data["comment"], "ask me later");
}

#[test]
fn choices_can_be_answered_in_words() {
    let mut agent = Agent::start();
    let in_words = |person: &Person, id: &str| {
        person.press(&["Alt+t"]);
        person.until(&format!(
            "document.activeElement.matches('#card-{id} textarea')"
        ));
        person.types("neither 1 nor 2");
        person.press(&["Enter"]);
    };
    let (person, data) = ask(
        &mut agent,
        None,
        "single_choice",
        json!({"question": "Which?", "options": choices()}),
        in_words,
    );
    let answer = json!({"choice": null, "label": null, "text": "neither 1 nor 2"});
    assert_eq!(data["answer"], answer);
    let (_, data) = ask(
        &mut agent,
        Some(person),
        "multi_choice",
        json!({"question": "Which ones?", "options": choices()}),
        in_words,
    );
    let answer = json!({"choices": [], "labels": [], "text": "neither 1 nor 2"});
    assert_eq!(data["answer"], answer);
}

#[test]
fn the_pressed_button_is_the_intent_and_the_mode_is_remembered() {
    let mut agent = Agent::start();
    let plan = |text: &str| json!({"decision_context": text, "options": ["x"]});
    let write = |person: &Person, id: &str| {
        person.clicks(&format!("#card-{id} textarea"));
        person.types("q n d u");
    };
    let (person, data) = ask(&mut agent, None, "planner", plan("First?"), |person, id| {
        person.press(&["u"]);
        write(person, id);
        person.press(&["Enter"]);
        person.types("more");
        person.press(&["Alt+Enter"]);
    });
    let answer = json!({"choice": null, "thinkingMode": "ultra", "additionalContext": "q n d u\nmore", "intent": "plan"});
    assert_eq!(data["answer"], answer);
    let (person, data) = ask(
        &mut agent,
        Some(person),
        "planner",
        plan("Second?"),
        |person, id| {
            write(person, id);
            person.press(&["Control+Shift+Enter"]);
        },
    );
    let answer = json!({"choice": null, "thinkingMode": "ultra", "additionalContext": "q n d u", "intent": "execute_and_reopen"});
    assert_eq!(data["answer"], answer);
    let (_, data) = ask(
        &mut agent,
        Some(person),
        "planner",
        plan("Third?"),
        |person, id| {
            person.press(&["q", "1"]);
            person.clicks(&format!("#card-{id} .submits .primary"));
        },
    );
    let answer = json!({"choice": "x", "thinkingMode": "quick", "additionalContext": "", "intent": "execute"});
    assert_eq!(data["answer"], answer);
}

#[test]
fn question_mark_lists_the_keys() {
    let mut agent = Agent::start();
    let call = agent.ask("confirm", json!({"question": "Keys?"}));
    let person = Person::at(&agent);
    person.card("Keys?");
    person.press(&["?"]);
    let list = person.sees("#keys[open]");
    for key in ["Ctrl+Enter", "Alt+Enter", "Alt+T", "Esc", "F6"] {
        assert!(list.contains(key), "{key}");
    }
    person.press(&["y"]);
    assert!(
        !agent.has_answer(call),
        "keys do not reach the card behind the list"
    );
    person.press(&["Escape"]);
    person.sees_no("#keys[open]");
    person.press(&["y"]);
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": true}));
}
