//! The official clients wait for the human through the ladder, with their default timeout.

use greenroom_testkit::{HumanPage, OfficialClient};
use serde_json::json;

use super::until;
use crate::GREENROOM;

#[test]
fn the_python_client_gets_an_answer_that_came_after_its_call() {
    follow(OfficialClient::Python);
}

#[test]
fn the_typescript_client_gets_an_answer_that_came_after_its_call() {
    follow(OfficialClient::TypeScript);
}

/// The hold is cut from 50 s to 1 s, so that the test need not take a minute.
fn follow(client: OfficialClient) {
    let home = tempfile::tempdir().unwrap();
    let plan = json!({
        "name": "text_input", "arguments": {"question": "Patience?"},
        "answer": {"text": "at last"},
    });
    std::thread::scope(|scope| {
        let human = scope.spawn(|| {
            let mut page = until(|| HumanPage::try_connect(home.path()));
            let request = page.question();
            page.wait_for("the end of the first hold", |message| {
                message["type"] == "dialog-update" && message["agent_waiting"] == false
            });
            page.answer(&request, json!({"text": "at last"}));
        });
        let server = [
            GREENROOM,
            "--mcp",
            "--hold",
            "1",
            "--no-open",
            "--port",
            "0",
        ];
        client.drive_script("ladder", &plan, &server, |command| {
            command.env("GREENROOM_HOME", home.path())
        });
        human.join().unwrap();
    });
}
