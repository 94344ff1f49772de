//! The request parser: every tool, every fault, with its path.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use super::*;

fn parse_json(tool: &str, arguments: Value) -> Result<DialogRequest, DialogError> {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object")
    };
    parse(&Registry::standard(), tool, arguments)
}

fn refused(tool: &str, arguments: Value) -> (String, Vec<String>) {
    match parse_json(tool, arguments.clone()) {
        Err(DialogError::InvalidParams { text, faults, .. }) => {
            (text, faults.into_iter().map(|fault| fault.path).collect())
        }
        other => panic!("{tool} {arguments}: {other:?}"),
    }
}

#[test]
fn each_tool_names_the_path_of_each_fault() {
    let one = json!([{"value": "a", "label": "A"}]);
    let twice = json!([{"value": "a", "label": "A"}, {"value": "a", "label": "B"}]);
    let many: Vec<Value> = (0..201)
        .map(|n| json!({"value": n.to_string(), "label": "x"}))
        .collect();
    for (tool, arguments, text, path) in [
        (
            "planner",
            json!({"options": []}),
            "Invalid decision_context",
            "decision_context",
        ),
        (
            "planner",
            json!({"decision_context": "", "options": []}),
            "Invalid decision_context",
            "decision_context",
        ),
        (
            "planner",
            json!({"decision_context": "x".repeat(5001), "options": []}),
            "Invalid decision_context",
            "decision_context",
        ),
        (
            "planner",
            json!({"decision_context": "?"}),
            "Options must be an array",
            "options",
        ),
        (
            "planner",
            json!({"decision_context": "?", "options": "a"}),
            "Options must be an array",
            "options",
        ),
        (
            "planner",
            json!({"decision_context": "?", "options": [{"description": "d"}]}),
            "Invalid options[0]",
            "options[0]",
        ),
        (
            "planner",
            json!({"decision_context": "?", "options": ["a", "a"]}),
            "Invalid options[1].value",
            "options[1].value",
        ),
        (
            "planner",
            json!({"decision_context": "?", "options": [], "plann": ""}),
            "Unknown parameter plann",
            "plann",
        ),
        ("text_input", json!({}), "Invalid question", "question"),
        (
            "text_input",
            json!({"question": 5}),
            "Invalid question",
            "question",
        ),
        (
            "text_input",
            json!({"question": "?", "maxLength": 0}),
            "Invalid maxLength",
            "maxLength",
        ),
        (
            "text_input",
            json!({"question": "?", "max": 1}),
            "Unknown parameter max",
            "max",
        ),
        (
            "single_choice",
            json!({"question": "?", "options": {}}),
            "Options must be an array",
            "options",
        ),
        (
            "single_choice",
            json!({"question": "?", "options": []}),
            "Invalid options",
            "options",
        ),
        (
            "single_choice",
            json!({"question": "?", "options": [{"value": "a"}]}),
            "Invalid options[0].label",
            "options[0].label",
        ),
        (
            "single_choice",
            json!({"question": "?", "options": twice}),
            "Invalid options[1].value",
            "options[1].value",
        ),
        (
            "single_choice",
            json!({"question": "?", "options": one, "defaultValue": "z"}),
            "Invalid defaultValue",
            "defaultValue",
        ),
        (
            "single_choice",
            json!({"question": "?", "options": [{"value": "a", "label": "A", "x": 1}]}),
            "Unknown parameter options[0].x",
            "options[0].x",
        ),
        (
            "single_choice",
            json!({"question": "?", "options": many}),
            "Invalid options",
            "options",
        ),
        (
            "multi_choice",
            json!({"question": "?", "options": twice}),
            "Invalid options[1].value",
            "options[1].value",
        ),
        (
            "multi_choice",
            json!({"question": "?", "options": one, "minSelections": 2}),
            "Invalid minSelections",
            "minSelections",
        ),
        (
            "multi_choice",
            json!({"question": "?", "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}], "minSelections": 2, "maxSelections": 1}),
            "Invalid minSelections",
            "minSelections",
        ),
        (
            "screenshot_request",
            json!({}),
            "Invalid question",
            "question",
        ),
        (
            "screenshot_request",
            json!({"question": "?", "image": 1}),
            "Unknown parameter image",
            "image",
        ),
        (
            "confirm",
            json!({"question": "?", "isDangerous": "yes"}),
            "Invalid isDangerous",
            "isDangerous",
        ),
        (
            "confirm",
            json!({"question": "?", "title": "x".repeat(121)}),
            "Invalid title",
            "title",
        ),
    ] {
        let (said, paths) = refused(tool, arguments.clone());
        assert_eq!(said, text, "{tool} {arguments}");
        assert_eq!(paths[0], path, "{tool} {arguments}");
    }
}

#[test]
fn all_faults_come_at_once() {
    let (_, paths) = refused(
        "text_input",
        json!({"placeholder": 1, "required": "no", "x": 1}),
    );
    assert_eq!(paths, ["question", "placeholder", "required", "x"]);
}

#[test]
fn both_spellings_are_one_parameter() {
    let request = parse_json(
        "text_input",
        json!({"question": "?", "expects_code": true, "max_length": 5}),
    )
    .unwrap();
    assert_eq!(request.parameters["expectsCode"], true);
    assert_eq!(request.parameters["maxLength"], 5);
    let request = parse_json(
        "planner",
        json!({"decisionContext": "?", "options": [], "sessionLabel": "s"}),
    )
    .unwrap();
    assert_eq!(request.parameters["decision_context"], "?");
    assert_eq!(request.session_label.as_deref(), Some("s"));
    let (text, _) = refused(
        "text_input",
        json!({"question": "?", "maxLength": 1, "max_length": 2}),
    );
    assert!(
        text.contains("axLength") || text.contains("max_length"),
        "{text}"
    );
    let (text, _) = refused("text_input", json!({"question": "?", "Max_Length": 2}));
    assert_eq!(text, "Unknown parameter Max_Length");
}

#[test]
fn the_life_is_clamped_with_a_note() {
    for (asked, life, notes) in [
        (json!(1), 60, 1),
        (json!(60), 60, 0),
        (json!(90_000), 86_400, 1),
        (json!(-5), 60, 1),
    ] {
        let request = parse_json(
            "confirm",
            json!({"question": "?", "timeout_seconds": asked}),
        )
        .unwrap();
        assert_eq!(
            (request.life, request.notes.len()),
            (life, notes),
            "{asked}"
        );
    }
    assert_eq!(
        parse_json("confirm", json!({"question": "?"}))
            .unwrap()
            .life,
        86_400
    );
}

#[test]
fn the_fingerprint_ignores_order_and_common_parameters() {
    let print = |arguments| parse_json("planner", arguments).unwrap().fingerprint();
    let first =
        print(json!({"decision_context": "?", "options": ["a"], "plan": "p", "project": "x"}));
    let second = print(
        json!({"plan": "p", "options": [{"value": "a", "label": "a"}], "decision_context": "?", "title": "t"}),
    );
    assert_eq!(first, second);
    assert_ne!(
        first,
        print(json!({"decision_context": "?", "options": ["b"], "plan": "p"}))
    );
}

#[test]
fn a_planner_option_may_be_a_string_or_half() {
    let request = parse_json(
        "planner",
        json!({"decision_context": "?", "options": ["a", {"label": "B"}, {"value": "c"}]}),
    )
    .unwrap();
    assert_eq!(
        request.parameters["options"],
        json!([{"label": "a", "value": "a"}, {"label": "B", "value": "B"}, {"label": "c", "value": "c"}])
    );
}
