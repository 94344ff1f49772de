//! People who watch what an agent plays, and take it from its hands.

use std::time::Instant;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;
use crate::playing::bundled;
use crate::watching::{PICTURE, clicks_in_picture, place_of, playing, until, watch, watching};

/// How many frames the person was shown.
fn frames(person: &Person) -> u64 {
    let count = person.until(&format!(
        "Number(document.querySelector({PICTURE:?}).dataset.frames)"
    ));
    count.as_u64().unwrap()
}

/// Where the learner is, by the course's own word.
fn location(agent: &mut Agent, session_id: &str) -> Value {
    let asked = json!({"session_id": session_id, "elements": ["cmi.location"]});
    agent.call("scorm_data_model_get", asked)["data"].clone()
}

#[test]
fn frames_come_while_something_moves_and_stop_when_nobody_looks() {
    let (mut agent, session_id) = playing(&bundled("tea-tasting"), "");
    let person = watching(&agent, &session_id);
    agent.call(
        "scorm_dom_evaluate",
        json!({"session_id": session_id, "expression":
            "(() => { const turn = () => { document.body.style.opacity = 0.5 + Math.random() / 2;
                window.turning = requestAnimationFrame(turn) }; turn(); return 1 })()"}),
    );
    let (before, began) = (frames(&person), Instant::now());
    person.until(&format!(
        "Number(document.querySelector({PICTURE:?}).dataset.frames) >= {}",
        before + 20
    ));
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{:.1} frames per second while something moves",
        20.0 / seconds
    );
    person
        .until("/per second|pro Sekunde/.test(document.querySelector('.per-second').textContent)");
    agent.call(
        "scorm_dom_evaluate",
        json!({"session_id": session_id, "expression":
            "(() => { cancelAnimationFrame(window.turning); document.body.style.opacity = 1; return 1 })()"}),
    );
    person.until("/nothing moves/.test(document.querySelector('.per-second').textContent)");
    let still = frames(&person);
    // Another look at the clock comes a second later.
    person.run::<bool>(
        "() => new Promise((done) => setTimeout(() => done(true), 1500))",
        &[],
    );
    assert_eq!(frames(&person), still);
    // The page goes on elsewhere and the picture follows.
    agent.call(
        "scorm_dom_click",
        json!({"session_id": session_id, "selector": "#next"}),
    );
    person.until("document.querySelector('.act-label')?.textContent.includes('Next')");
    person.until("document.querySelector('.act-mark .ring') !== null");
    person.until(&format!(
        "Number(document.querySelector({PICTURE:?}).dataset.frames) > {still}"
    ));
    // On Home the same session has a small picture.
    person.clicks("nav a[href='#/home']");
    person.sees(".tile .live-picture[data-frames]");
    person.until("document.querySelector('.tile .driver').textContent.includes('testkit drives')");
}

#[test]
fn a_person_takes_over_and_gives_back() {
    let (mut agent, session_id) =
        playing(&bundled("tea-tasting"), "[limits]\nbusy_wait_seconds = 2\n");
    let person = watching(&agent, &session_id);
    let next = place_of(agent.client(), &session_id, "#next");
    let before = location(&mut agent, &session_id);
    person.clicks("[data-wheel=take]");
    person.sees(".watch[data-drives=true] .watch-hand");
    clicks_in_picture(&person, next);
    // Tools that read go on, and see what the person did.
    until("the course has moved", || {
        location(&mut agent, &session_id) != before
    });
    let click = json!({"session_id": session_id, "selector": "#next"});
    let waits = agent.ask("scorm_dom_click", click.clone());
    person.until("document.querySelector('.notice').textContent.includes('scorm_dom_click')");
    assert!(!agent.has_answer(waits));
    let refused = agent.client().wait(waits);
    let error = &refused["error"]["data"];
    assert_eq!(error["error_code"], "SESSION_BUSY", "{refused}");
    let details = &error["details"];
    assert_eq!(
        (&details["driver"], &details["hold"]),
        (&json!("person"), &json!("drives"))
    );
    assert_eq!(details["retryable"], true);
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("Person 1 drives the course"), "{message}");
    person.clicks("[data-wheel=give]");
    person.sees_no(".watch-hand");
    agent.call("scorm_dom_click", click);
    let events = agent.call(
        "scorm_session_events",
        json!({"session_id": session_id, "types": ["driver:changed", "dom:click"]}),
    );
    let told: Vec<(&str, Option<&str>)> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| {
            let kind = event["type"].as_str().unwrap();
            (kind, event["payload"]["by"].as_str())
        })
        .collect();
    let wanted = [
        ("driver:changed", Some("person")),
        ("dom:click", Some("person")),
        ("driver:changed", Some("person")),
        ("dom:click", None),
    ];
    assert_eq!(told, wanted, "{events}");
    let by_person = &events["events"][1]["payload"];
    assert_eq!(by_person["act"]["name"], "Next", "{by_person}");
}

#[test]
fn a_tool_that_waits_goes_on_when_the_person_gives_back() {
    let (mut agent, session_id) = playing(&bundled("tea-tasting"), "");
    let person = watching(&agent, &session_id);
    person.clicks("[data-wheel=pause]");
    person
        .until("document.querySelector('.notice').textContent.includes('You have paused testkit')");
    let click = json!({"session_id": session_id, "selector": "#next"});
    let waits = agent.ask("scorm_dom_click", click);
    person.until("document.querySelector('.notice').textContent.includes('scorm_dom_click')");
    // Reading tools that come later are not behind it.
    let picture = agent.ask(
        "scorm_capture_screenshot",
        json!({"session_id": session_id}),
    );
    agent.result(picture);
    assert!(!agent.has_answer(waits));
    person.clicks("[data-wheel=give]");
    assert_eq!(agent.data(waits)["success"], true);
}

#[test]
fn a_page_that_is_closed_gives_back_and_so_does_one_that_sleeps() {
    let (mut agent, session_id) = playing(
        &bundled("tea-tasting"),
        "[limits]\ndrive_idle_seconds = 8\n",
    );
    let person = watching(&agent, &session_id);
    person.press(&["t"]);
    person.sees(".watch-hand");
    let click = json!({"session_id": session_id, "selector": "#next"});
    let waits = agent.ask("scorm_dom_click", click.clone());
    assert_eq!(agent.data(waits)["success"], true);
    person
        .until("document.querySelector('.notice').textContent.includes('did nothing for a while')");
    person.clicks("[data-wheel=take]");
    person.sees(".watch-hand");
    drop(person);
    let waits = agent.ask(
        "scorm_dom_click",
        json!({"session_id": session_id, "selector": "#previous"}),
    );
    assert_eq!(agent.data(waits)["success"], true);
    let events = agent.call(
        "scorm_session_events",
        json!({"session_id": session_id, "types": ["driver:changed"]}),
    );
    let causes: Vec<&Value> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| &event["payload"]["cause"])
        .filter(|cause| !cause.is_null())
        .collect();
    assert_eq!(causes, ["idle", "page_gone"], "{events}");
}

#[test]
fn two_people_and_an_agent_see_the_same() {
    let (mut agent, session_id) = playing(&bundled("tea-tasting"), "");
    let next = place_of(agent.client(), &session_id, "#next");
    let anna = watching(&agent, &session_id);
    let ben = anna.lets_in(&agent, &[]);
    watch(&ben, &session_id);
    anna.until("document.querySelectorAll('.here li').length === 3");
    // Both pages have the same clock, that of the machine.
    let note = "() => { const seen = () => {
            if (!document.querySelector('.notice').matches('.is-you, .is-other')) return requestAnimationFrame(seen);
            window.seenAt = Date.now() }; seen(); return true }";
    ben.run::<bool>(note, &[]);
    anna.run::<bool>(
        "() => { window.tookAt = Date.now(); document.querySelector('[data-wheel=take]').click(); return true }",
        &[],
    );
    anna.sees(".watch-hand");
    let seen = ben.until("window.seenAt").as_f64().unwrap();
    let took = anna.until("window.tookAt").as_f64().unwrap();
    println!("the other person sees who drives after {} ms", seen - took);
    ben.until("document.querySelector('.notice').textContent.includes('Person 1 drives')");
    ben.sees_no(".watch-hand");
    // What the person who does not drive sends is refused; taking over is not.
    ben.clicks("[data-wheel=take]");
    anna.sees_no(".watch-hand");
    anna.until("document.querySelector('.notice').textContent.includes('Person 2 drives')");
    // What one does, the other sees.
    clicks_in_picture(&ben, next);
    anna.until(
        "document.querySelector('.act-mark.is-person .act-label')?.textContent.includes('Person 2')",
    );
    let moved = "document.querySelector('.watch .live-picture').dataset.frames > 1";
    anna.until(moved);
    ben.until(moved);
}
