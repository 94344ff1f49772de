//! How a browser becomes the human's, as the human sees it.

use greenroom_web::workbench::ask_for_opening;
use serde_json::json;

use crate::agent::Agent;
use crate::person::Person;

#[test]
fn a_private_file_leads_the_browser_in() {
    let mut agent = Agent::start();
    let file = ask_for_opening(&agent.home(), None, |_| ()).unwrap();
    assert!(file.starts_with("file://"), "{file}");
    let call = agent.ask("confirm", json!({"question": "In?", "isDangerous": true}));
    let person = Person::visiting(&file, &[]);
    person.card("In?");
    person.press(&["y", "Enter"]);
    let data = agent.data(call);
    assert_eq!(data["answer"], json!({"confirmed": true}));
    let left = std::fs::read_dir(agent.home().join("run")).unwrap();
    let files: Vec<_> = left.flatten().map(|entry| entry.file_name()).collect();
    let is_left = |name: &std::ffi::OsString| name.to_string_lossy().starts_with("open-");
    assert!(!files.iter().any(is_left), "{files:?}");
}

#[test]
fn a_further_browser_is_let_in_on_the_page() {
    let mut agent = Agent::start();
    let person = Person::at(&agent);
    let other = person.lets_in(&agent, &[]);
    person.sees_no(".pairing-request");
    let call = agent.ask("confirm", json!({"question": "Sure?", "isDangerous": true}));
    other.card("Sure?");
    other.press(&["y", "Enter"]);
    let data = agent.data(call);
    assert_eq!(
        (&data["source"], &data["proof"]),
        (&json!("human"), &json!("accepted_page"))
    );

    let asking = agent.asks_for_address();
    let text = person.sees(".pairing-request:not([data-guarded])");
    person.clicks("[data-refuse]");
    let refused = asking.wait_with_output().unwrap();
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(
        !refused.status.success() && told.contains("refused"),
        "{told}"
    );
    let number = text.split("number ").nth(1).unwrap();
    assert!(told.contains(&number[..4]), "{text} / {told}");
    other.sees_no(".pairing-request");
}

#[test]
fn an_address_that_was_used_says_so() {
    let agent = Agent::start();
    let address = agent.address();
    let person = Person::visiting(&address, &[]);
    person.run::<bool>(
        "(address) => { sessionStorage.clear(); location.href = address; location.reload(); return true }",
        &[json!(address)],
    );
    person.sees("[data-connection=unpaired]");
    assert!(person.sees(".warning-box").contains("used already"));
}
