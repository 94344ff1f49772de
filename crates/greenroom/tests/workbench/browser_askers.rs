//! Several who ask, and those who do not wait for the answer.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;

#[test]
fn an_answer_after_the_agent_left_is_kept_for_it() {
    let mut agent = Agent::start();
    let call = agent.ask("text_input", json!({"question": "What next?"}));
    let person = Person::at(&agent);
    let id = person.card("What next?");
    person.sees(&format!("#card-{id} .waiting.yes"));
    agent.cancel(call);
    let mark = person.sees(&format!("#card-{id} .waiting.no"));
    assert!(mark.contains("your answer is kept"), "{mark}");
    person.types("go on");
    person.press(&["Enter"]);
    person.sees(&format!("#card-{id}[data-phase=delivered]"));
    let data = agent.call("dialog_result", json!({"dialog_id": id}));
    assert_eq!(data["answer"], json!({"text": "go on"}));
    assert!(!agent.has_answer(call), "the call itself gets nothing");
}

#[test]
fn two_processes_have_one_page_and_their_own_answers() {
    let mut alpha = Agent::start_as("alpha", &json!({}), &[]);
    let mut beta = alpha.beside("beta", &json!({}), &[]);
    let question = |text: &str| json!({"question": text, "project": text});
    let (first, second) = (
        alpha.ask("text_input", question("one")),
        beta.ask("text_input", question("two")),
    );
    assert_eq!(first, second, "the ids are equal");
    let person = Person::at(&alpha);
    for (project, asker) in [("one", "alpha"), ("two", "beta")] {
        let id = person.card(project);
        let label = |class: &str| person.sees(&format!("#card-{id} .label.{class}"));
        assert_eq!(
            (label("project"), label("asker")),
            (project.into(), asker.into())
        );
        person.clicks(&format!("#card-{id} textarea"));
        person.types(&format!("for {asker}"));
        person.press(&["Enter"]);
        person.sees_no(&format!("#card-{id}"));
    }
    assert_eq!(alpha.data(first)["answer"], json!({"text": "for alpha"}));
    assert_eq!(beta.data(second)["answer"], json!({"text": "for beta"}));
}

/// The capability of clients that can show a form.
fn forms() -> Value {
    json!({"elicitation": {}})
}

#[test]
fn a_question_in_client_and_page_is_answered_once() {
    let mut host = Agent::start_as("host", &forms(), &["--elicit"]);
    let mut guest = host.beside("guest", &forms(), &["--elicit"]);
    let person = Person::at(&host);
    for agent in [&mut host, &mut guest] {
        // First in the client: the card closes.
        let call = agent.ask("text_input", json!({"question": "Here or there?"}));
        let id = person.card("Here or there?");
        let form = agent.client().wait_message("elicitation/create");
        assert_eq!(form["params"]["message"], "Here or there?");
        let accepted = json!({"action": "accept", "content": {"text": "there"}});
        let reply = json!({"jsonrpc": "2.0", "id": form["id"], "result": accepted});
        agent.client().send_line(reply.to_string().as_bytes());
        let data = agent.data(call);
        assert_eq!(
            (&data["answer"], &data["source"]),
            (&json!({"text": "there"}), &json!("elicitation"))
        );
        person.sees_no(&format!("#card-{id}"));
        person.until(
            "document.querySelector('.toasts').textContent.includes(\"agent's own window\")",
        );

        // First on the page: the form closes.
        let call = agent.ask("text_input", json!({"question": "And now?"}));
        person.card("And now?");
        let form = agent.client().wait_message("elicitation/create");
        person.types("here");
        person.press(&["Enter"]);
        let data = agent.data(call);
        assert_eq!(
            (&data["answer"], &data["source"]),
            (&json!({"text": "here"}), &json!("human"))
        );
        let closed = agent.client().wait_notification("notifications/cancelled");
        assert_eq!(closed["requestId"], form["id"]);
    }
}
