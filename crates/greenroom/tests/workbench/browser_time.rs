//! Time passes: questions end without an answer, servers stop and come back.

use std::time::Duration;

use greenroom_dialog::Registry;
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::own_workbench::OwnWorkbench;
use crate::person::Person;

#[test]
fn silence_is_no_response() {
    let bench = OwnWorkbench::serve(tempfile::tempdir().unwrap(), Registry::standard());
    let mut program = bench.program("profile=full");
    program.call(
        json!(1),
        "confirm",
        json!({"question": "Anyone there?", "timeout_seconds": 60, "defaultToNo": true}),
    );
    let person = bench.person(&[]);
    let id = person.card("Anyone there?");
    bench.let_pass(Duration::from_secs(61));
    person.sees_no(&format!("#card-{id}"));
    person.until("document.querySelector('.toasts').textContent.includes('without an answer')");
    let error = program.reply(json!(1))["error"].clone();
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!(-32011), &json!("No response"))
    );
    assert_eq!(error["data"]["expired"], true);
    let details = &error["data"]["details"];
    assert_eq!(
        (&details["status"], &details["code"]),
        (&json!("no_response"), &json!("DIALOG_NO_RESPONSE"))
    );
    assert_eq!(
        (&details["answered"], &details["answer"]),
        (&json!(false), &Value::Null)
    );
    person.clicks("nav a[href='#/history']");
    assert!(
        person
            .sees(".entry:has(.is-no_response)")
            .contains("Anyone there?")
    );
}

/// Keeps the heartbeat of the page at hand, so that a test can let it beat, and counts what it hears.
const HOLD_THE_BEAT: &str = "
    window.beats = [];
    window.heard = 0;
    window.pongs = 0;
    const Socket = WebSocket;
    window.WebSocket = class extends Socket {
        constructor(...given) {
            super(...given);
            this.addEventListener('message', (event) => {
                window.heard += 1;
                window.pongs += event.data === '{\"type\":\"pong\"}';
            });
        }
    };
    const every = window.setInterval;
    window.setInterval = (act, pause, ...given) => pause === 15000 ? window.beats.push(act) : every(act, pause, ...given);";

#[test]
fn a_server_that_stops_is_shown_within_three_beats_and_is_found_again() {
    let mut agent = Agent::start();
    let call = agent.ask("confirm", json!({"question": "Still there?"}));
    let person = Person::prepared(&agent, &[HOLD_THE_BEAT]);
    person.card("Still there?");
    person.until("window.beats.length === 1");
    let beat = |times: usize| {
        for _ in 0..times {
            person.run::<bool>("() => { window.beats.at(-1)(); return true }", &[]);
        }
    };
    // With this answer all that was said before has come.
    beat(1);
    person.until("window.pongs === 1");
    // It lives, but it answers nothing any more: no socket is closed.
    kill_process(agent.process(), Signal::STOP).unwrap();
    let heard = || person.run::<u32>("() => window.heard", &[]);
    loop {
        let before = heard();
        beat(2);
        // What it said just before it stopped may come only now: silence begins after that.
        if heard() == before {
            break;
        }
    }
    person.sees("[data-connection=online]");
    // 15 s after the second: three beats are the 45 s after which a page counts as gone.
    beat(1);
    person.sees(".banner");
    person.sees("[data-connection=offline]");
    kill_process(agent.process(), Signal::CONT).unwrap();
    person.sees("[data-connection=online]");
    person.card("Still there?");
    assert!(!agent.has_answer(call));

    let mut agent = agent.restart();
    // After the pause between two tries, whose length `answers.test.ts` judges.
    person.sees("[data-connection=online]");
    person.card("Still there?");
    let call = agent.ask("confirm", json!({"question": "Still there?"}));
    person.sees(".waiting.yes");
    person.press(&["y"]);
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": true}));
}
