//! The hold ladder: a call may end, its dialog lives on.

use greenroom_testkit::{HumanPage, McpClient};
use serde_json::{Value, json};

use crate::{GREENROOM, bind, data_of, server, with_page};

#[test]
fn a_cancelled_call_gets_nothing_and_its_answer_is_kept() {
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call("confirm", json!({"question": "?"}));
    let request = page.question();
    client.notify("notifications/cancelled", json!({"requestId": id}));
    page.wait_for("the mark", |message| {
        message["type"] == "dialog-update" && message["agent_waiting"] == false
    });
    page.answer(&request, json!({"confirmed": true, "comment": "late"}));
    let data = client.data("dialog_result", json!({"dialog_id": request["requestId"]}));
    assert_eq!(
        (&data["answer"]["confirmed"], &data["comment"]),
        (&json!(true), &json!("late"))
    );
    assert!(!client.has_answer(id));
}

#[test]
fn a_late_answer_goes_with_the_next_result() {
    let (mut client, mut page) = with_page(&["--hold", "0.1"]);
    client.data("confirm", json!({"question": "first"}));
    let first = page.question();
    page.answer(&first, json!({"declined": true, "comment": "no"}));
    let next = client.data("confirm", json!({"question": "second"}));
    assert_eq!(next["status"], "pending");
    let kept = &next["undelivered_answers"];
    assert_eq!(
        (&kept[0]["dialog_id"], &kept[0]["comment"]),
        (&first["requestId"], &json!("no"))
    );
    let again = client.data(
        "dialog_result",
        json!({"dialog_id": next["dialog_id"], "wait_seconds": 0}),
    );
    assert!(again.get("undelivered_answers").is_none());
}

#[test]
fn progress_is_told_while_the_human_is_waited_for() {
    // The shortest pace is 15 s, so this test takes that long.
    let (mut client, mut page) = with_page(&["--hold", "40"]);
    let id = client.send(
        "tools/call",
        json!({"name": "confirm", "arguments": {"question": "?"}, "_meta": {"progressToken": "t"}}),
    );
    let request = page.question();
    let progress = client.wait_notification("notifications/progress");
    assert_eq!(progress["progressToken"], "t");
    assert!(progress["progress"].as_f64().unwrap() >= 15.0);
    assert_eq!(progress["message"], "waiting for human · 15 s");
    page.answer(&request, json!({"confirmed": true}));
    assert_eq!(data_of(&mut client, id)["answer"]["confirmed"], true);
    assert!(client.notifications.is_empty(), "none after the result");
}

#[test]
fn a_client_that_gives_up_teaches_the_next_hold() {
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call("confirm", json!({"question": "?"}));
    page.question();
    // Only a wait of 10 s and more says something about the client.
    std::thread::park_timeout(std::time::Duration::from_millis(10_200));
    client.notify("notifications/cancelled", json!({"requestId": id}));
    let learned = page.wait("learned");
    let hold = &learned["learned"][0];
    assert_eq!(
        (&hold["client"], &hold["with_progress"]),
        (&json!("testkit"), &json!(false))
    );
    let seconds = hold["seconds"].as_f64().unwrap();
    assert!((8.0..9.0).contains(&seconds), "{seconds}");
    page.send(json!({"type": "learned-remove", "client": "testkit", "with_progress": false}));
    assert_eq!(page.wait("learned")["learned"], json!([]));
}

#[test]
fn open_questions_come_back_after_a_restart() {
    let home = tempfile::tempdir().unwrap();
    let start = || {
        let mut client = McpClient::start_with(GREENROOM, |command| {
            command
                .args(["--mcp", "--port", "0", "--no-open", "--hold", "0.1"])
                .env("GREENROOM_HOME", home.path())
        });
        client.initialize("2025-06-18");
        client
    };
    let question = json!({"question": "Still there?"});
    let mut first = start();
    let pending = first.data("text_input", question.clone());
    let mut page = HumanPage::connect(home.path());
    let request = page.question();
    page.send(
        json!({"type": "draft", "requestId": request["requestId"], "data": {"text": "half"}}),
    );
    page.send(json!({"type": "ping"}));
    page.wait("pong");
    drop(first);

    let mut second = start();
    second.data("dialog_result", json!({}));
    let mut page = HumanPage::connect(home.path());
    let request = page.question();
    assert_eq!(request["requestId"], pending["dialog_id"]);
    assert_eq!(
        (&request["state"], &request["agent_waiting"]),
        (&json!("PENDING"), &json!(false))
    );
    assert_eq!(request["draft"], json!({"text": "half"}));
    page.answer(&request, json!({"text": "whole"}));
    drop(second);

    let mut third = start();
    let data = third.data("dialog_result", json!({"dialog_id": pending["dialog_id"]}));
    assert_eq!(data["answer"]["text"], "whole");
}

#[test]
fn a_held_call_blocks_no_other() {
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call("confirm", json!({"question": "?"}));
    let request = page.question();
    assert_eq!(
        client.data("scorm_echo", json!({"a": 1}))["echoed"],
        json!({"a": 1})
    );
    page.answer(&request, json!({"confirmed": true}));
    assert_eq!(data_of(&mut client, id)["answered"], true);
}

#[test]
fn questions_may_need_a_page() {
    let mut client = server(&["--require-ui"]);
    bind(&mut client);
    let failure = client.failure("confirm", json!({"question": "?"}));
    assert_eq!(failure["error_code"], "DIALOG_UI_UNAVAILABLE");
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("Application not ready.")
    );
    let mut page = HumanPage::connect(client.home());
    let id = client.send_call("confirm", json!({"question": "?"}));
    page.answer_next(json!({"confirmed": true}));
    assert_eq!(data_of(&mut client, id)["answered"], Value::Bool(true));
}

#[test]
fn the_rate_is_limited_per_process() {
    let (mut client, _page) = with_page(&["--hold", "0"]);
    for _ in 0..100 {
        client.data("confirm", json!({"question": "again?"}));
    }
    let failure = client.failure("confirm", json!({"question": "again?"}));
    assert_eq!(failure["error_code"], "RATE_LIMITED");
    assert!(failure["details"]["retryAfterMs"].as_u64().unwrap() > 0);
}
