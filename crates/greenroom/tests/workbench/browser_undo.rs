//! What was just answered can be undone, and is safe all the same.

use serde_json::json;

use crate::agent::Agent;
use crate::person::Person;

#[test]
fn an_answer_is_undone_by_a_click_and_given_anew() {
    let mut agent = Agent::start_anew();
    let call = agent.ask("text_input", json!({"question": "Name?"}));
    let person = Person::at(&agent);
    let id = person.card("Name?");
    person.types("Addd");
    person.press(&["Enter"]);
    person.clicks(&format!("#card-{id}[data-phase=held] [data-undo]"));
    person.card("Name?");
    person.until(&format!(
        "document.activeElement.matches('#card-{id} textarea') && document.activeElement.value === 'Addd'"
    ));
    assert!(!agent.has_answer(call));
    person.press(&["End", "Backspace", "Backspace", "a", "Enter"]);
    person.sees(&format!("#card-{id}[data-phase=delivered]"));
    assert_eq!(agent.data(call)["answer"], json!({"text": "Ada"}));
}

#[test]
fn escape_on_an_untouched_card_has_a_way_back() {
    let mut agent = Agent::start_anew();
    let call = agent.ask("confirm", json!({"question": "Ship it?"}));
    let person = Person::at(&agent);
    let id = person.card("Ship it?");
    person.press(&["Escape"]);
    let line = person.sees(&format!("#card-{id}[data-phase=held]"));
    assert!(
        line.contains("Cancelled") && line.contains("Ship it?"),
        "{line}"
    );
    person.press(&["Control+z"]);
    person.card("Ship it?");
    assert!(!agent.has_answer(call));
    person.press(&["y"]);
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": true}));
}

#[test]
fn an_answer_counts_when_the_page_is_gone() {
    let mut agent = Agent::start_anew();
    let call = agent.ask("confirm", json!({"question": "Really?"}));
    let person = Person::at(&agent);
    let id = person.card("Really?");
    person.press(&["y"]);
    person.sees(&format!("#card-{id}[data-phase=held]"));
    drop(person);
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": true}));
}

#[test]
fn another_page_and_a_reload_see_the_same_and_can_undo_it() {
    let mut agent = Agent::start_anew();
    let call = agent.ask("confirm", json!({"question": "Both see it?"}));
    let one = Person::at(&agent);
    let other = one.lets_in(&agent, &[]);
    let id = one.card("Both see it?");
    other.card("Both see it?");
    one.press(&["y"]);
    let line = other.sees(&format!("#card-{id}[data-phase=held]"));
    assert!(line.contains("another window"), "{line}");
    other.clicks(&format!("#card-{id} [data-undo]"));
    one.card("Both see it?");
    assert!(!agent.has_answer(call));
    one.press(&["n"]);
    other.sees(&format!("#card-{id}[data-phase=held]"));
    other.reload();
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": false}));
    other.sees_no(&format!("#card-{id}"));
}
