//! `text_input`: words of the human.

use serde_json::{Value, json};

use crate::answers::returns;
use crate::{data_of, with_page};

#[test]
fn the_text_comes_back_as_it_was_written() {
    let given = json!({"text": " ünï\n code "});
    returns("text_input", json!({"question": "Name?"}), &given, &given);
}

#[test]
fn ten_questions_at_once_show_three_cards() {
    let (mut client, mut page) = with_page(&[]);
    let ids: Vec<i64> = (0..10)
        .map(|n| client.send_call("text_input", json!({"question": format!("{n}")})))
        .collect();
    let requests: Vec<Value> = (0..10).map(|_| page.wait("dialog-request")).collect();
    let open = requests
        .iter()
        .filter(|request| request["position"] == 0)
        .count();
    assert_eq!(open, 3);
    let order: Vec<String> = requests
        .iter()
        .map(|request| {
            request["parameters"]["question"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let asked: Vec<String> = (0..10).map(|n| n.to_string()).collect();
    assert_eq!(order, asked, "first come, first shown");
    for request in &requests {
        let text = format!(
            "answer to {}",
            request["parameters"]["question"].as_str().unwrap()
        );
        page.answer(request, json!({"text": text}));
    }
    for (n, id) in ids.into_iter().enumerate() {
        assert_eq!(
            data_of(&mut client, id)["answer"]["text"],
            format!("answer to {n}")
        );
    }
}
