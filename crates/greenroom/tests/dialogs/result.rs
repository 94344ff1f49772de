//! `dialog_result`: answers are collected, listed and withdrawn.

use serde_json::json;

use crate::{data_of, with_page};

#[test]
fn a_hold_ends_as_pending_and_the_answer_is_collected() {
    let (mut client, mut page) = with_page(&["--hold", "0.2"]);
    let id = client.send_call("confirm", json!({"question": "?"}));
    let request = page.question();
    let pending = data_of(&mut client, id);
    assert_eq!(
        (&pending["status"], &pending["code"]),
        (&json!("pending"), &json!("DIALOG_PENDING"))
    );
    assert_eq!(
        pending["next"],
        json!({"tool": "dialog_result", "arguments": {"dialog_id": pending["dialog_id"]}})
    );
    let update = page.wait_for("the mark", |message| {
        message["type"] == "dialog-update" && message["agent_waiting"] == false
    });
    assert_eq!(update["requestId"], request["requestId"]);
    page.answer(&request, json!({"confirmed": true}));
    for _ in 0..2 {
        let data = client.data("dialog_result", json!({"dialog_id": pending["dialog_id"]}));
        assert_eq!(data["answer"]["confirmed"], true, "as often as asked");
    }
}

#[test]
fn lists_and_withdrawal() {
    let (mut client, mut page) = with_page(&["--hold", "0.1"]);
    let pending = client.data("text_input", json!({"question": "open?"}));
    page.question();
    let lists = client.data("dialog_result", json!({}));
    assert_eq!(lists["open"][0]["dialog_id"], pending["dialog_id"]);
    assert_eq!(lists["undelivered"], json!([]));
    let taken = client.data(
        "dialog_result",
        json!({"dialog_id": pending["dialog_id"], "withdraw": true}),
    );
    assert_eq!(
        (&taken["status"], &taken["cancelled_by"]),
        (&json!("cancelled"), &json!("agent"))
    );
    let change = page.wait_for("the end", |message| message["state"] == "CANCELLED");
    assert_eq!(change["by"], "agent");
}

#[test]
fn notes_are_delivered_once() {
    let (mut client, mut page) = with_page(&["--hold", "0.1"]);
    page.send(json!({"type": "note-add", "text": "use blue"}));
    assert_eq!(page.wait("notes")["notes"][0]["text"], "use blue");
    let data = client.data("confirm", json!({"question": "?"}));
    assert_eq!(data["human_notes"][0]["text"], "use blue");
    let again = client.data(
        "dialog_result",
        json!({"dialog_id": data["dialog_id"], "wait_seconds": 0}),
    );
    assert!(again.get("human_notes").is_none());
}
