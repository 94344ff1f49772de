//! What the human did can be undone for a moment, and is never lost.

use super::Fixture;
use crate::change::Change;
use crate::state::State;
use serde_json::json;

#[test]
fn an_act_counts_after_its_time_to_undo() {
    for act in [
        json!({"confirmed": true}),
        json!({"cancelled": true}),
        json!({"declined": true}),
    ] {
        let mut it = Fixture::new();
        let dialog_id = it.confirm("ship it?");
        it.desk.displayed(&dialog_id, it.now);
        let undo_ms = it.submit_undoable(&dialog_id, act.clone()).unwrap();
        assert_eq!(undo_ms, Some(4_000));
        assert_eq!(it.desk.outcome(&dialog_id, it.now).unwrap(), None);
        assert_eq!(it.data(&dialog_id)["status"], "pending");
        assert_eq!(
            it.desk.next_expiry(),
            it.desk
                .dialog(&dialog_id)
                .map(|it| it.held.as_ref().unwrap().until)
        );
        it.now += 4_000;
        it.desk.expire_due(it.now);
        assert!(
            it.desk.outcome(&dialog_id, it.now).unwrap().is_some(),
            "{act}"
        );
        assert!(it.desk.undo(&dialog_id, it.now).is_err(), "too late");
    }
}

#[test]
fn an_act_that_is_undone_never_was() {
    let mut it = Fixture::new();
    let dialog_id = it.ask("text_input", json!({"question": "?"}));
    it.desk.keep_draft(&dialog_id, &json!({"text": "half"}));
    it.submit_undoable(&dialog_id, json!({"text": "whole"}))
        .unwrap();
    it.desk.take_changes();
    it.desk.undo(&dialog_id, it.now).unwrap();
    assert!(it.desk.take_changes().contains(&Change::Held {
        dialog_id: dialog_id.clone()
    }));
    assert!(
        it.desk.drafts().get(&dialog_id).is_some(),
        "what was entered is still there"
    );
    it.now += 60_000;
    it.desk.expire_due(it.now);
    assert_eq!(it.desk.outcome(&dialog_id, it.now).unwrap(), None);
    it.restart();
    assert_eq!(it.state(&dialog_id), State::Pending, "also after a restart");
    it.submit(&dialog_id, json!({"text": "other"})).unwrap();
    assert_eq!(it.data(&dialog_id)["answer"]["text"], "other");
}

#[test]
fn an_act_that_waits_outlives_the_server_and_its_question() {
    let mut it = Fixture::new();
    let restarted = it.confirm("one?");
    it.submit_undoable(&restarted, json!({"confirmed": true}))
        .unwrap();
    it.restart();
    assert_eq!(it.data(&restarted)["answer"], json!({"confirmed": true}));

    let expiring = it.ask(
        "confirm",
        json!({"question": "two?", "timeout_seconds": 60}),
    );
    it.now += 59_000;
    it.submit_undoable(&expiring, json!({"confirmed": true}))
        .unwrap();
    it.now += 5_000;
    it.desk.expire_due(it.now);
    assert_eq!(it.data(&expiring)["answer"], json!({"confirmed": true}));

    let withdrawn = it.confirm("three?");
    it.submit_undoable(&withdrawn, json!({"confirmed": true}))
        .unwrap();
    it.desk.withdraw(&withdrawn, it.now).unwrap();
    assert_eq!(it.data(&withdrawn)["answer"], json!({"confirmed": true}));
}

#[test]
fn a_second_page_is_too_late_while_the_first_may_undo() {
    let mut it = Fixture::new();
    let dialog_id = it.confirm("ship it?");
    it.submit_undoable(&dialog_id, json!({"confirmed": true}))
        .unwrap();
    assert_eq!(
        it.submit(&dialog_id, json!({"confirmed": false}))
            .unwrap_err()
            .to_string(),
        "Already answered"
    );
    assert_eq!(
        it.submit_undoable(&dialog_id, json!({"confirmed": false}))
            .unwrap_err()
            .to_string(),
        "Already answered"
    );
}

#[test]
fn a_full_disk_is_told_at_once_or_waited_for() {
    let mut it = Fixture::new();
    let at_once = it.confirm("one?");
    it.disk_is_full();
    let refused = it.submit_undoable(&at_once, json!({"confirmed": true}));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "Answer could not be stored"
    );
    it.disk_has_room();
    let later = it.confirm("two?");
    it.submit_undoable(&later, json!({"confirmed": true}))
        .unwrap();
    it.disk_is_full();
    it.now += 4_000;
    it.desk.expire_due(it.now);
    assert_eq!(it.desk.outcome(&later, it.now).unwrap(), None);
    it.disk_has_room();
    it.now += 1_000;
    it.desk.expire_due(it.now);
    assert_eq!(it.data(&later)["answer"], json!({"confirmed": true}));
}
