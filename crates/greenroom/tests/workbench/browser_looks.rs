//! Looks and accessibility: schemes, motion, languages, names, focus, contrast.

use greenroom_browser::FillValue;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;

/// Findings that would keep people out.
fn serious(person: &Person) -> Vec<String> {
    person.run(
        "async () => (await axe.run()).violations
            .filter((one) => ['serious', 'critical'].includes(one.impact))
            .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)",
        &[],
    )
}

fn scheme(person: &Person, name: &str) {
    let features = json!({"features": [
        {"name": "prefers-color-scheme", "value": name},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]});
    person.commands("Emulation.setEmulatedMedia", &features);
}

#[test]
fn axe_finds_nothing_serious_in_light_and_dark() {
    let mut agent = Agent::start();
    agent.ask(
        "planner",
        json!({"decision_context": "**Which** [way](https://example.org)?", "plan": "1. go\n2. stay", "options": ["a", "b"],
            "visual_output": "| a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\nfn main() {} // x\n```\n- [x] done"}),
    );
    agent.ask(
        "multi_choice",
        json!({"question": "Which?", "options": [
            {"value": "1", "label": "One", "group": "Odd", "tags": ["small"]}, {"value": "2", "label": "Two", "disabled": true}]}),
    );
    agent.ask(
        "confirm",
        json!({"question": "Sure?", "isDangerous": true, "warning": "No way back"}),
    );
    agent.ask("text_input", json!({"question": "Waiting?"}));
    let person = Person::prepared(&agent, &[greenroom_assets::AXE]);
    person.until("document.querySelectorAll('.card').length === 3");
    for name in ["light", "dark"] {
        scheme(&person, name);
        person.until(&format!(
            "matchMedia('(prefers-color-scheme: {name})').matches"
        ));
        for view in ["questions", "pages", "history", "inspector", "settings"] {
            person.clicks(&format!("nav a[href='#/{view}']"));
            person.sees(&format!(".view-{view} h1"));
            assert_eq!(serious(&person), Vec::<String>::new(), "{view} in {name}");
        }
    }
    let ground = |person: &Person| -> String {
        person.run(
            "() => getComputedStyle(document.documentElement).backgroundColor",
            &[],
        )
    };
    let dark = ground(&person);
    person.fills("[name=theme]", &FillValue::Text("light".into()));
    person.until(&format!(
        "getComputedStyle(document.documentElement).backgroundColor !== {}",
        json!(dark)
    ));
    person.clicks("nav a[href='#/questions']");
    let moving: Vec<String> = person.run(
        "() => [...document.querySelectorAll('.card, button, .option')].map((one) => getComputedStyle(one).animationName).filter((name) => name !== 'none')",
        &[],
    );
    assert_eq!(moving, Vec::<String>::new(), "reduced motion");
}

#[test]
fn the_page_speaks_two_languages() {
    let mut agent = Agent::start();
    agent.ask("confirm", json!({"question": "Sprache?"}));
    let person = Person::at(&agent);
    person.clicks("nav a[href='#/settings']");
    person.fills("[name=language]", &FillValue::Text("de".into()));
    person.until("document.documentElement.lang === 'de'");
    person.clicks("nav a[href='#/questions']");
    let id = person.card("Sprache?");
    assert!(
        person
            .sees(&format!("#card-{id} [data-yes]"))
            .starts_with("Ja")
    );
    person.reload();
    let id = person.card("Sprache?");
    assert!(
        person
            .sees(&format!("#card-{id} .ends"))
            .starts_with("Abbrechen"),
        "it is remembered"
    );
}

#[test]
fn cards_are_named_dialogs_that_take_the_focus_and_give_it_back() {
    let mut agent = Agent::start();
    let first = agent.ask("confirm", json!({"question": "Warm up?"}));
    let person = Person::at(&agent);
    person.card("Warm up?");
    person.press(&["y"]);
    agent.data(first);
    person.sees(".empty");
    // The person is busy elsewhere: the card is announced, and takes nothing away.
    person.clicks("[name=note]");
    let call = agent.ask("single_choice", json!({"title": "Fruit", "question": "Which one?", "options": [
        {"value": "a", "label": "Apple", "description": "red"}, {"value": "b", "label": "Banana"}]}));
    person.until("document.querySelector('#announcements').textContent.includes('Which one?')");
    let id = person.card("Which one?");
    let named: Value = person.run(
        "(id) => { const card = document.getElementById(`card-${id}`);
            const text = (name) => document.getElementById(card.getAttribute(name)).textContent;
            return [card.getAttribute('role'), text('aria-labelledby'), text('aria-describedby')] }",
        &[json!(id)],
    );
    assert_eq!(named, json!(["dialog", "Fruit", "Which one?"]));
    // From wherever the focus is outside of cards.
    person.run::<bool>(
        "() => { document.getElementById('main').focus(); return true }",
        &[],
    );
    person.press(&["F6"]);
    person.until("document.activeElement.matches('.card input[type=radio]')");
    let mut seen = Vec::new();
    for _ in 0..12 {
        person.press(&["Tab"]);
        let place: String = person.run("() => document.activeElement.closest('.card') ? document.activeElement.textContent || document.activeElement.value : 'outside'", &[]);
        seen.push(place);
    }
    assert!(seen.iter().any(|place| place == "Submit"), "{seen:?}");
    assert!(
        seen.iter().any(|place| place == "outside"),
        "no trap: {seen:?}"
    );
    person.run::<bool>(
        "() => { document.getElementById('main').focus(); return true }",
        &[],
    );
    person.press(&["F6"]);
    person.until("document.activeElement.matches('.card input[type=radio]')");
    person.press(&["1", "Enter"]);
    assert_eq!(agent.data(call)["answer"]["choice"], "a");
    person.sees_no(&format!("#card-{id}"));
    person.until("document.activeElement.id === 'main'");
}
