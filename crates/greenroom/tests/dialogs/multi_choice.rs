//! `multi_choice`: several of several.

use serde_json::json;

use crate::answers::returns;

#[test]
fn the_choices_come_back_in_the_order_of_the_options() {
    let options = json!([{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]);
    returns(
        "multi_choice",
        json!({"question": "Which?", "options": options}),
        &json!({"choices": ["b", "a"]}),
        &json!({"choices": ["a", "b"], "labels": ["A", "B"]}),
    );
}
