//! The pages that agents have built are linked from the workbench.

use serde_json::json;

use crate::agent::Agent;
use crate::person::Person;

#[test]
fn browser_the_sessions_of_a_ui_are_linked_while_they_are_there() {
    let mut agent = Agent::start();
    let folder = tempfile::tempdir().unwrap();
    let person = Person::at(&agent);
    person.clicks("nav a[href='#/pages']");
    let none = "document.querySelector('main h1').textContent === 'No page is running'";
    person.until(none);

    let configured = agent.ask("ui_configure", json!({"base_dir": folder.path()}));
    agent.result(configured);
    let started = agent.ask("ui_start", json!({}));
    let started = agent.result(started)["structuredContent"]["data"].clone();
    let app = agent.ask(
        "ui_run",
        json!({"code": "session:createAppVariable({type = 'Board'})"}),
    );
    agent.result(app);
    person.until("document.querySelector('main li a')?.textContent === 'Session 1 · Board'");
    let link: (String, String, String) = person.run(
        "() => { const a = document.querySelector('main li a'); return [a.href, a.target, a.rel]; }",
        &[],
    );
    // The link leads through the entrance, which lets this browser in, to the page itself.
    let entrance = format!(
        "{}/-/enter?to=%2F1%2F%3Fconserve%3Dtrue#",
        started["url"].as_str().unwrap()
    );
    let (address, target, rel) = link;
    assert!(address.starts_with(&entrance), "{address}");
    assert_eq!(
        (target.as_str(), rel.as_str()),
        ("_blank", "noopener noreferrer")
    );
    assert_eq!(person.sees("main li span"), "not open");

    let stopped = agent.ask("ui_stop", json!({}));
    agent.result(stopped);
    person.until(none);
}
