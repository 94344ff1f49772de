//! Another program shows the dialogs: `--parent`.

use std::net::TcpListener;
use std::time::Instant;

use greenroom_testkit::ParentApp;
use serde_json::{Value, json};

use super::{GREENROOM, data_of};
use greenroom_testkit::McpClient;

fn server(address: &str) -> McpClient {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command.args(["--mcp", "--parent", address])
    });
    client.initialize("2025-06-18");
    client
}

#[test]
fn questions_go_to_the_parent_app_and_its_answers_come_back() {
    let mut parent = ParentApp::listen();
    let mut client = server(&parent.address());
    let id = client.send_call("confirm", json!({"question": "Ship?", "warning": null}));
    let call = parent.next_call();
    assert_eq!(call["params"]["name"], "confirm");
    assert_eq!(
        call["params"]["arguments"],
        json!({"question": "Ship?"}),
        "nulls are left out"
    );
    parent.reply(
        &call,
        json!({"confirmed": true, "timestamp": "2025-01-25T10:00:00.000Z"}),
    );
    let data = data_of(&mut client, id);
    assert_eq!(
        (&data["status"], &data["answer"]),
        (&json!("answered"), &json!({"confirmed": true}))
    );

    let id = client.send_call("confirm", json!({"question": "Again?"}));
    let call = parent.next_call();
    parent.refuse(&call, json!({"code": -32603, "message": "User cancelled the dialog", "data": {"cancelled": true}}));
    assert_eq!(data_of(&mut client, id)["status"], "cancelled");

    let id = client.send_call("confirm", json!({"question": "Nobody there?"}));
    let call = parent.next_call();
    let error = json!({"code": -32011, "message": "No response", "data": {"expired": true}});
    parent.refuse(&call, error);
    let data = data_of(&mut client, id);
    assert_eq!(
        (&data["status"], &data["answered"]),
        (&json!("no_response"), &json!(false))
    );
}

#[test]
fn a_plan_of_a_parent_app_permits_nothing_that_nobody_said() {
    let mut parent = ParentApp::listen();
    let mut client = server(&parent.address());
    let question = json!({"decision_context": "Which?", "options": ["a", "b"]});
    let id = client.send_call("planner", question);
    let call = parent.next_call();
    let result = json!({
        "choice": "a", "thinkingMode": "deep", "additionalContext": "", "attachments": [],
        "timestamp": "2025-01-25T10:00:00.000Z",
    });
    parent.reply(&call, result);
    assert_eq!(
        data_of(&mut client, id)["answer"],
        json!({"choice": "a", "thinkingMode": "deep", "additionalContext": "", "intent": "plan"})
    );
}

#[test]
fn a_parent_app_that_is_not_there_is_tried_four_times() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("ws://{}/", nobody.local_addr().unwrap());
    drop(nobody);
    let mut client = server(&address);
    let started = Instant::now();
    let failure = client.failure("confirm", json!({"question": "?"}));
    assert_eq!(failure["error_code"], "DIALOG_CONNECTION");
    let message = failure["message"].as_str().unwrap();
    assert!(message.starts_with("Max retries exceeded."), "{message}");
    let seconds = started.elapsed().as_secs_f64();
    assert!((7.0..12.0).contains(&seconds), "1, 2 and 4 s: {seconds}");
}

#[test]
fn a_question_that_was_written_is_never_asked_twice() {
    let mut parent = ParentApp::listen();
    let mut client = server(&parent.address());
    let id = client.send_call("confirm", json!({"question": "?"}));
    parent.next_call();
    parent.hang_up();
    let answer = client.wait(id);
    assert_eq!(
        answer["error"]["data"]["error_code"], "DIALOG_CONNECTION",
        "{answer}"
    );
    assert_eq!(
        answer["error"]["data"]["details"]["category"],
        Value::from("CONNECTION")
    );
}

#[test]
fn after_a_restart_answers_are_there_and_nothing_is_asked_twice() {
    let home = tempfile::tempdir().unwrap();
    let mut parent = ParentApp::listen();
    let start = |address: &str| {
        let mut client = McpClient::start_with(GREENROOM, |command| {
            command
                .args(["--mcp", "--hold", "0", "--parent", address])
                .env("GREENROOM_HOME", home.path())
        });
        client.initialize("2025-06-18");
        client
    };
    let mut first = start(&parent.address());
    let answered = first.data("text_input", json!({"question": "answered?"}));
    let call = parent.next_call();
    parent.reply(&call, json!({"text": "yes"}));
    super::until(|| {
        let lists = first.data("dialog_result", json!({}));
        (lists["undelivered"] != json!([])).then_some(())
    });
    let in_flight = first.data("text_input", json!({"question": "in flight?"}));
    assert_eq!(
        parent.next_call()["params"]["arguments"]["question"],
        "in flight?"
    );
    drop(first);
    parent.hang_up();

    let mut second = start(&parent.address());
    let data = second.data("dialog_result", json!({"dialog_id": answered["dialog_id"]}));
    assert_eq!(data["answer"], json!({"text": "yes"}), "it was kept");
    let failure = second.failure(
        "dialog_result",
        json!({"dialog_id": in_flight["dialog_id"]}),
    );
    assert_eq!(failure["error_code"], "DIALOG_CONNECTION");
    second.data("text_input", json!({"question": "the next?"}));
    let call = parent.next_call();
    assert_eq!(
        call["params"]["arguments"]["question"], "the next?",
        "the one that was written is not asked again"
    );
}

#[test]
fn a_dangerous_question_is_not_for_a_parent_app() {
    let mut parent = ParentApp::listen();
    let mut client = server(&parent.address());
    let dangerous = json!({"question": "Delete all?", "isDangerous": true});
    let failure = client.failure("confirm", dangerous);
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS", "{failure}");
    let message = failure["message"].as_str().unwrap();
    assert!(
        message.contains("isDangerous") && message.contains("--parent"),
        "{message}"
    );
    let id = client.send_call("confirm", json!({"question": "Tidy up?"}));
    let call = parent.next_call();
    assert_eq!(call["params"]["arguments"]["question"], "Tidy up?");
    let said = json!({"confirmed": true, "timestamp": "2025-01-25T10:00:00.000Z"});
    parent.reply(&call, said);
    let data = data_of(&mut client, id);
    assert_eq!(
        (&data["source"], &data["proof"]),
        (&json!("parent_app"), &json!("parent_app"))
    );
}
