//! Nobody says yes by accident, and foreign text stays text.

use serde_json::json;

use crate::agent::Agent;
use crate::person::Person;

/// Holds the half second in which a card takes no input, so that a slow machine cannot miss it.
const HOLD_THE_GUARD: &str = "
    window.held = [];
    const later = window.setTimeout;
    window.setTimeout = (act, pause, ...given) => pause === 500 ? window.held.push(act) : later(act, pause, ...given);";

#[test]
fn a_dangerous_yes_takes_two_acts_after_a_pause() {
    let mut agent = Agent::start();
    let call = agent.ask(
        "confirm",
        json!({"question": "Delete all?", "isDangerous": true, "warning": "There is no way back"}),
    );
    let person = Person::prepared(&agent, &[HOLD_THE_GUARD]);
    person.sees(".card[data-guarded] .warning-box");
    person.press(&["y", "Enter"]);
    person.clicks("[data-yes]");
    assert!(
        !agent.has_answer(call),
        "nothing counts in the first half second"
    );
    person.until("document.activeElement.matches('[data-no]')");
    person.run::<bool>(
        "() => { for (const act of window.held) act(); return true }",
        &[],
    );
    let id = person.card("Delete all?");
    person.press(&["y"]);
    person.until("document.activeElement.matches('[data-yes]')");
    assert!(!agent.has_answer(call), "Y alone only moves the focus");
    let warning = person.sees(&format!("#card-{id} .warning-box"));
    assert!(warning.contains("no way back"));
    person.press(&["Enter"]);
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": true}));
}

#[test]
fn default_to_no_begins_on_no() {
    let mut agent = Agent::start();
    let call = agent.ask(
        "confirm",
        json!({"question": "Go?", "defaultToNo": true, "yesLabel": "Do it", "noLabel": "Leave it"}),
    );
    let person = Person::at(&agent);
    person.card("Go?");
    person.until("document.activeElement.textContent.includes('Leave it')");
    person.press(&["Enter"]);
    assert_eq!(agent.data(call)["answer"], json!({"confirmed": false}));
}

#[test]
fn markdown_shows_tables_and_code_and_runs_nothing() {
    let mut agent = Agent::start();
    let hostile = "| a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\nfn main() { let x = 1; }\n```\n\n- [x] done\n\n\
        <img src=x onerror=\"window.hacked = 1\"> <script>window.hacked = 2</script>\n\n\
        [click](javascript:window.hacked=3) ![pic](http://127.0.0.1:1/x.png) \
        [data](data:text/html,<script>1</script>) [site](https://example.org/page)\n\n\
        <a href=\"javascript:window.hacked=4\">a</a> <https://example.org/>";
    let call = agent.ask(
        "planner",
        json!({"decision_context": "Is it <b>safe</b>?", "visual_output": hostile, "plan": hostile, "options": ["<i>yes</i>"]}),
    );
    let person = Person::at(&agent);
    let id = person.card("Is it <b>safe</b>?");
    let card = format!("#card-{id}");
    assert!(person.sees(&format!("{card} td")).contains('1'));
    assert!(
        person
            .sees(&format!("{card} pre .code-keyword"))
            .contains("fn")
    );
    person.sees(&format!("{card} .code-head button"));
    let links: Vec<String> = person.run(
        "(card) => [...document.querySelectorAll(`${card} a, ${card} img, ${card} script, ${card} b, ${card} i`)]
            .map((one) => `${one.tagName} ${one.getAttribute('href')} ${one.rel} ${one.target}`)",
        &[json!(card)],
    );
    let site = "A https://example.org/page noopener noreferrer _blank";
    let own = "A https://example.org/ noopener noreferrer _blank";
    assert_eq!(
        links,
        [site, own, site, own],
        "in what is shown and in the plan"
    );
    assert!(
        person.sees(&card).contains("(https://example.org/page)"),
        "the address is visible"
    );
    assert!(person.sees(&card).contains("onerror="), "raw HTML is text");
    let hacked: serde_json::Value = person.run("() => window.hacked ?? null", &[]);
    assert_eq!(hacked, json!(null));
    person.press(&["1", "Enter"]);
    assert_eq!(agent.data(call)["answer"]["choice"], "<i>yes</i>");
}
