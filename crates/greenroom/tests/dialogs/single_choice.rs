//! `single_choice`: one of several.

use serde_json::json;

use crate::answers::returns;
use crate::with_page;

#[test]
fn the_choice_comes_back_with_its_label_or_a_text_instead() {
    let options = json!([{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]);
    returns(
        "single_choice",
        json!({"question": "Which?", "options": options}),
        &json!({"choice": "a"}),
        &json!({"choice": "a", "label": "A"}),
    );
    returns(
        "single_choice",
        json!({"question": "Or?", "options": options}),
        &json!({"choice": null, "text": "neither"}),
        &json!({"choice": null, "label": null, "text": "neither"}),
    );
}

#[test]
fn the_same_call_finds_the_same_card() {
    let (mut client, mut page) = with_page(&["--hold", "0.1"]);
    let question = json!({"question": "Same?", "options": [{"value": "a", "label": "A"}]});
    let first = client.data("single_choice", question.clone());
    let second = client.data("single_choice", question);
    assert_eq!(first["dialog_id"], second["dialog_id"]);
    let request = page.question();
    page.send(json!({"type": "ping"}));
    page.wait("pong");
    page.answer(&request, json!({"choice": "a"}));
    let status = page.ask(json!({"type": "metrics-query"}));
    assert_eq!(status["metrics"]["completed"], 1, "there was one question");
}
