//! What developers look at: the status in the header, and every message.

use greenroom_browser::FillValue;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::{KEEP_DOWNLOADS, Person};

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

#[test]
fn messages_are_shown_filtered_with_their_replies_and_exported() {
    let mut agent = Agent::start();
    let person = Person::prepared(&agent, &[KEEP_DOWNLOADS]);
    person.clicks("nav a[href='#/inspector']");
    person.sees(".empty");
    person.clicks("[name=record]");
    person.until("document.querySelector('[name=record]').checked");
    person.clicks("nav a[href='#/questions']");
    for tool in ["confirm", "text_input"] {
        let call = agent.ask(tool, json!({"question": format!("Seen, {tool}?")}));
        person.card(&format!("Seen, {tool}?"));
        if tool == "text_input" {
            person.types("y");
            person.press(&["Enter"]);
        } else {
            person.press(&["y"]);
        }
        agent.data(call);
    }
    person.clicks("nav a[href='#/inspector']");
    person.until(
        "['confirm', 'text_input'].every((tool) => [...document.querySelectorAll('.message-tool')].some((one) => one.textContent === tool))",
    );
    let shown = || -> Vec<(String, String)> {
        person.run(
            "() => [...document.querySelectorAll('.message')].map((one) => [one.dataset.direction, one.querySelector('.message-tool').textContent])",
            &[],
        )
    };
    assert!(person.sees(".message .message-size").contains("bytes"));

    // One tool, with the replies of its requests.
    person.run::<bool>(
        "() => { [...document.querySelectorAll('.filters .chip')].find((one) => one.textContent === 'confirm').click(); return true }",
        &[],
    );
    person.until("document.querySelector('.chip[aria-pressed=true]')");
    assert!(
        shown().iter().all(|(_, tool)| tool == "confirm"),
        "{:?}",
        shown()
    );
    person.fills("[name=asker]", &FillValue::Text("testkit".into()));
    person.until("document.querySelectorAll('.message').length === 2");
    let directions: Vec<String> = shown()
        .into_iter()
        .map(|(direction, _)| direction)
        .collect();
    assert_eq!(directions, ["outgoing", "incoming"], "the newest is on top");
    person.fills("[name=direction]", &FillValue::Text("incoming".into()));
    person.until("document.querySelectorAll('.message').length === 1");
    person.clicks(".message summary");
    assert!(person.sees(".message pre").contains("tools/call"));
    person.fills("[name=direction]", &FillValue::Text(String::new()));
    person.fills("[name=text]", &FillValue::Text("NOWHERE TO BE SEEN".into()));
    person.sees(".empty");
    person.fills("[name=text]", &FillValue::Text(String::new()));
    person.until("document.querySelectorAll('.message').length === 2");

    person.clicks(".page-actions button");
    let exported = person.until("window.exported");
    assert_eq!(person.until("window.exportedAs"), "mcp-debug.json");
    let exported: Value = serde_json::from_str(exported.as_str().unwrap()).unwrap();
    let messages = exported["messages"].as_array().unwrap();
    let (first, last) = (&messages[0], &messages[1]);
    assert_eq!(
        exported["session"],
        json!({"start": first["timestamp"], "end": last["timestamp"], "messageCount": 2})
    );
    assert_eq!(
        (&first["direction"], &last["direction"]),
        (&json!("incoming"), &json!("outgoing"))
    );
    assert_eq!(
        first["message"]["id"], last["message"]["id"],
        "the reply belongs to the call"
    );
    assert_eq!(
        last["message"]["result"]["answer"],
        json!({"confirmed": true})
    );
    for message in messages {
        assert_eq!(message["size"], json!(message["message"].to_string().len()));
    }
    let written = std::fs::read(agent.home().join("exports/mcp-debug.json")).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&written).unwrap(), exported);
}
