//! What developers look at: the status in the header.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;

#[test]
fn the_header_shows_what_the_status_says() {
    let mut agent = Agent::start();
    agent.ask("confirm", json!({"question": "One?"}));
    agent.ask("confirm", json!({"question": "Two?"}));
    let person = Person::at(&agent);
    person.until("document.querySelector('[data-active]')?.dataset.active === '2'");
    let (header, status): (Value, Value) = person.run(
        "async () => {
            const reply = await fetch('/status', {headers: {Authorization: `Bearer ${sessionStorage.getItem('greenroom.token')}`}});
            return [{...document.querySelector('[data-active]').dataset}, await reply.json()];
        }",
        &[],
    );
    assert_eq!(header["connected"], status["connected"].to_string());
    assert_eq!(header["active"], status["activeDialogs"].to_string());
    let shown: u64 = header["uptime"].as_str().unwrap().parse().unwrap();
    let said = status["uptime"].as_u64().unwrap();
    // The page counts on by itself between two messages, in steps of ten seconds.
    assert!(said.abs_diff(shown) <= 10, "{shown} and {said}");
}
