//! What the human set, wrote and lets be remembered.

use super::Fixture;
use crate::outcome::Source;
use crate::state::State;
use serde_json::{Value, json};

#[test]
fn a_standing_answer_is_marked_and_never_for_confirm() {
    let mut it = Fixture::new();
    let question = json!({"question": "Tabs?", "options": [{"value": "y", "label": "Yes"}]});
    let first = it.ask("single_choice", question.clone());
    it.submit_as(&first, json!({"choice": "y"}), Source::Human, true)
        .unwrap();
    let second = it.ask("single_choice", question.clone());
    let data = it.data(&second);
    assert_eq!(
        (&data["source"], &data["answer"]["choice"]),
        (&json!("remembered"), &json!("y"))
    );
    let other = it.ask(
        "single_choice",
        json!({"question": "Tabs?", "options": [{"value": "y", "label": "Yes!"}]}),
    );
    assert_eq!(
        it.data(&other)["status"],
        "pending",
        "exactly the same question only"
    );
    it.restart();
    let listed = json!(it.desk.preferences().standing_answers.listed());
    assert_eq!(
        (&listed[0]["question"], &listed[0]["answer"]),
        (&json!("Tabs?"), &json!("Yes"))
    );
    it.desk
        .remove_standing_answer(listed[0]["id"].as_str().unwrap());
    let third = it.ask("single_choice", question);
    assert_eq!(it.data(&third)["status"], "pending");

    let confirm = it.confirm("?");
    assert!(
        it.submit_as(&confirm, json!({"confirmed": true}), Source::Human, true)
            .is_err()
    );
    assert!(
        it.submit_as(
            &confirm,
            json!({"confirmed": true}),
            Source::AutoSubmit,
            false
        )
        .is_err()
    );
    assert_ne!(it.state(&confirm), State::Completed);
}

#[test]
fn drafts_and_settings_survive_a_restart_and_end_with_the_answer() {
    let mut it = Fixture::new();
    let dialog_id = it.ask("text_input", json!({"question": "?"}));
    it.desk.keep_draft(&dialog_id, &json!({"text": "half"}));
    let settings = json!({"theme": "dark", "snippets": [{"id": "1", "text": "LGTM"}]});
    it.desk
        .change_settings(settings.as_object().unwrap().clone())
        .unwrap();
    let many = json!({"snippets": vec![json!({}); 101]});
    assert!(
        it.desk
            .change_settings(many.as_object().unwrap().clone())
            .is_err()
    );
    it.restart();
    assert_eq!(
        it.desk.drafts().get(&dialog_id),
        Some(json!({"text": "half"}))
    );
    assert_eq!(
        Value::Object(it.desk.preferences().settings.clone()),
        settings
    );
    it.submit(&dialog_id, json!({"text": "whole"})).unwrap();
    assert_eq!(it.desk.drafts().get(&dialog_id), None);
}

#[test]
fn learned_holds_are_kept() {
    let mut it = Fixture::new();
    it.desk.learn_hold("x", false, 20.0, it.now);
    it.restart();
    assert!((it.desk.preferences().holds.seconds("x", false, it.now) - 16.0).abs() < 1e-9);
    it.desk.forget_hold("x", false);
    it.restart();
    assert!(it.desk.preferences().holds.list(it.now).is_empty());
}
