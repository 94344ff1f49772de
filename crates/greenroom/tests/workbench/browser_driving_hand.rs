//! The hands of a person who drives: keys, text, and things that are dragged.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::browser_courses::MANIFEST;
use crate::playing::test_course;
use crate::watching::{clicks_in_picture, drags_in_picture, place_of, playing, until, watching};

/// Asks, with a tool that only reads, until the course has this value.
fn until_element(agent: &mut Agent, session_id: &str, element: &str, wanted: &str) {
    let asked = json!({"session_id": session_id, "elements": [element]});
    until(wanted, || {
        agent.call("scorm_data_model_get", asked.clone())["data"][element] == wanted
    });
}

#[test]
fn what_is_typed_and_pasted_goes_to_the_course() {
    let (mut agent, session_id) = playing(&test_course("quiz"), "");
    let word = place_of(agent.client(), &session_id, "#word");
    let green = place_of(agent.client(), &session_id, "#green");
    let check = place_of(agent.client(), &session_id, "#check-color");
    let person = watching(&agent, &session_id);
    person.clicks("[data-wheel=take]");
    person.sees(".watch-hand");
    clicks_in_picture(&person, word);
    person.types("Grün");
    person.press(&["Backspace"]);
    person.run::<bool>(
        "() => { const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', 'en tea');
            document.querySelector('.watch-hand').dispatchEvent(
                new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
            return true }",
        &[],
    );
    let field = json!({"session_id": session_id, "selector": "#word", "query_type": "value"});
    until("the text is in the field", || {
        agent.call("scorm_dom_query", field.clone())["value"] == "Grüen tea"
    });
    // Keys of the person's own browser stay there, and one leads out of the picture.
    person.press(&["Shift+Escape"]);
    person.until("document.activeElement.dataset.wheel === 'give'");
    clicks_in_picture(&person, green);
    clicks_in_picture(&person, check);
    until_element(
        &mut agent,
        &session_id,
        "cmi.interactions.0.learner_response",
        "green",
    );
    person.clicks("[data-wheel=give]");
    person.sees_no(".watch-hand");
    let events = agent.call(
        "scorm_session_events",
        json!({"session_id": session_id, "types": ["dom:click", "keyboard:type"]}),
    );
    let acts: Vec<(&str, &Value)> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["payload"]["by"] == "person")
        .map(|event| {
            let act = &event["payload"]["act"];
            let what = if act["text"].is_string() {
                "text"
            } else {
                "name"
            };
            (event["type"].as_str().unwrap(), &act[what])
        })
        .collect();
    assert_eq!(acts.len(), 4, "{events}");
    assert_eq!(acts[0], ("dom:click", &json!("Drink")));
    assert_eq!(acts[2], ("dom:click", &json!("Green")));
    assert_eq!(acts[3], ("dom:click", &json!("Check")));
}

#[test]
fn things_are_dragged_by_the_mouse_and_by_the_browser() {
    let (mut agent, session_id) = playing(&test_course("dragging"), "");
    let mut place = |selector| place_of(agent.client(), &session_id, selector);
    let (leaf, pot, ball, goal) = (
        place("#leaf"),
        place("#pot"),
        place("#ball"),
        place("#goal"),
    );
    let person = watching(&agent, &session_id);
    person.clicks("[data-wheel=take]");
    person.sees(".watch-hand");
    let element = "cmi.interactions.0.learner_response";
    drags_in_picture(&person, ball, goal);
    until_element(&mut agent, &session_id, element, "ball[.]goal");
    drags_in_picture(&person, leaf, pot);
    until_element(&mut agent, &session_id, element, "leaf[.]pot");
}

/// Two pages, one in the other, each with a button of the same name.
const OUTER: &str = r"<!DOCTYPE html><html lang='en'><head><title>Outer</title></head><body><h1>Outer</h1>
<button id='outer'>Pour</button><iframe src='inner.html' title='Inner' style='width: 300px; height: 120px'></iframe>
<script>
  const api = parent.API_1484_11 || parent.API;
  (api.Initialize || api.LMSInitialize)('');
</script></body></html>";
const INNER: &str = r"<!DOCTYPE html><html lang='en'><head><title>Inner</title></head><body>
<button id='inner' onclick='this.disabled = true'>Pour</button></body></html>";

#[test]
fn a_namesake_in_a_frame_is_counted_as_rehearsals_count() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("imsmanifest.xml", MANIFEST),
        ("index.html", OUTER),
        ("inner.html", INNER),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let (mut agent, session_id) = playing(folder.path(), "");
    let frame = place_of(agent.client(), &session_id, "iframe");
    // The button is in the upper left corner of its frame.
    let corner = agent.call(
        "scorm_dom_evaluate",
        json!({"session_id": session_id, "expression": "(() => { const frame = document.querySelector('iframe');
            const box = frame.getBoundingClientRect(); const inner = frame.contentDocument.querySelector('button').getBoundingClientRect();
            return [(inner.x + inner.width / 2 - box.width / 2) / parent.innerWidth, (inner.y + inner.height / 2 - box.height / 2) / parent.innerHeight] })()"}),
    );
    let away = |index: usize| corner["result"][index].as_f64().unwrap();
    let person = watching(&agent, &session_id);
    person.clicks("[data-wheel=take]");
    person.sees(".watch-hand");
    clicks_in_picture(&person, (frame.0 + away(0), frame.1 + away(1)));
    let query = json!({"session_id": session_id, "types": ["dom:click"]});
    let mut events = Value::Null;
    until("the click is told", || {
        events = agent.call("scorm_session_events", query.clone());
        events["events"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    });
    let act = &events["events"][0]["payload"]["act"];
    assert_eq!(
        (&act["name"], &act["nth"]),
        (&json!("Pour"), &json!(1)),
        "{events}"
    );
}
