//! A person who watches what an agent plays.

use std::path::Path;
use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::agent::Agent;
use crate::person::Person;

const PATIENCE: Duration = Duration::from_secs(20);

/// The picture of the agent's page, with at least one frame.
pub(crate) const PICTURE: &str = ".watch .live-picture[data-frames]";

/// An agent that plays a course, and the id of its session.
pub(crate) fn playing(course: &Path, settings: &str) -> (Agent, String) {
    let mut agent = Agent::start_with_settings(settings);
    let opened = agent.call("scorm_open_course", json!({"package_path": course}));
    let session_id = opened["session_id"].as_str().unwrap().to_owned();
    (agent, session_id)
}

/// A person who watches the session.
pub(crate) fn watching(agent: &Agent, session_id: &str) -> Person {
    let person = Person::at(agent);
    watch(&person, session_id);
    person
}

pub(crate) fn watch(person: &Person, session_id: &str) {
    person.run::<bool>(
        "(id) => { location.hash = `#/play/${id}`; return true }",
        &[json!(session_id)],
    );
    person.sees(PICTURE);
}

/// Where an element of the course is, in shares of its window.
pub(crate) fn place_of(client: &mut McpClient, session_id: &str, selector: &str) -> (f64, f64) {
    let expression = format!(
        "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect();
            const frame = window.frameElement.getBoundingClientRect();
            return [(frame.x + box.x + box.width / 2) / parent.innerWidth,
                (frame.y + box.y + box.height / 2) / parent.innerHeight] }})()"
    );
    let data = client.data(
        "scorm_dom_evaluate",
        json!({"session_id": session_id, "expression": expression}),
    );
    let at = |index: usize| data["result"][index].as_f64().unwrap();
    (at(0), at(1))
}

/// Asks again until it is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "never came true: {what}");
    }
}

/// Clicks in the picture, with the mouse of the person's own browser.
pub(crate) fn clicks_in_picture(person: &Person, (x, y): (f64, f64)) {
    let (x, y) = in_picture(person, (x, y));
    for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
        mouse(person, kind, (x, y), kind != "mouseMoved");
    }
}

/// Drags in the picture from one place to another.
pub(crate) fn drags_in_picture(person: &Person, from: (f64, f64), to: (f64, f64)) {
    let (from, to) = (in_picture(person, from), in_picture(person, to));
    mouse(person, "mouseMoved", from, false);
    mouse(person, "mousePressed", from, true);
    for step in 1..=8 {
        let share = f64::from(step) / 8.0;
        let between = |a: f64, b: f64| a + (b - a) * share;
        let at = (between(from.0, to.0), between(from.1, to.1));
        mouse(person, "mouseMoved", at, true);
        // A page that is seen tells moves frame by frame.
        person.run::<bool>(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))",
            &[],
        );
    }
    mouse(person, "mouseReleased", to, true);
}

/// A place of the picture in the window of the person.
fn in_picture(person: &Person, (x, y): (f64, f64)) -> (f64, f64) {
    // The banner of who drives takes room of its own, so the picture comes to rest after it.
    person.sees(".watch-hand");
    person.run::<bool>(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))",
        &[],
    );
    let (left, top, width, height): (f64, f64, f64, f64) = person.run(
        "() => { const box = document.querySelector('.watch-hand').getBoundingClientRect();
            return [box.left, box.top, box.width, box.height] }",
        &[],
    );
    let (x, y) = (left + x * width, top + y * height);
    // Nothing may lie over the picture there.
    let covers: String = person.run(
        "(x, y) => { const top = document.elementFromPoint(x, y);
            return top?.matches('.watch-hand') ? '' : `${x} ${y} ${innerWidth} ${innerHeight} ${top?.outerHTML.slice(0, 300)}` }",
        &[json!(x), json!(y)],
    );
    assert_eq!(covers, "");
    (x, y)
}

fn mouse(person: &Person, kind: &str, (x, y): (f64, f64), is_down: bool) {
    let (button, buttons) = if is_down { ("left", 1) } else { ("none", 0) };
    person.commands(
        "Input.dispatchMouseEvent",
        &json!({"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1}),
    );
}
