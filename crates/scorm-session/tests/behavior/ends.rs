//! How content ends: by itself, by the learner, by closing.

use scorm_session::{ApiFunction, Effect, EventKind, Launch, LearnerRequest, SaveCause};

use crate::stage::{Stage, TWO_SCOS};

#[test]
fn content_that_asks_to_continue_is_followed_by_the_next() {
    let mut stage = Stage::launched(TWO_SCOS);
    assert_eq!(stage.activity(), "a");
    stage.initialize();
    stage.set("adl.nav.request", "continue");
    stage.terminate();
    // The next one waits until the frame is free; late calls still meet the old instance.
    assert_eq!(stage.activity(), "a");
    assert_eq!(stage.call(ApiFunction::Terminate, &[""]).1, 113);
    stage.apply(EventKind::ContentUnloaded);
    assert_eq!(stage.activity(), "b");
    assert_eq!(stage.call(ApiFunction::GetValue, &["cmi.entry"]).1, 122);
}

#[test]
fn the_learner_beats_the_content() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.apply(EventKind::NavigationRequested {
        request: LearnerRequest::Continue,
    });
    stage.set("adl.nav.request", "exitAll");
    stage.terminate();
    stage.apply(EventKind::ContentUnloaded);
    assert_eq!((stage.activity(), stage.ended), ("b", None));
}

#[test]
fn content_taken_away_without_terminate_keeps_what_it_set() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.location", "3");
    stage.set("cmi.exit", "suspend");
    stage.click(LearnerRequest::Continue);
    stage.click(LearnerRequest::Previous);
    assert_eq!(stage.activity(), "a");
    stage.initialize();
    assert_eq!(stage.get("cmi.entry"), "resume");
    assert_eq!(stage.get("cmi.location"), "3");
}

#[test]
fn suspend_all_keeps_the_attempt_whatever_the_exit() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.exit", "normal");
    stage.set("cmi.suspend_data", "kept");
    stage.click(LearnerRequest::SuspendAll);
    assert_eq!(stage.ended, Some(true));
    let mut stage = stage.reopened(TWO_SCOS, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.suspend_data"), "kept");
}

#[test]
fn a_time_out_leaves_the_course() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.exit", "time-out");
    stage.set("adl.nav.request", "continue");
    stage.terminate();
    assert_eq!(stage.ended, Some(false));
    let mut stage = stage.reopened(TWO_SCOS, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.entry"), "ab-initio");
}

#[test]
fn closing_suspends_and_measures_the_session() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.location", "7");
    stage.apply(EventKind::CloseRequested);
    stage.now += 60_000;
    let effects = stage.apply(EventKind::ContentUnloaded);
    assert!(effects.contains(&Effect::SaveState {
        cause: SaveCause::Close
    }));
    assert_eq!(stage.ended, Some(true));
    let record = &stage.session.learner().courses["TWO/ORG"].activities["a"];
    assert_eq!(record.exit, "suspend");
    let mut stage = stage.reopened(TWO_SCOS, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.location"), "7");
    assert_eq!(stage.get("cmi.total_time"), "PT0H1M3S");
}

#[test]
fn closing_never_overwrites_the_exit_of_the_content() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.exit", "normal");
    stage.apply(EventKind::CloseRequested);
    stage.terminate();
    stage.apply(EventKind::ContentUnloaded);
    let record = &stage.session.learner().courses["TWO/ORG"].activities["a"];
    assert_eq!(record.exit, "normal");
}
