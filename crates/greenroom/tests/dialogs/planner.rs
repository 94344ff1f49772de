//! `planner`: a way to go on, with how much to think about it.

use serde_json::json;

use crate::answers::returns;

#[test]
fn the_choice_comes_back_with_its_thinking_mode_and_context() {
    let options = json!([{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]);
    let given = json!({"choice": "b", "thinkingMode": "deep", "additionalContext": "soon", "intent": "plan"});
    let arguments = json!({"decision_context": "Which?", "options": options});
    returns("planner", arguments, &given, &given);
}
