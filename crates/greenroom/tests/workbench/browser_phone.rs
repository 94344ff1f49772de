//! A dangerous question on a phone: the safe answer first, and no single touch says yes.

use serde_json::json;

use crate::agent::Agent;
use crate::person::Person;

#[test]
fn a_dangerous_yes_takes_two_touches_on_a_phone() {
    let mut agent = Agent::start();
    let call = agent.ask(
        "confirm",
        json!({"question": "Delete all?", "isDangerous": true, "yesLabel": "Delete"}),
    );
    let person = Person::at(&agent);
    person.commands(
        "Emulation.setDeviceMetricsOverride",
        &json!({"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true}),
    );
    person.commands(
        "Emulation.setTouchEmulationEnabled",
        &json!({"enabled": true, "maxTouchPoints": 1}),
    );
    let id = person.card("Delete all?");
    let (no, yes) = (
        format!("#card-{id} [data-no]"),
        format!("#card-{id} [data-yes]"),
    );
    let top = |selector: &str| -> f64 {
        person.run(
            "(one) => document.querySelector(one).getBoundingClientRect().top",
            &[json!(selector)],
        )
    };
    assert!(top(&no) < top(&yes), "the safe answer comes first");
    person.taps(&yes);
    let armed = person.sees(&format!("{yes}[data-armed]"));
    assert!(
        armed.contains("Tap again") && armed.contains("Delete"),
        "{armed}"
    );
    assert!(!agent.has_answer(call), "one touch is none");
    // Another touch at once is still the first one.
    person.until("new Promise((done) => setTimeout(() => done(true), 350))");
    person.taps(&yes);
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": true}));
}
