//! What a hand or a key meets: nothing moves under it, nothing is sent unseen, nothing holds it.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;

/// A question that is several screens long.
fn long_text() -> String {
    "A line of a long report.\n\n".repeat(120)
}

#[test]
fn a_default_out_of_view_is_shown_before_it_is_sent() {
    let mut agent = Agent::start();
    let options =
        json!([{"value": "keep", "label": "Keep"}, {"value": "drop", "label": "Drop all"}]);
    let call = agent.ask(
        "single_choice",
        json!({"question": "Which?", "description": long_text(), "defaultValue": "drop", "options": options}),
    );
    let person = Person::at(&agent);
    let id = person.card("Which?");
    let in_view = format!(
        "(() => {{ const box = document.querySelector('#card-{id} .option.on').getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight }})()"
    );
    assert!(!person.run::<bool>(&format!("() => {in_view}"), &[]));
    person.press(&["Enter"]);
    person.until(&in_view);
    assert!(!agent.has_answer(call), "the first Enter only shows it");
    person.press(&["Enter"]);
    assert_eq!(agent.data(call)["answer"]["choice"], "drop");

    let call = agent.ask(
        "text_input",
        json!({"question": "Message?", "description": long_text(), "defaultText": "as before"}),
    );
    let id = person.card("Message?");
    person.press(&["Enter"]);
    person.until(&format!(
        "document.querySelector('#card-{id} textarea').getBoundingClientRect().top < innerHeight"
    ));
    assert!(!agent.has_answer(call));
    person.press(&["Enter"]);
    assert_eq!(agent.data(call)["answer"]["text"], "as before");

    // The button obeys the same rule, and a digit shows what it chose.
    let call = agent.ask(
        "planner",
        json!({"decision_context": "Plan?", "plan": long_text(), "default_action": "a", "options": ["a", "b"]}),
    );
    let id = person.card("Plan?");
    person.clicks(&format!("#card-{id} .submits .primary"));
    assert!(!agent.has_answer(call));
    person.press(&["2"]);
    person.until(&format!(
        "document.querySelector('#card-{id} .option.on').getBoundingClientRect().bottom <= innerHeight"
    ));
    person.clicks(&format!("#card-{id} .submits .primary"));
    assert_eq!(agent.data(call)["answer"]["choice"], "b");
}

#[test]
fn buttons_and_faults_stay_in_view_on_a_long_question() {
    let mut agent = Agent::start();
    let options = json!([{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]);
    agent.ask(
        "single_choice",
        json!({"question": "Which?", "description": long_text(), "options": options}),
    );
    let person = Person::at(&agent);
    let id = person.card("Which?");
    let in_view = |selector: &str| {
        person.until(&format!(
            "(() => {{ const box = document.querySelector('#card-{id} {selector}')?.getBoundingClientRect();
                return box && box.top >= 0 && box.bottom <= innerHeight && box.height > 0 }})()"
        ));
    };
    in_view("[data-submit]");
    person.clicks(&format!("#card-{id} [data-submit]"));
    in_view(".problem");
    let apart: f64 = person.run(
        "(id) => { const box = (one) => document.querySelector(`#card-${id} ${one}`).getBoundingClientRect();
            return Math.abs(box('.problem').top - box('[data-submit]').top) }",
        &[json!(id)],
    );
    assert!(apart < 60.0, "the fault stands beside the button: {apart}");
}

#[test]
fn tab_and_f6_lead_out_of_a_card() {
    let mut agent = Agent::start();
    agent.ask("text_input", json!({"question": "One?"}));
    agent.ask("text_input", json!({"question": "Two?"}));
    let person = Person::at(&agent);
    let (one, two) = (person.card("One?"), person.card("Two?"));
    let place = "() => document.activeElement.closest('.card')?.dataset.dialog ?? document.activeElement.closest('header, .skip')?.tagName ?? ''";
    let at = |wanted: &str| {
        person.until(&format!("({place})() === {}", json!(wanted)));
    };
    at(&one);
    person.press(&["F6"]);
    at(&two);
    person.press(&["F6"]);
    at("HEADER");
    person.press(&["F6"]);
    at(&one);
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..24 {
        person.press(&["Tab"]);
        seen.push(person.run(place, &[]));
    }
    assert!(
        seen.contains(&two),
        "Tab goes on to the next question: {seen:?}"
    );
    for _ in 0..30 {
        person.press(&["Shift+Tab"]);
        seen.push(person.run(place, &[]));
    }
    assert!(seen.iter().any(|place| place == "HEADER"), "{seen:?}");
}

#[test]
fn enter_sends_the_reason_of_a_refusal() {
    let mut agent = Agent::start();
    let person = Person::at(&agent);
    for (key, question) in [("Enter", "One?"), ("Control+Enter", "Two?")] {
        let call = agent.ask("text_input", json!({"question": question}));
        let id = person.card(question);
        person.clicks(&format!("#card-{id} .ends button:nth-of-type(2)"));
        person.until(&format!(
            "document.activeElement.matches('#card-{id} .panel textarea')"
        ));
        person.types("not");
        person.press(&["Shift+Enter"]);
        person.types("mine");
        person.press(&[key]);
        let data = agent.data(call);
        assert_eq!(
            (&data["status"], &data["comment"]),
            (&json!("declined"), &json!("not\nmine")),
            "{key}"
        );
    }
}

#[test]
fn the_next_card_does_not_come_under_the_pointer() {
    let mut agent = Agent::start();
    let first = agent.ask("confirm", json!({"question": "First?"}));
    let second = agent.ask("confirm", json!({"question": "Second?"}));
    let person = Person::at(&agent);
    let (one, two) = (person.card("First?"), person.card("Second?"));
    let top = |id: &str| -> f64 {
        person.run(
            "(id) => document.getElementById(`card-${id}`).getBoundingClientRect().top",
            &[json!(id)],
        )
    };
    let before = top(&two);
    person.clicks(&format!("#card-{one} [data-yes]"));
    person.sees(&format!("#card-{one}[data-phase=delivered]"));
    assert!((top(&two) - before).abs() < 1.0, "{before} {}", top(&two));
    agent.data(first);
    // The hand rests: now the page may close the gap.
    person.sees_no(&format!("#card-{one}"));
    assert!(top(&two) < before);
    assert!(!agent.has_answer(second));
}

#[test]
fn no_word_that_passes_covers_a_button() {
    let mut agent = Agent::start();
    agent.ask("confirm", json!({"question": "Stays?"}));
    let gone = agent.ask("confirm", json!({"question": "Goes?"}));
    let person = Person::at(&agent);
    person.card("Stays?");
    let id = person.card("Goes?");
    let answered = agent.call("dialog_result", json!({"dialog_id": id, "withdraw": true}));
    assert_eq!(answered["status"], "cancelled");
    agent.data(gone);
    for (width, height) in [(1440, 900), (1024, 700), (390, 844)] {
        person.commands(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}),
        );
        person.sees(".toast");
        let covered: Value = person.run(
            "() => { const toast = [...document.querySelectorAll('.toast')].find((one) => one.offsetHeight > 0);
                const mine = toast.getBoundingClientRect();
                return [...document.querySelectorAll('button, a, input, textarea, select')]
                    .filter((one) => !toast.contains(one) && one.offsetHeight > 0)
                    .filter((one) => { const box = one.getBoundingClientRect();
                        return box.left < mine.right && box.right > mine.left && box.top < mine.bottom && box.bottom > mine.top
                            && box.top >= 0 && box.bottom <= innerHeight && getComputedStyle(one).position !== 'absolute' })
                    .filter((one) => { const box = one.getBoundingClientRect();
                        return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('.toast') })
                    .map((one) => one.textContent) }",
            &[],
        );
        assert_eq!(covered, json!([]), "{width}");
    }
}
