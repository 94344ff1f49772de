//! What was entered is never lost: reload, restart, cut sockets, two tabs, queues.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;

/// Keeps the page's sockets at hand, so that a test can cut them and keep new ones from opening.
const HOLD_SOCKETS: &str = "
    window.sockets = [];
    window.cut = false;
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            window.sockets.push(this);
            if (window.cut) this.close();
        }
    };";

#[test]
fn the_same_call_again_is_the_same_card() {
    let mut agent = Agent::start();
    let arguments = json!({"question": "Still there?"});
    let first = agent.ask("confirm", arguments.clone());
    let person = Person::at(&agent);
    let id = person.card("Still there?");
    let second = agent.ask("confirm", arguments);
    // A later question shows that the second call has been taken.
    let other = agent.ask("text_input", json!({"question": "And this?"}));
    person.sees(".card:nth-of-type(2)");
    let cards: usize = person.run("() => document.querySelectorAll('.card').length", &[]);
    assert_eq!(cards, 2);
    person.clicks(&format!("#card-{id} [data-yes]"));
    let (first, second) = (agent.data(first), agent.data(second));
    assert_eq!(first["dialog_id"], json!(id));
    assert_eq!(second["dialog_id"], json!(id));
    assert_eq!(second["answer"], json!({"confirmed": true}));
    assert!(!agent.has_answer(other));
}

#[test]
fn ten_questions_show_three_cards_and_a_queue() {
    let mut agent = Agent::start();
    let calls: Vec<(String, i64)> = (0..10)
        .map(|number| {
            let question = format!("Number {number}?");
            let call = agent.ask("text_input", json!({"question": question}));
            (question, call)
        })
        .collect();
    let person = Person::at(&agent);
    person.until("document.querySelectorAll('[data-queued]').length === 7");
    let shown: usize = person.run("() => document.querySelectorAll('.card').length", &[]);
    assert_eq!(shown, 3);
    let places: Vec<u32> = person.run(
        "() => [...document.querySelectorAll('[data-queued]')].map((one) => one.value)",
        &[],
    );
    assert_eq!(places, [1, 2, 3, 4, 5, 6, 7]);

    // The human may pick one.
    let picked = "[data-queued]:nth-child(7)";
    let id: String = person.run(
        "(picked) => document.querySelector(picked).dataset.queued",
        &[json!(picked)],
    );
    person.clicks(&format!("{picked} button"));
    person.sees(&format!("#card-{id}"));
    person.until("document.querySelectorAll('.card').length === 3");

    for _ in 0..10 {
        let open = person.until(
            "[...document.querySelectorAll('.card[data-phase=open]:not([data-guarded])')]
                .map((card) => ({id: card.dataset.dialog, question: card.querySelector('.question').textContent}))[0]",
        );
        let card = format!("#card-{}", open["id"].as_str().unwrap());
        person.clicks(&format!("{card} textarea"));
        person.types(open["question"].as_str().unwrap());
        person.press(&["Enter"]);
        person.sees_no(&card);
    }
    for (question, call) in calls {
        assert_eq!(agent.data(call)["answer"], json!({"text": question}));
    }
}

#[test]
fn a_reload_while_typing_and_a_restart_lose_nothing() {
    let mut agent = Agent::start();
    let plan =
        json!({"decision_context": "Which way?", "options": ["left", "right"], "project": "maze"});
    agent.ask("planner", plan.clone());
    let person = Person::at(&agent);
    let id = person.card("Which way?");
    person.press(&["2"]);
    person.clicks(&format!("#card-{id} textarea"));
    person.types("because of the");
    person.drops_image(&id, "map.png");
    person.clicks(&format!("#card-{id} textarea"));
    person.press(&["End"]);
    person.types(" sign");
    // At once: the second of the debounce has not passed.
    person.reload();
    let restored = || {
        person.card("Which way?");
        person.until(&format!(
            "document.querySelector('#card-{id} textarea').value === 'because of the sign'"
        ));
        person.until(&format!(
            "document.querySelector('#card-{id} [value=right]').checked"
        ));
        person.sees(&format!("#card-{id} .preview img[alt='map.png']"));
    };
    restored();

    // The draft has reached the disk when the server has it; a question and its answer come after.
    person.clicks(&format!("#card-{id} textarea"));
    person.press(&["End"]);
    person.types("!");
    person.press(&["Backspace"]);
    person.run::<bool>(
        "() => { window.dispatchEvent(new Event('pagehide')); return true }",
        &[],
    );
    let between = agent.ask("text_input", json!({"question": "Ready?"}));
    let ready = person.card("Ready?");
    person.clicks(&format!("#card-{ready} textarea"));
    person.types("yes");
    person.press(&["Enter"]);
    agent.data(between);

    let mut agent = agent.restart();
    // A server is there when a question comes; the open card comes back by itself.
    let call = agent.ask("planner", plan);
    person.sees("[data-connection=online]");
    person.until(&format!(
        "document.querySelector('#card-{id} .waiting.yes')"
    ));
    person.run::<bool>("() => { sessionStorage.removeItem(Object.keys(sessionStorage).find((key) => key.includes('draft'))); return true }", &[]);
    person.reload();
    restored();
    person.clicks(&format!("#card-{id} .submits .primary"));
    let data = agent.data(call);
    assert_eq!(data["dialog_id"], json!(id));
    assert_eq!(data["answer"]["additionalContext"], "because of the sign");
    assert_eq!(data["attachments"][0]["name"], "map.png");
}

#[test]
fn a_cut_socket_keeps_the_text_and_the_answer_follows() {
    let mut agent = Agent::start();
    let call = agent.ask("text_input", json!({"question": "What now?"}));
    let person = Person::prepared(&agent, &[HOLD_SOCKETS]);
    let id = person.card("What now?");
    person.types("half of it");
    person.run::<bool>(
        "() => { window.cut = true; for (const one of window.sockets) one.close(); return true }",
        &[],
    );
    person.sees(".banner");
    person.types(" and the rest");
    person.press(&["Enter"]);
    person.sees(&format!("#card-{id}[data-phase=sending]"));
    assert!(!agent.has_answer(call));
    person.run::<bool>("() => { window.cut = false; return true }", &[]);
    assert_eq!(
        agent.data(call)["answer"],
        json!({"text": "half of it and the rest"})
    );
    person.sees_no(".banner");
    person.sees_no(&format!("#card-{id}"));
}

#[test]
fn two_tabs_answer_once() {
    let mut agent = Agent::start();
    let call = agent.ask("text_input", json!({"question": "Who is first?"}));
    // The slow one holds its answer back until the other has answered.
    let slow = Person::prepared(
        &agent,
        &["
        window.held = [];
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            if (text.includes('dialog-response')) window.held.push(() => send.call(this, text));
            else send.call(this, text);
        };
        Object.defineProperty(WebSocket.prototype, 'onmessage', {set(take) {
            this.addEventListener('message', (event) => {
                if (!event.data.includes('dialog-state-change')) take.call(this, event);
            });
        }});"],
    );
    let quick = slow.lets_in(&agent, &[]);
    let id = slow.card("Who is first?");
    slow.types("the slow one");
    slow.press(&["Enter"]);
    slow.until("window.held.length === 1");
    quick.card("Who is first?");
    quick.types("the quick one");
    quick.press(&["Enter"]);
    let data = agent.data(call);
    assert_eq!(data["answer"], json!({"text": "the quick one"}));
    slow.run::<bool>("() => { window.held[0](); return true }", &[]);
    slow.until("document.querySelector('.toasts').textContent.includes('Already answered')");
    slow.sees_no(&format!("#card-{id}"));
    let again = agent.call("dialog_result", json!({"dialog_id": id}));
    assert_eq!(again["answer"], json!({"text": "the quick one"}));
}

#[test]
fn a_card_answered_elsewhere_closes_here() {
    let mut agent = Agent::start();
    let call = agent.ask("confirm", json!({"question": "Both see it?"}));
    let one = Person::at(&agent);
    let other = one.lets_in(&agent, &[]);
    let id = one.card("Both see it?");
    other.card("Both see it?");
    other.press(&["y"]);
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": true}));
    one.sees_no(&format!("#card-{id}"));
    one.until("document.querySelector('.toasts').textContent.includes('another window')");
    let opened: Value = agent.call("dialog_result", json!({"wait_seconds": 0}));
    assert_eq!(opened["open"], json!([]));
}

#[test]
fn delivered_is_said_only_when_the_disk_has_the_answer() {
    let mut agent = Agent::start();
    let call = agent.ask("text_input", json!({"question": "Worth keeping?"}));
    let person = Person::at(&agent);
    let id = person.card("Worth keeping?");
    person.types("very much");
    let journal = agent.home().join("dialogs/journal.jsonl");
    let aside = agent.home().join("aside");
    std::fs::rename(&journal, &aside).unwrap();
    std::os::unix::fs::symlink("/dev/full", &journal).unwrap();
    person.press(&["Enter"]);
    let reason = person.sees(&format!("#card-{id}[data-phase=failed] .problem"));
    assert!(reason.contains("could not be stored"), "{reason}");
    person.until(&format!(
        "document.querySelector('#card-{id} textarea').value === 'very much'"
    ));
    assert!(!agent.has_answer(call));
    std::fs::remove_file(&journal).unwrap();
    std::fs::rename(&aside, &journal).unwrap();
    person.clicks(&format!("#card-{id} [data-submit]"));
    person.sees(&format!("#card-{id}[data-phase=delivered]"));
    assert_eq!(agent.data(call)["answer"], json!({"text": "very much"}));
}
