//! Questions come in: once each, three shown, within the limits of their asker.

use super::Fixture;
use crate::declaration::DialogTool;
use crate::desk::Desk;
use crate::error::DialogError;
use crate::registry::Registry;
use serde_json::json;

#[test]
fn the_same_question_is_asked_once() {
    let mut it = Fixture::new();
    let first = it.confirm("?");
    let again = it
        .ask_as(
            "agent",
            "confirm",
            json!({"question": "?", "title": "other"}),
        )
        .unwrap();
    assert_eq!(
        (again.dialog_id.as_str(), again.attached),
        (first.as_str(), true)
    );
    let by_id = it
        .ask_as(
            "agent",
            "confirm",
            json!({"question": "x", "dialog_id": first}),
        )
        .unwrap();
    assert_eq!(by_id.dialog_id, first);
    assert_eq!(it.desk.dialog(&first).unwrap().waiting, 3);
    assert!(
        !it.ask_as("other", "confirm", json!({"question": "?"}))
            .unwrap()
            .attached
    );
    assert!(
        !it.ask_as("agent", "confirm", json!({"question": "?", "project": "p"}))
            .unwrap()
            .attached
    );
    it.submit(&first, json!({"confirmed": true})).unwrap();
    assert_ne!(it.confirm("?"), first, "an ended question is asked anew");
    let unknown = it.ask_as(
        "agent",
        "confirm",
        json!({"question": "?", "dialog_id": "d_x"}),
    );
    assert_eq!(unknown.unwrap_err().code(), "DIALOG_UNKNOWN");
}

#[test]
fn ten_questions_show_three_cards() {
    let mut it = Fixture::new();
    let ids: Vec<String> = (0..10).map(|n| it.confirm(&n.to_string())).collect();
    let places: Vec<usize> = ids
        .iter()
        .map(|id| it.desk.queue().position(id).unwrap())
        .collect();
    assert_eq!(places, [0, 0, 0, 1, 2, 3, 4, 5, 6, 7]);
    it.submit(&ids[1], json!({"confirmed": true})).unwrap();
    assert_eq!(it.desk.queue().position(&ids[3]), Some(0));
    for id in ids.iter().filter(|id| **id != ids[1]) {
        it.submit(id, json!({"confirmed": true})).unwrap();
    }
    assert!(it.desk.queue().is_empty());
    assert_eq!(it.desk.metrics().completed, 10);
}

#[test]
fn limits_hold_per_asker() {
    let mut it = Fixture::new();
    for n in 0..100 {
        it.confirm(&n.to_string());
        it.now += 1_000;
    }
    let refused = it.ask_as("agent", "confirm", json!({"question": "one more"}));
    assert_eq!(refused.unwrap_err().code(), "LIMIT_EXCEEDED");
    for _ in 0..60 {
        it.ask_as("agent", "confirm", json!({"question": "0"})).ok();
    }
    let refused = it
        .ask_as("agent", "confirm", json!({"question": "0"}))
        .unwrap_err();
    assert!(
        matches!(
            refused,
            DialogError::RateLimited {
                retry_after_ms: 1..
            }
        ),
        "{refused:?}"
    );
    assert!(
        it.ask_as("other", "confirm", json!({"question": "0"}))
            .is_ok()
    );
}

#[test]
fn a_tool_declared_by_its_schemas_is_asked_and_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut registry = Registry::standard();
    registry.register(DialogTool::new(
        "my_new_tool",
        "Ask something new\n\nReturns answer and confidence.",
        json!({
            "type": "object", "additionalProperties": false, "required": ["question"],
            "properties": {
                "question": {"type": "string", "description": "The question"},
                "options": {"type": "array", "items": {"type": "string"}, "description": "Choices"},
            },
        }),
        json!({
            "type": "object", "additionalProperties": false, "required": ["answer", "confidence"],
            "properties": {"answer": {"type": "string"}, "confidence": {"type": "number"}},
        }),
    ));
    let desk = Desk::open(&folder.path().join("dialogs"), registry, 0).unwrap();
    let mut it = Fixture {
        folder,
        desk,
        now: 0,
    };
    assert!(it.desk.registry().get("my_new_tool").is_some());
    let refused = it
        .ask_as("agent", "my_new_tool", json!({"options": [1]}))
        .unwrap_err();
    assert_eq!(refused.to_string(), "Invalid question");
    let dialog_id = it.ask("my_new_tool", json!({"question": "?", "options": ["a"]}));
    assert_eq!(
        it.desk.dialog(&dialog_id).unwrap().dialog_type,
        "generic_form"
    );
    assert!(
        it.submit(&dialog_id, json!({"answer": "a", "confidence": "high"}))
            .is_err()
    );
    it.submit(
        &dialog_id,
        json!({"answer": "a", "confidence": 0.5, "comment": "c"}),
    )
    .unwrap();
    assert_eq!(
        it.data(&dialog_id)["answer"],
        json!({"answer": "a", "confidence": 0.5})
    );
}
