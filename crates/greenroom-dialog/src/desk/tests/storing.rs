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
        it.submit(&dialog_id, json!({"confirmed": true}))
            .unwrap_err()
            .to_string(),
        "Answer could not be stored"
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

#[test]
fn the_dialogs_of_a_desk_that_nobody_has_are_taken_over() {
    let mut gone = Fixture::new();
    let open = gone.confirm("open?");
    gone.desk.keep_draft(&open, &json!({"comment": "half"}));
    let shown = gone.ask(
        "screenshot_request",
        json!({"question": "How does it look?"}),
    );
    let image = b"\x89PNG\r\n\x1a\n and more";
    let image = gone.desk.images().add(&shown, "a.png", (1, 1), image);
    gone.submit(&shown, json!({"attachments": [image.unwrap().id]}))
        .unwrap();
    let folder = gone.folder.path().join("dialogs");
    drop(gone.desk);

    let mut it = Fixture::new();
    let own = it.confirm("own?");
    it.desk.adopt(&folder, it.now).unwrap();
    assert!(!folder.exists());
    for _ in 0..2 {
        let queue: Vec<&str> = it.desk.queue().iter().collect();
        assert_eq!(queue.len(), 2);
        assert!(queue.contains(&own.as_str()) && queue.contains(&open.as_str()));
        assert_eq!(it.desk.drafts().get(&open).unwrap()["comment"], "half");
        let answered = it.data(&shown);
        let id = answered["attachments"][0]["id"].as_str().unwrap();
        assert!(it.desk.images().original(&shown, id).is_ok());
        it.restart();
    }
}
