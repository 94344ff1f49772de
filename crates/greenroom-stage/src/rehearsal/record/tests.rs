//! Events of sessions, and the rehearsals that come of them.

use greenroom_store::SessionEvent;
use serde_json::{Value, json};

use super::{About, Recorded, record};

/// Events by type and payload, as a session tells them.
fn recorded(events: &[(&str, Value)]) -> Recorded {
    let events: Vec<SessionEvent> = events
        .iter()
        .enumerate()
        .map(|(index, (kind, payload))| SessionEvent {
            id: index as u64 + 1,
            kind: (*kind).to_owned(),
            payload: Some(payload.clone()),
            time: 0,
        })
        .collect();
    let about = About {
        id: "recorded".to_owned(),
        ..About::default()
    };
    record(&events, about)
}

fn delivered(request: &str, activity: &str) -> (&'static str, Value) {
    let to = json!({"outcome": "delivered", "activity": activity});
    (
        "navigation:completed",
        json!({"request": request, "to": to}),
    )
}

fn click(name: &str) -> (&'static str, Value) {
    let act = json!({"action": "click", "role": "button", "name": name});
    ("dom:click", json!({"outcome": "done", "act": act}))
}

fn called(method: &str, args: &[&str], origin: &str) -> (&'static str, Value) {
    let payload = json!({
        "method": method, "args": args, "result": "true", "error_code": "0", "origin": origin,
    });
    ("debug:api_call", payload)
}

fn changed(element: &str, new: &str) -> (&'static str, Value) {
    (
        "data:changed",
        json!({"element": element, "new": new, "source": "content"}),
    )
}

#[test]
fn acts_calls_data_and_navigation_become_steps() {
    let recorded = recorded(&[
        delivered("start", "a"),
        called("Initialize", &[""], "content"),
        ("runtime:opened", json!({"resumed": false})),
        click("Next"),
        called("SetValue", &["cmi.location", "p2"], "content"),
        changed("cmi.location", "p2"),
        called("SetValue", &["cmi.session_time", "PT5S"], "content"),
        ("page:seen", json!({"headings": ["Page two"]})),
        (
            "navigation:requested",
            json!({"request": {"request": "choice", "target": "c"}}),
        ),
        (
            "navigation:refused",
            json!({"exception": "NB.2.1-11", "message": "no"}),
        ),
        (
            "navigation:requested",
            json!({"request": {"request": "continue"}}),
        ),
        called("Terminate", &[""], "content"),
        delivered("continue", "b"),
        click("Finish"),
        called("SetValue", &["adl.nav.request", "exitAll"], "content"),
        (
            "navigation:completed",
            json!({"request": "exitAll", "to": {"outcome": "ended"}}),
        ),
    ]);
    let steps = json!(recorded.rehearsal.steps);
    let acts = &steps[0]["acts"];
    assert_eq!(acts[0]["calls"][0]["method"], "Initialize", "{steps:#}");
    assert_eq!(
        acts[1],
        json!({"action": "click", "role": "button", "name": "Next"})
    );
    assert_eq!(acts[2]["calls"][0]["args"], json!(["cmi.location", "p2"]));
    assert_eq!(
        acts[2]["calls"][1]["args"],
        json!(["cmi.session_time", "*"])
    );
    assert_eq!(acts[2]["data"], json!({"cmi.location": "p2"}));
    assert_eq!(
        acts[2]["shows"],
        json!([{"role": "heading", "name": "Page two"}])
    );
    let refused = json!({"action": "navigate", "request": "choice", "target": "c", "refused": "NB.2.1-11: *"});
    assert_eq!(acts[3], refused);
    let then = &steps[0]["then"];
    assert_eq!(
        (&then["kind"], &then["action"]),
        (&json!("ui"), &json!("continue"))
    );
    assert_eq!(then["calls"][0]["method"], "Terminate");
    assert_eq!(steps[1]["expect_activity"], "b");
    let then = &steps[1]["then"];
    assert_eq!(
        (&then["kind"], &then["by"]),
        (&json!("leave"), &json!("content"))
    );
    assert_eq!(then["session_after"], "ended");
    assert_eq!(recorded.left_out, []);
    assert!(recorded.statements() > 8);
}

#[test]
fn what_came_of_an_act_may_be_told_before_it() {
    let acting = || ("page:acting", json!(null));
    let recorded = recorded(&[
        delivered("start", "a"),
        called("Initialize", &[""], "content"),
        acting(),
        called("SetValue", &["cmi.location", "p2"], "content"),
        click("Next"),
        acting(),
        called("Terminate", &[""], "content"),
        delivered("continue", "b"),
        called("Initialize", &[""], "content"),
        click("Leave"),
        acting(),
        click("Next"),
    ]);
    let steps = json!(recorded.rehearsal.steps);
    let actions = |step: usize| -> Vec<String> {
        let acts = steps[step]["acts"].as_array().unwrap().iter();
        acts.map(|act| {
            let name = act["name"].as_str().or(act["calls"][0]["method"].as_str());
            name.unwrap().to_owned()
        })
        .collect()
    };
    assert_eq!(actions(0), ["Initialize", "Next", "SetValue", "Leave"]);
    assert_eq!(steps[0]["then"]["calls"][0]["method"], "Terminate");
    assert_eq!(actions(1), ["Initialize", "Next"]);
}

#[test]
fn closing_and_opening_again_is_a_relaunch() {
    let recorded = recorded(&[
        delivered("start", "a"),
        ("runtime:opened", json!({"resumed": false})),
        click("Next"),
        ("runtime:closing", json!({"ending": "suspended"})),
        called("Terminate", &[""], "content"),
        (
            "navigation:completed",
            json!({"request": "suspendAll", "to": {"outcome": "suspended"}}),
        ),
        (
            "runtime:closed",
            json!({"root": {"completion": "incomplete"}}),
        ),
        delivered("resumeAll", "a"),
        (
            "runtime:opened",
            json!({"resumed": true, "saved_from": "x"}),
        ),
        click("Next"),
        ("runtime:closing", json!({"ending": "as_the_course_said"})),
        (
            "navigation:completed",
            json!({"request": "exitAll", "to": {"outcome": "ended"}}),
        ),
        (
            "runtime:closed",
            json!({"root": {"completion": "completed"}}),
        ),
    ]);
    let steps = json!(recorded.rehearsal.steps);
    let then = &steps[0]["then"];
    assert_eq!(then["by"], "close", "{steps:#}");
    assert_eq!(then["session_after"], "suspended");
    assert_eq!(then["calls"][0]["method"], "Terminate");
    assert_eq!(then["relaunch"], json!({"mode": "resume"}));
    assert_eq!(steps[1]["then"]["by"], "lms_exit");
    let last = json!(recorded.rehearsal.final_state);
    assert_eq!(last["tracking"]["root"]["completion"], "completed");
}

#[test]
fn noise_is_left_out_and_the_rest_is_named() {
    let recorded = recorded(&[
        delivered("start", "a"),
        click("Check"),
        changed("cmi.interactions.0.id", "q1"),
        changed("cmi.interactions.0.timestamp", "2024-01-01T00:00:00Z"),
        changed("cmi.interactions.0.result", "correct"),
        changed("cmi.suspend_data", "anything"),
        changed("cmi.score.scaled", "0.6666666666666666"),
        called("SetValue", &["cmi.completion_status", "completed"], "tool"),
        (
            "dom:click",
            json!({"outcome": "covered", "act": {"action": "hover"}}),
        ),
        (
            "dom:evaluate",
            json!({"outcome": "done", "selector": "1 + 1"}),
        ),
        (
            "console:message",
            json!({"level": "error", "category": "runtime", "text": "boom"}),
        ),
        (
            "console:message",
            json!({"level": "error", "category": "runtime", "text": "boom"}),
        ),
    ]);
    let acts = json!(recorded.rehearsal.steps[0].acts);
    assert_eq!(
        acts[1]["data"],
        json!({
            "cmi.interactions[id=q1].result": "correct",
            "cmi.suspend_data": {"set": true},
            "cmi.score.scaled": "0.6666666666666666",
        })
    );
    assert_eq!(acts[2]["action"], "call");
    assert_eq!(recorded.rehearsal.allow.console, ["boom"]);
    let left_out: Vec<&str> = recorded
        .left_out
        .iter()
        .map(|it| it.what.as_str())
        .collect();
    assert_eq!(
        left_out,
        ["dom:click", "dom:evaluate 1 + 1", "console error: boom"]
    );
}

#[test]
fn events_of_any_form_are_taken() {
    for payload in [
        json!(null),
        json!([]),
        json!({"act": 5, "outcome": "done"}),
        json!({"to": 1}),
    ] {
        for kind in [
            "dom:click",
            "debug:api_call",
            "data:changed",
            "navigation:requested",
            "navigation:completed",
            "navigation:refused",
            "runtime:closed",
            "runtime:opened",
            "page:seen",
            "console:message",
        ] {
            let recorded = recorded(&[delivered("start", "a"), (kind, payload.clone())]);
            assert!(!recorded.rehearsal.steps.is_empty());
        }
    }
}

/// An act that the page of a person told.
fn told(kind: &'static str, act: &Value) -> (&'static str, Value) {
    (
        kind,
        json!({"by": "person", "via": "page", "outcome": "done", "selector": "#it", "act": act}),
    )
}

#[test]
fn acts_of_a_persons_page_become_those_of_a_rehearsal() {
    let button =
        |click: &str| json!({"action": "click", "role": "button", "name": "Go", "click": click});
    let sized = |width: u32| ("page:sized", json!({"width": width, "height": 600}));
    let recorded = recorded(&[
        ("runtime:opened", json!({"by": "person", "resumed": false})),
        delivered("start", "a"),
        sized(800),
        told("dom:click", &button("single")),
        told("dom:click", &button("double")),
        sized(800),
        sized(900),
        // The first click did something, so they are two.
        told("dom:click", &button("single")),
        called("SetValue", &["cmi.location", "p2"], "content"),
        told("dom:click", &button("double")),
        // The course says every letter.
        ("page:acting", json!({"by": "person"})),
        called("SetValue", &["cmi.location", "A"], "content"),
        called("SetValue", &["cmi.location", "Ad"], "content"),
        told(
            "dom:fill",
            &json!({"action": "fill", "role": "textbox", "name": "Name", "value": "Ad"}),
        ),
        // A name that is another one the next time.
        told(
            "dom:click",
            &json!({"action": "click", "role": "button", "name": "Left: 00:12:05"}),
        ),
        (
            "dom:fill",
            json!({"by": "person", "outcome": "done", "unwritten": "files"}),
        ),
        (
            "network:blocked",
            json!({"url": "https://example.org/font.css", "directive": "style-src"}),
        ),
    ]);
    let rehearsal = json!(recorded.rehearsal);
    assert_eq!(rehearsal["viewport"], json!({"width": 800, "height": 600}));
    let acts = rehearsal["steps"][0]["acts"].as_array().unwrap();
    let done: Vec<&Value> = acts
        .iter()
        .filter(|act| act["action"] != "expect")
        .collect();
    let single = json!({"action": "click", "role": "button", "name": "Go"});
    assert_eq!(
        json!(done),
        json!([
            button("double"),
            {"action": "viewport", "width": 900, "height": 600},
            single,
            single,
            {"action": "fill", "role": "textbox", "name": "Name", "value": "Ad"},
            {"action": "click", "selector": "#it"},
        ])
    );
    let said: Vec<&Value> = acts
        .iter()
        .flat_map(|act| act["calls"].as_array().into_iter().flatten())
        .map(|call| &call["args"][1])
        .collect();
    assert_eq!(said, ["p2", "Ad"]);
    assert_eq!(rehearsal["allow"]["network"], json!(["* /font.css"]));
    assert_eq!(recorded.left_out.len(), 2, "{:?}", recorded.left_out);
}
