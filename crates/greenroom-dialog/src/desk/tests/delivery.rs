//! Results reach their askers, also late.

use super::Fixture;
use serde_json::{Value, json};

#[test]
fn an_answer_waits_for_an_asker_that_is_gone() {
    let mut it = Fixture::new();
    let late = it.confirm("late?");
    it.desk.leave(&late);
    it.submit(&late, json!({"confirmed": true, "comment": "sorry"}))
        .unwrap();
    let held = it.confirm("held?");
    it.submit(&held, json!({"confirmed": false})).unwrap();
    it.restart();
    let listed = it.desk.listed_for("agent", None, it.now);
    assert_eq!(listed["undelivered"].as_array().unwrap().len(), 2);
    let next = it.confirm("next?");
    let data = it.data(&next);
    let ids: Vec<&Value> = data["undelivered_answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["dialog_id"])
        .collect();
    assert_eq!(ids, [&json!(late), &json!(held)]);
    assert!(it.data(&next).get("undelivered_answers").is_none(), "once");
    assert_eq!(it.data(&late)["comment"], "sorry", "as often as asked");
}

#[test]
fn an_answer_nobody_fetched_is_dropped_from_delivery_after_a_day() {
    let mut it = Fixture::new();
    let late = it.confirm("late?");
    it.desk.leave(&late);
    it.submit(&late, json!({"confirmed": true})).unwrap();
    it.now += 24 * 3_600_000 + 10;
    let next = it.confirm("next?");
    assert!(it.data(&next).get("undelivered_answers").is_none());
}

#[test]
fn an_answer_that_a_call_waits_for_goes_to_that_call() {
    let mut it = Fixture::new();
    let first = it.confirm("first?");
    let second = it.confirm("second?");
    it.submit(&first, json!({"confirmed": true})).unwrap();
    it.submit(&second, json!({"confirmed": true})).unwrap();
    assert!(it.data(&second).get("undelivered_answers").is_none());
    it.desk.leave(&second);
    assert_eq!(it.data(&first)["answer"]["confirmed"], true);
}

#[test]
fn notes_go_once_with_the_next_result() {
    let mut it = Fixture::new();
    it.desk.add_note("  use blue  ", it.now).unwrap();
    assert!(it.desk.add_note(" ", it.now).is_err());
    it.restart();
    let dialog_id = it.confirm("?");
    it.submit(&dialog_id, json!({"confirmed": true})).unwrap();
    assert_eq!(it.data(&dialog_id)["human_notes"][0]["text"], "use blue");
    assert!(it.data(&dialog_id).get("human_notes").is_none());
}
