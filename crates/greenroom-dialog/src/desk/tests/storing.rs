//! What the disk refuses is not acknowledged.

use super::Fixture;
use crate::state::State;
use serde_json::json;

#[test]
fn a_full_disk_leaves_the_question_open_for_another_try() {
    let mut it = Fixture::new();
    let dialog_id = it.confirm("?");
    it.disk_is_full();
    assert_eq!(
        it.submit(&dialog_id, json!({"confirmed": true})),
        Err("Answer could not be stored".to_owned())
    );
    assert_eq!(it.state(&dialog_id), State::Error);
    assert_eq!(it.desk.metrics().errors, 1);
    assert_eq!(
        it.desk.outcome(&dialog_id, it.now),
        Ok(None),
        "the agent hears nothing yet"
    );
    it.disk_has_room();
    it.submit(&dialog_id, json!({"confirmed": true})).unwrap();
    assert_eq!(it.state(&dialog_id), State::Completed);
    assert_eq!(it.desk.metrics().errors, 0, "the retry took it out again");
    it.restart();
    assert_eq!(it.data(&dialog_id)["answer"]["confirmed"], true);
}

#[test]
fn an_answer_that_was_never_stored_ends_as_an_error() {
    let mut it = Fixture::new();
    let dialog_id = it.confirm("?");
    it.disk_is_full();
    it.submit(&dialog_id, json!({"confirmed": true}))
        .unwrap_err();
    it.now += 86_400_000;
    it.desk.expire_due(it.now);
    let error = it.desk.outcome(&dialog_id, it.now).unwrap_err();
    assert_eq!(error.code(), "DIALOG_STORE_FAILED");
    assert!(it.desk.queue().is_empty());
}

#[test]
fn an_error_survives_a_restart_and_may_still_be_retried() {
    let mut it = Fixture::new();
    let (retried, left) = (it.confirm("retried?"), it.confirm("left?"));
    it.disk_is_full();
    for id in [&retried, &left] {
        it.submit(id, json!({"confirmed": true})).unwrap_err();
    }
    it.disk_has_room();
    // The disk took nothing of it: both questions are open as before.
    it.restart();
    assert_eq!(it.state(&retried), State::Pending);

    it.disk_is_full();
    for id in [&retried, &left] {
        it.submit(id, json!({"confirmed": true})).unwrap_err();
    }
    it.disk_has_room();
    // With a human who sends again the disk has room; the other one only runs out of time.
    it.submit(&retried, json!({"confirmed": true})).unwrap();
    it.now += 86_400_000;
    it.desk.expire_due(it.now);
    for _ in 0..2 {
        assert_eq!(it.state(&retried), State::Completed);
        assert_eq!(it.state(&left), State::Error);
        assert!(it.desk.queue().is_empty());
        let error = it.desk.outcome(&left, it.now).unwrap_err();
        assert_eq!(error.code(), "DIALOG_STORE_FAILED");
        it.restart();
    }
}
