//! Questions of a house: one desk, wherever it is, and nothing of it lost with a server.

use greenroom_testkit::{HttpServer, HumanPage};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::{Company, data, error_code, signal};

fn ask(server: &HttpServer, token: &str, question: &str) -> String {
    let asked = server.call(token, "confirm", json!({"question": question}));
    assert_eq!(data(&asked)["status"], "pending", "{asked:?}");
    data(&asked)["dialog_id"]
        .as_str()
        .expect("an id")
        .to_owned()
}

fn result(server: &HttpServer, token: &str, dialog: &str) -> Result<Value, Value> {
    server.call(token, "dialog_result", json!({"dialog_id": dialog}))
}

/// The person in front of the workbench that a server has for Anna.
fn person(server: &HttpServer) -> HumanPage {
    HumanPage::connect(server.home().join("data/houses/anna"))
}

#[test]
fn an_answer_outlives_the_server_that_asked() {
    let Some(company) = Company::new() else {
        return;
    };
    let (mut a, b) = (company.server(), company.server());
    // B has the desk, and A asks there.
    let none = b.call(&company.anna, "dialog_result", json!({}));
    assert!(none.is_ok(), "{none:?}");
    let dialog = ask(&a, &company.anna, "Ship it?");
    person(&b).answer_next(json!({"confirmed": true}));
    signal(&a, Signal::KILL);
    a.ended();
    let told = result(&b, &company.anna, &dialog);
    assert_eq!(data(&told)["answer"]["confirmed"], true, "{told:?}");
    let listed = b.call(&company.anna, "dialog_result", json!({})).unwrap();
    assert!(
        !listed["structuredContent"].to_string().contains(&dialog),
        "it was delivered: {listed}"
    );
}

#[test]
fn open_and_answered_questions_outlive_the_server_that_had_the_desk() {
    let Some(company) = Company::new() else {
        return;
    };
    let (mut a, b) = (company.server(), company.server());
    let answered = ask(&a, &company.anna, "Is the logo right?");
    person(&a).answer_next(json!({"confirmed": true, "comment": "as on the mug"}));
    let open = ask(&a, &company.anna, "Ship it?");
    // Bob's desk is another one.
    let bobs = ask(&b, &company.bob, "Mine?");
    signal(&a, Signal::KILL);
    a.ended();
    let waiting = result(&b, &company.anna, &open);
    assert_eq!(data(&waiting)["status"], "pending", "{waiting:?}");
    let mut page = person(&b);
    let request = page.question();
    assert!(request.to_string().contains("Ship it?"), "{request}");
    page.answer(&request, json!({"confirmed": false}));
    let told = result(&b, &company.anna, &open);
    assert_eq!(data(&told)["answer"]["confirmed"], false, "{told:?}");
    let told = result(&b, &company.anna, &answered);
    assert_eq!(data(&told)["answer"]["confirmed"], true, "{told:?}");
    let strange = result(&b, &company.anna, &bobs);
    assert_eq!(error_code(&strange.unwrap_err()), "DIALOG_UNKNOWN");
}

#[test]
fn a_server_that_stood_still_changes_nothing_of_a_desk_that_has_passed_on() {
    let Some(company) = Company::new() else {
        return;
    };
    let (a, b) = (company.server(), company.server());
    let dialog = ask(&a, &company.anna, "Ship it?");
    let mut page = person(&a);
    let request = page.question();
    signal(&a, Signal::STOP);
    let waiting = result(&b, &company.anna, &dialog);
    assert_eq!(data(&waiting)["status"], "pending", "{waiting:?}");
    person(&b).answer_next(json!({"confirmed": true}));
    signal(&a, Signal::CONT);
    // Whatever the page of the old one still says: it is not taken, or the page is gone.
    page.try_send(json!({"type": "dialog-response", "requestId": request["requestId"], "data": {"confirmed": false}}));
    let taken = page.try_wait(|message| message["type"] == "dialog-response-result");
    assert!(
        taken
            .as_ref()
            .is_none_or(|result| result["success"] == false),
        "{taken:?}"
    );
    for server in [&a, &b] {
        let told = result(server, &company.anna, &dialog);
        assert_eq!(data(&told)["answer"]["confirmed"], true, "{told:?}");
    }
}
