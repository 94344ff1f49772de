//! What a page may ask for of an agent's session, and what is refused, message by message.

use greenroom_testkit::HumanPage;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::playing::bundled;

/// An agent that plays a course, the id of its session, and a page.
fn scene() -> (Agent, String, HumanPage) {
    let mut agent = Agent::start();
    let opened = agent.call(
        "scorm_open_course",
        json!({"package_path": bundled("tea-tasting")}),
    );
    let session_id = opened["session_id"].as_str().unwrap().to_owned();
    let page = HumanPage::connect(agent.home());
    (agent, session_id, page)
}

fn mouse(session_id: &str, x: f64) -> Value {
    let input = json!({"did": "mouse", "moved": "moved", "button": "none", "x": x, "y": 0.5,
        "clicks": 0, "modifiers": 0});
    json!({"type": "course-input", "session_id": session_id, "input": input})
}

fn refusal(page: &mut HumanPage) -> String {
    let notice = page.wait("notice");
    assert_eq!(notice["code"], "refused");
    notice["text"].as_str().unwrap().to_owned()
}

#[test]
fn a_frame_names_its_session_and_is_a_picture() {
    let (mut agent, session_id, mut page) = scene();
    let ids = json!(["nobody-has-this", session_id]);
    page.send(json!({"type": "frames-watch", "session_ids": ids, "pace": "live"}));
    let message = page.bytes();
    let length = u32::from_be_bytes(message[..4].try_into().unwrap()) as usize;
    let header: Value = serde_json::from_slice(&message[4..4 + length]).unwrap();
    assert_eq!(header["session_id"], json!(session_id));
    assert_eq!(
        (&header["width"], &header["height"]),
        (&json!(1024.0), &json!(768.0))
    );
    assert_eq!(message[4 + length..][..2], [0xFF, 0xD8]);
    // The course goes away and comes back in another browser; so do the frames.
    agent.call("scorm_runtime_close", json!({"session_id": session_id}));
    agent.call("scorm_runtime_open", json!({"session_id": session_id}));
    agent.call(
        "scorm_dom_click",
        json!({"session_id": session_id, "selector": "#next"}),
    );
    let act = page.wait("course-acts");
    let act = &act["acts"][0];
    assert_eq!((&act["by"], &act["on"]), (&json!("agent"), &json!("Next")));
    let place = |axis: &str| act["place"][axis].as_f64().unwrap();
    assert!(place("x") > 0.8 && place("y") > 0.8, "{act}");
    let number = header["number"].as_u64().unwrap();
    loop {
        let message = page.bytes();
        let length = u32::from_be_bytes(message[..4].try_into().unwrap()) as usize;
        let header: Value = serde_json::from_slice(&message[4..4 + length]).unwrap();
        if header["number"].as_u64().unwrap() > number {
            break;
        }
    }
}

#[test]
fn only_who_drives_acts_and_only_within_bounds() {
    let (_agent, session_id, mut page) = scene();
    page.send(mouse(&session_id, 0.5));
    assert!(refusal(&mut page).contains("take over first"));
    let drive =
        |wish: Value| json!({"type": "course-drive", "session_id": session_id, "wish": wish});
    let refused = page.ask(drive(json!({"wish": "give_back"})));
    assert_eq!(refused["type"], "failed", "{refused}");
    let refused = page.ask(
        json!({"type": "course-drive", "session_id": "nobody-has-this",
        "wish": {"wish": "take_over"}}),
    );
    assert_eq!(refused["type"], "failed", "{refused}");
    assert_eq!(page.ask(drive(json!({"wish": "pause"})))["type"], "done");
    page.send(mouse(&session_id, 0.5));
    assert!(refusal(&mut page).contains("only paused"));
    assert_eq!(
        page.ask(drive(json!({"wish": "take_over"})))["type"],
        "done"
    );
    page.send(mouse(&session_id, 1.5));
    assert!(refusal(&mut page).contains("not inside"));
    let text = json!({"did": "text", "text": "x".repeat(10_001)});
    page.send(json!({"type": "course-input", "session_id": session_id, "input": text}));
    assert!(refusal(&mut page).contains("10,000"));
    let nonsense = json!({"did": "mouse", "moved": "pressed", "button": "left", "x": "0.5"});
    page.send(json!({"type": "course-input", "session_id": session_id, "input": nonsense}));
    refusal(&mut page);
    for _ in 0..2000 {
        page.send(mouse(&session_id, 0.5));
    }
    assert!(refusal(&mut page).contains("too much at once"));
    assert_eq!(
        page.ask(drive(json!({"wish": "give_back"})))["type"],
        "done"
    );
}
