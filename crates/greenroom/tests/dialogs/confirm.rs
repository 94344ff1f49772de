//! `confirm`: yes, no, and everything that is neither.

use serde_json::{Value, json};

use crate::answers::returns;
use crate::with_page;

#[test]
fn a_yes_comes_back_with_the_comment() {
    returns(
        "confirm",
        json!({"question": "Ship?"}),
        &json!({"confirmed": true, "comment": "go"}),
        &json!({"confirmed": true}),
    );
}

#[test]
fn cancel_decline_and_no_are_not_the_same() {
    let (mut client, mut page) = with_page(&[]);
    for (given, status, code, answered) in [
        (json!({"confirmed": false}), "answered", json!(null), true),
        (
            json!({"cancelled": true, "comment": "later"}),
            "cancelled",
            json!("DIALOG_CANCELLED"),
            false,
        ),
        (
            json!({"declined": true, "comment": "why"}),
            "declined",
            json!("DIALOG_DECLINED"),
            false,
        ),
    ] {
        let id = client.send_call("confirm", json!({"question": "Ship?"}));
        page.answer_next(given.clone());
        let answer = client.wait(id);
        let envelope = &answer["result"]["structuredContent"];
        let data = &envelope["data"];
        assert_eq!((&data["status"], &data["code"]), (&json!(status), &code));
        assert_eq!(data["answered"], answered);
        assert_eq!(data.get("comment"), given.get("comment"));
        assert_eq!(envelope["success"], true);
        assert!(
            answer["result"]
                .get("isError")
                .is_none_or(|error| error == false)
        );
        if !answered {
            assert!(
                envelope["message"]
                    .as_str()
                    .unwrap()
                    .starts_with("No answer")
            );
            assert_eq!(data["answer"], Value::Null);
        }
    }
}
