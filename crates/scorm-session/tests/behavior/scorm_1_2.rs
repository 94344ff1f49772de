//! What only SCORM 1.2 does.

use scorm_session::{EventKind, Launch, LearnerRequest};

use crate::stage::{MULTI_SCO, Stage};

#[test]
fn prerequisites_open_items() {
    let mut stage = Stage::launched(MULTI_SCO);
    assert_eq!(stage.activity(), "L1");
    let choosable = |stage: &Stage, wanted: &str| {
        let menu = stage.session.navigation().menu.unwrap();
        menu.iter()
            .any(|entry| entry.identifier == wanted && entry.selectable)
    };
    assert!(!choosable(&stage, "L2"));
    assert!(choosable(&stage, "L3"));
    stage.initialize();
    stage.set("cmi.core.score.raw", "85");
    stage.terminate();
    assert!(choosable(&stage, "L2"));
    stage.click(LearnerRequest::Continue);
    assert_eq!(stage.activity(), "L2");
}

#[test]
fn settles_the_status_and_keeps_the_data() {
    let mut stage = Stage::launched(MULTI_SCO);
    stage.initialize();
    assert_eq!(stage.get("cmi.core.entry"), "ab-initio");
    stage.set("cmi.core.lesson_status", "completed");
    stage.set("cmi.core.score.raw", "50");
    stage.set("cmi.core.lesson_location", "p9");
    stage.set("cmi.core.session_time", "00:01:30");
    stage.terminate();
    stage.click(LearnerRequest::ExitAll);
    let mut stage = stage.reopened(MULTI_SCO, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.core.entry"), "");
    assert_eq!(stage.get("cmi.core.lesson_status"), "failed");
    assert_eq!(stage.get("cmi.core.lesson_location"), "p9");
    assert_eq!(stage.get("cmi.core.total_time"), "0000:01:30.00");
}

#[test]
fn a_time_out_does_not_close_a_course_of_several_scos() {
    for (exit, closes) in [("time-out", false), ("logout", true)] {
        let mut stage = Stage::launched(MULTI_SCO);
        stage.initialize();
        stage.set("cmi.core.exit", exit);
        stage.terminate();
        assert_eq!(stage.ended.is_some(), closes, "{exit}");
    }
}

#[test]
fn a_sco_that_is_suspended_for_it_keeps_its_status() {
    let leave: [fn(&mut Stage); 3] = [
        |stage| {
            stage.apply(EventKind::CloseRequested);
        },
        // Its unload handler calls LMSFinish.
        |stage| {
            stage.apply(EventKind::CloseRequested);
            stage.terminate();
        },
        |stage| {
            stage.apply(EventKind::NavigationRequested {
                request: LearnerRequest::SuspendAll,
            });
        },
    ];
    for (number, leave) in leave.into_iter().enumerate() {
        let mut stage = Stage::launched(MULTI_SCO);
        stage.initialize();
        leave(&mut stage);
        stage.apply(EventKind::ContentUnloaded);
        let mut stage = stage.reopened(MULTI_SCO, Launch::Auto);
        stage.initialize();
        assert_eq!(stage.get("cmi.core.entry"), "resume", "{number}");
        assert_eq!(
            stage.get("cmi.core.lesson_status"),
            "not attempted",
            "{number}"
        );
    }
    // A SCO that says itself how it ends is settled by the book.
    let mut stage = Stage::launched(MULTI_SCO);
    stage.initialize();
    stage.set("cmi.core.exit", "suspend");
    stage.terminate();
    assert_eq!(
        stage
            .session
            .data_model()
            .iter()
            .find(|element| element.element == "cmi.core.lesson_status")
            .unwrap()
            .value
            .as_deref(),
        Some("completed")
    );
}
