//! What makes answering pleasant: quick replies, notes, standing answers, countdowns, history, notifications.

use greenroom_browser::FillValue;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::{KEEP_DOWNLOADS, Person};

/// How many questions wait. With it the page has come back to a new server; a reload while it does would
/// lose the secret that it comes back with.
const WAITING: &str = "nav .count";

#[test]
fn a_quick_reply_is_one_click_and_stays() {
    let mut agent = Agent::start();
    let first = agent.ask("text_input", json!({"question": "First?"}));
    let person = Person::at(&agent);
    let id = person.card("First?");
    person.types("Looks good");
    person.clicks(&format!("#card-{id} .submits .quiet"));
    person.sees(&format!("#card-{id} .quick-replies .chip"));
    person.clicks(&format!("#card-{id} [data-submit]"));
    agent.data(first);
    let mut agent = agent.restart();
    let call = agent.ask("text_input", json!({"question": "Second?"}));
    person.sees(WAITING);
    person.reload();
    let id = person.card("Second?");
    person.clicks(&format!("#card-{id} .quick-replies .chip"));
    person.press(&["Enter"]);
    assert_eq!(agent.data(call)["answer"], json!({"text": "Looks good"}));
}

#[test]
fn notes_go_along_once() {
    let mut agent = Agent::start();
    let opening = agent.ask("confirm", json!({"question": "Open?"}));
    let person = Person::at(&agent);
    person.card("Open?");
    person.press(&["y"]);
    assert_eq!(agent.data(opening).get("human_notes"), None);
    person.clicks("[name=note]");
    person.types("the tests are slow today");
    person.press(&["Enter"]);
    person.sees(".notes li");
    let call = agent.ask("confirm", json!({"question": "Next?"}));
    person.card("Next?");
    person.press(&["n"]);
    let notes = agent.data(call)["human_notes"].clone();
    assert_eq!(notes[0]["text"], "the tests are slow today");
    let call = agent.ask("confirm", json!({"question": "Last?"}));
    person.card("Last?");
    person.press(&["n"]);
    assert_eq!(agent.data(call).get("human_notes"), None, "once");
}

#[test]
fn a_standing_answer_is_marked_shown_and_removable() {
    let mut agent = Agent::start();
    let arguments = json!({"question": "Which formatter?", "options": [{"value": "p", "label": "prettier"}, {"value": "b", "label": "biome"}]});
    let call = agent.ask("single_choice", arguments.clone());
    let person = Person::at(&agent);
    let id = person.card("Which formatter?");
    person.press(&["2"]);
    person.clicks(&format!("#card-{id} .remember input"));
    person.clicks(&format!("#card-{id} [data-submit]"));
    assert_eq!(agent.data(call)["source"], "human");
    let by_itself = agent.call("single_choice", arguments.clone());
    assert_eq!(by_itself["source"], "remembered");
    assert_eq!(by_itself["answer"]["choice"], "b");
    // Other options are another question.
    let call = agent.ask(
        "single_choice",
        json!({"question": "Which formatter?", "options": [{"value": "p", "label": "prettier"}]}),
    );
    person.card("Which formatter?");
    person.press(&["1", "Enter"]);
    assert_eq!(agent.data(call)["source"], "human");
    // Confirmations offer nothing of the kind.
    let call = agent.ask("confirm", json!({"question": "Sure?"}));
    let id = person.card("Sure?");
    person.sees_no(&format!("#card-{id} .remember"));
    person.press(&["y"]);
    agent.data(call);

    person.clicks("nav a[href='#/settings']");
    let standing = ".removable li:has(.removable-title)";
    assert!(person.sees(standing).contains("Which formatter?"));
    person.clicks(&format!("{standing} button"));
    person.sees_no(standing);
    person.clicks("nav a[href='#/questions']");
    let call = agent.ask("single_choice", arguments);
    person.card("Which formatter?");
    person.press(&["1", "Enter"]);
    let data = agent.data(call);
    assert_eq!(
        (&data["source"], &data["answer"]["choice"]),
        (&json!("human"), &json!("p"))
    );
}

#[test]
fn a_countdown_is_opt_in_visible_and_stops_at_a_key() {
    let mut agent = Agent::start();
    let arguments = |question: &str| {
        json!({"question": question, "defaultValue": "b",
        "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]})
    };
    let off = agent.ask("single_choice", arguments("Off?"));
    let person = Person::at(&agent);
    let id = person.card("Off?");
    person.sees_no(&format!("#card-{id} .countdown"));
    person.press(&["Enter"]);
    assert_eq!(agent.data(off)["source"], "human");

    person.clicks("nav a[href='#/settings']");
    person.fills("[name=autoSubmit]", &FillValue::Text("10".into()));
    person.clicks("nav a[href='#/questions']");
    let stopped = agent.ask("single_choice", arguments("Stopped?"));
    let id = person.card("Stopped?");
    person.sees(&format!("#card-{id} .countdown"));
    person.press(&["1"]);
    person.sees_no(&format!("#card-{id} .countdown"));
    // This one counts down to its end meanwhile; a confirmation never counts.
    let counted = agent.ask("single_choice", arguments("Counted?"));
    let never = agent.ask("confirm", json!({"question": "Never?"}));
    let data = agent.data(counted);
    assert_eq!(
        (&data["source"], &data["answer"]["choice"]),
        (&json!("auto_submit"), &json!("b"))
    );
    assert!(!agent.has_answer(stopped));
    assert!(!agent.has_answer(never));
}

#[test]
fn the_history_is_searched_filtered_exported_and_deleted() {
    let mut agent = Agent::start();
    let first = agent.ask(
        "text_input",
        json!({"question": "A needle?", "project": "hay"}),
    );
    let person = Person::prepared(&agent, &[KEEP_DOWNLOADS]);
    person.card("A needle?");
    person.types("found");
    person.press(&["Enter"]);
    agent.data(first);
    for (question, key) in [("Cancel me?", "Escape"), ("Deny me?", "n")] {
        let call = agent.ask("confirm", json!({"question": question}));
        person.card(question);
        person.press(&[key]);
        agent.data(call);
    }
    person.clicks("nav a[href='#/history']");
    person.until("document.querySelector('[data-total]')?.dataset.total === '3'");
    person.fills("[name=text]", &FillValue::Text("NEEDLE".into()));
    person.until("document.querySelectorAll('.entry').length === 1");
    person.clicks(".entry summary");
    assert!(person.sees(".entry-details").contains("found"));
    person.fills("[name=text]", &FillValue::Text(String::new()));
    person.fills("[name=state]", &FillValue::Text("CANCELLED".into()));
    let only = |question: &str| {
        person.until(&format!(
            "[...document.querySelectorAll('.entry-question')].map((one) => one.textContent).join() === '{question}'"
        ));
    };
    only("Cancel me?");
    person.fills("[name=state]", &FillValue::Text(String::new()));
    person.fills("[name=project]", &FillValue::Text("hay".into()));
    only("A needle?");
    person.clicks(".page-actions button");
    let exported = person.until("window.exported");
    let exported: Value = serde_json::from_str(exported.as_str().unwrap()).unwrap();
    assert_eq!(exported["entries"].as_array().unwrap().len(), 1);
    assert_eq!(
        exported["entries"][0]["parameters"]["question"],
        "A needle?"
    );
    assert_eq!(exported["entries"][0]["state"], "COMPLETED");
    person.fills("[name=project]", &FillValue::Text(String::new()));

    // It outlives the server, and goes when told to.
    let mut agent = agent.restart();
    agent.ask("confirm", json!({"question": "Wake up?"}));
    person.sees(WAITING);
    person.reload();
    person.clicks("nav a[href='#/history']");
    person.until("document.querySelectorAll('.entry').length === 3");
    person.clicks(".entry summary");
    person.clicks(".entry-details > button");
    person.until("document.querySelectorAll('.entry').length === 2");
    person.clicks(".page-actions .quiet");
    person.clicks(".panel .danger");
    person.until(
        "document.querySelectorAll('.entry').length === 0 && document.querySelector('.empty')",
    );
}

#[test]
fn a_hidden_page_calls_its_human() {
    let mut agent = Agent::start();
    let first = agent.ask("confirm", json!({"question": "Here?"}));
    let person = Person::prepared(
        &agent,
        &["Object.defineProperty(Document.prototype, 'hidden', {get: () => window.away === true});
           window.told = [];
           window.Notification = class { static permission = 'granted'; constructor(title, about) { window.told.push([title, about.body]) } close() {} };
           window.tones = 0;
           const create = AudioContext.prototype.createOscillator;
           AudioContext.prototype.createOscillator = function () { window.tones += 1; return create.call(this) };"],
    );
    person.card("Here?");
    person.press(&["y"]);
    agent.data(first);
    person.until("document.title === 'Greenroom' && document.querySelector('link[rel=icon]').dataset.count === '0'");
    person.run::<bool>("() => { window.away = true; return true }", &[]);
    let call = agent.ask("confirm", json!({"question": "Are you there?"}));
    person.until("document.title.startsWith('(1)') && document.querySelector('link[rel=icon]').dataset.count === '1'");
    let told = person.until("window.told[0]");
    assert_eq!(told[1], "Are you there?");
    person.until("window.tones > 0");
    person.card("Are you there?");
    person.press(&["y"]);
    agent.data(call);

    person.clicks("button.icon");
    person.until("document.querySelector('button.icon[aria-pressed=true]')");
    let before: Vec<u32> = person.run("() => [window.told.length, window.tones]", &[]);
    let call = agent.ask("confirm", json!({"question": "Silent?"}));
    person.card("Silent?");
    let after: Vec<u32> = person.run("() => [window.told.length, window.tones]", &[]);
    assert_eq!(before, after, "do not disturb");
    person.until("document.title === 'Greenroom'");
    person.press(&["y"]);
    assert_eq!(agent.data(call)["answered"], json!(true));
}
