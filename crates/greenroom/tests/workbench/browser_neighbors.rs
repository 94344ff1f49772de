//! A person at the workbench of one process, an agent that plays in another: watching, pausing,
//! taking over, and what happens when one of the processes is gone.

use std::time::Instant;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::bundled;
use crate::watching::{PICTURE, clicks_in_picture, place_of, until, watch, watching};

/// Two people and an agent see the same within this time, on a machine that is free.
const SAME_WITHIN_MS: f64 = 250.0;

/// A workbench, an agent with a process of its own, and the session that it plays.
fn scene() -> (Agent, Agent, String) {
    let host = Agent::start_with_settings("[limits]\nbusy_wait_seconds = 6\n");
    let mut agent = host.unaware_beside("claude-code");
    let opened = agent.call(
        "scorm_open_course",
        json!({"package_path": bundled("tea-tasting")}),
    );
    let session_id = opened["session_id"].as_str().unwrap().to_owned();
    (host, agent, session_id)
}

fn evaluate(agent: &mut Agent, session_id: &str, expression: &str) -> Value {
    let asked = json!({"session_id": session_id, "expression": expression});
    agent.call("scorm_dom_evaluate", asked)["result"].clone()
}

fn frames(person: &Person) -> u64 {
    let count = person.until(&format!(
        "Number(document.querySelector({PICTURE:?}).dataset.frames)"
    ));
    count.as_u64().unwrap()
}

/// What the session told of who drives: the driver, and why a hold ended.
fn drivers(agent: &mut Agent, session_id: &str) -> Vec<(String, Option<String>)> {
    let asked = json!({"session_id": session_id, "types": ["driver:changed"]});
    let told = agent.call("scorm_session_events", asked);
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let events = told["events"].as_array().unwrap().iter();
    events
        .map(|event| &event["payload"])
        .map(|told| (text(&told["driver"]).unwrap(), text(&told["cause"])))
        .collect()
}

#[test]
fn two_people_see_what_an_agent_of_another_process_does_while_it_does_it() {
    let (host, mut agent, session_id) = scene();
    let anna = watching(&host, &session_id);
    evaluate(
        &mut agent,
        &session_id,
        "(() => { const turn = () => { document.body.style.opacity = 0.5 + Math.random() / 2;
            window.turning = requestAnimationFrame(turn) }; turn(); return 1 })()",
    );
    let (before, began) = (frames(&anna), Instant::now());
    anna.until(&format!(
        "Number(document.querySelector({PICTURE:?}).dataset.frames) >= {}",
        before + 20
    ));
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{:.1} frames per second from another process",
        20.0 / seconds
    );
    evaluate(
        &mut agent,
        &session_id,
        "(() => { cancelAnimationFrame(window.turning); document.body.style.opacity = 1; return 1 })()",
    );
    anna.until("/nothing moves/.test(document.querySelector('.per-second').textContent)");
    let still = frames(&anna);
    agent.call(
        "scorm_dom_click",
        json!({"session_id": session_id, "selector": "#next"}),
    );
    anna.until("document.querySelector('.act-label')?.textContent.includes('Next')");
    anna.until("document.querySelector('.act-mark .ring') !== null");
    anna.until(&format!(
        "Number(document.querySelector({PICTURE:?}).dataset.frames) > {still}"
    ));
    anna.until(&shows(".notice", "claude-code"));

    // Who drives is seen by the other person at once. Both pages have the clock of the machine.
    let ben = anna.lets_in(&host, &[]);
    watch(&ben, &session_id);
    anna.until("document.querySelectorAll('.here li').length === 3");
    ben.run::<bool>(
        "() => { const seen = () => {
            if (!document.querySelector('.notice').matches('.is-you, .is-other')) return requestAnimationFrame(seen);
            window.seenAt = Date.now() }; seen(); return true }",
        &[],
    );
    anna.run::<bool>(
        "() => { window.tookAt = Date.now(); document.querySelector('[data-wheel=take]').click(); return true }",
        &[],
    );
    anna.sees(".watch-hand");
    let seen = ben.until("window.seenAt").as_f64().unwrap();
    let took = anna.until("window.tookAt").as_f64().unwrap();
    println!(
        "the other person sees who drives after {} ms (on a free machine below {SAME_WITHIN_MS} ms)",
        seen - took
    );
    ben.until("document.querySelector('.notice').textContent.includes('Person 1 drives')");
    ben.clicks("[data-wheel=take]");
    anna.sees_no(".watch-hand");
    anna.until("document.querySelector('.notice').textContent.includes('Person 2 drives')");
    ben.clicks("[data-wheel=give]");
    // Nobody looks: nothing is filmed, and the card on Home has a small picture.
    anna.clicks("nav a[href='#/home']");
    anna.sees(".tile .live-picture[data-frames]");
    anna.until(&shows(".tile .driver", "claude-code drives"));
}

#[test]
fn a_person_drives_what_an_agent_of_another_process_plays_and_gives_back() {
    let (host, mut agent, session_id) = scene();
    // A field to write into, where the course has none.
    evaluate(
        &mut agent,
        &session_id,
        "(() => { const field = document.createElement('input'); field.id = 'field';
            field.style = 'position:fixed;left:40px;top:200px;width:300px;height:60px;z-index:9';
            document.body.append(field); return 1 })()",
    );
    let field = place_of(agent.client(), &session_id, "#field");
    let person = watching(&host, &session_id);
    person.clicks("[data-wheel=pause]");
    person.until(&shows(".notice", "You have paused claude-code"));
    let click = json!({"session_id": session_id, "selector": "#next"});
    let waits = agent.ask("scorm_dom_click", click.clone());
    person.until(&shows(".notice", "scorm_dom_click"));
    person.clicks("[data-wheel=take]");
    person.sees(".watch[data-drives=true] .watch-hand");
    let refused = agent.client().wait(waits);
    let error = &refused["error"]["data"];
    assert_eq!(error["error_code"], "SESSION_BUSY", "{refused}");
    assert_eq!(error["details"]["hold"], "drives");
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("Person 1 drives the course"), "{message}");

    clicks_in_picture(&person, field);
    person.types("green tea");
    let typed = json!({"session_id": session_id, "types": ["keyboard:type"]});
    until("the agent's process has what was typed", || {
        let told = agent.call("scorm_session_events", typed.clone());
        told["events"].as_array().is_some_and(|events| {
            let by = |event: &Value| event["payload"]["by"] == "person";
            events.iter().any(by)
        })
    });
    // Home says who drives, also of another process.
    person.clicks("nav a[href='#/home']");
    person.until(&shows(".tile .driver.is-person", "You drive"));
    person.clicks(".tile .primary");
    person.clicks("[data-wheel=give]");
    person.sees_no(".watch-hand");
    let value = "document.querySelector('#field').value";
    assert_eq!(evaluate(&mut agent, &session_id, value), "green tea");
    agent.call("scorm_dom_click", click);
    let told = drivers(&mut agent, &session_id);
    let told: Vec<_> = told
        .iter()
        .map(|(driver, cause)| (driver.as_str(), cause.as_deref()))
        .collect();
    let wanted = [
        ("nobody", None),
        ("person", None),
        ("agent", Some("gave_back")),
    ];
    assert_eq!(told, wanted);
}

#[test]
fn when_the_workbench_is_gone_the_agent_goes_on_and_the_next_one_can_take_over() {
    let (host, mut agent, session_id) = scene();
    let person = watching(&host, &session_id);
    person.clicks("[data-wheel=take]");
    person.sees(".watch-hand");
    let host = host.restart();
    // The page comes back over the next workbench. Whoever drove goes on if that was in time; else
    // the agent does, and can be taken over from again.
    person.sees("[data-connection=online]");
    person.sees(PICTURE);
    let click = json!({"session_id": session_id, "selector": "#next"});
    let drives = person.until(
        "(() => { const notice = document.querySelector('.watch .notice');
            return notice?.matches('.is-you') ? 'person' : notice?.matches('.is-agent') ? 'agent' : null })()",
    );
    println!("after the restart the {drives} drives");
    if drives == "agent" {
        agent.call("scorm_dom_click", click.clone());
        let told = drivers(&mut agent, &session_id);
        assert_eq!(told.last().unwrap().1.as_deref(), Some("page_gone"));
        person.clicks("[data-wheel=take]");
        person.sees(".watch-hand");
    }
    person.clicks("[data-wheel=give]");
    agent.call("scorm_dom_click", click);
    // A workbench that never comes back keeps no agent waiting.
    person.clicks("[data-wheel=take]");
    person.sees(".watch-hand");
    host.crash();
    let previous = json!({"session_id": session_id, "selector": "#previous"});
    until("the agent may act again", || {
        agent
            .client()
            .call("scorm_dom_click", previous.clone())
            .is_ok()
    });
    let told = drivers(&mut agent, &session_id);
    assert_eq!(told.last().unwrap().1.as_deref(), Some("page_gone"));
}

#[test]
fn when_the_process_that_plays_is_gone_nobody_waits_for_it() {
    let (mut host, agent, session_id) = scene();
    let person = watching(&host, &session_id);
    person.clicks("[data-wheel=take]");
    person.sees(".watch-hand");
    agent.crash();
    person.until("location.hash === '#/home'");
    person.sees_no(".tile");
    // The workbench goes on, for whatever comes next.
    let opened = host.call(
        "scorm_open_course",
        json!({"package_path": bundled("tea-tasting")}),
    );
    let next = opened["session_id"].as_str().unwrap();
    person.until(&shows(".tile .driver", "testkit drives"));
    watch(&person, next);
    person.clicks("[data-wheel=take]");
    person.sees(".watch-hand");
}
