//! What must hold for every sequence of events, tried with monkeys.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its data must fail"
)]

use std::sync::Arc;

use proptest::prelude::*;
use scorm_session::rehearsal::Monkey;
use scorm_session::{Course, Event, Learner, Options, Session};

const COURSES: [&str; 2] = [
    include_str!("courses/sequenced_2004.xml"),
    include_str!("courses/multi_sco_1_2.xml"),
];

fn course(which: usize) -> Arc<Course> {
    Arc::new(Course::from_manifest_text(COURSES[which], None).unwrap())
}

fn fresh(course: &Arc<Course>) -> Session {
    Session::new(
        Arc::clone(course),
        Learner::new("monkey", "Monkey, A"),
        Options::default(),
    )
}

/// Lets a monkey play, and gives the events with the session at the end.
fn played(course: &Arc<Course>, seed: u64, length: usize) -> (Vec<Event>, Session) {
    let mut session = fresh(course);
    let mut monkey = Monkey::new(seed);
    let mut events = Vec::new();
    for _ in 0..length {
        let event = monkey.next_event(course);
        let effects = session.apply(&event);
        monkey.saw(&event, &effects);
        events.push(event);
    }
    (events, session)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn replaying_the_journal_gives_the_live_state(which in 0..2usize, seed: u64, length in 1..250usize) {
        let course = course(which);
        let (events, live) = played(&course, seed, length);
        let mut replica = fresh(&course);
        for event in &events {
            // As the journal keeps it.
            let text = serde_json::to_string(event).unwrap();
            replica.apply(&serde_json::from_str(&text).unwrap());
        }
        prop_assert_eq!(replica.snapshot_json(), live.snapshot_json());
    }

    #[test]
    fn a_restored_session_is_the_session(which in 0..2usize, seed: u64, length in 1..250usize) {
        let course = course(which);
        let (events, mut live) = played(&course, seed, length);
        let snapshot = live.snapshot_json();
        let mut restored =
            Session::restore(Arc::clone(&course), Options::default(), &snapshot).unwrap();
        prop_assert_eq!(restored.snapshot_json(), snapshot);
        // And it goes on the same way.
        for event in &events {
            prop_assert_eq!(restored.apply(event), live.apply(event));
        }
        prop_assert_eq!(restored.snapshot_json(), live.snapshot_json());
    }

    #[test]
    fn looking_changes_nothing(which in 0..2usize, seed: u64, length in 1..150usize) {
        let course = course(which);
        let (_, session) = played(&course, seed, length);
        let before = session.snapshot_json();
        let _navigation = session.navigation();
        let _elements = session.data_model();
        let _all = session.data_models();
        let _learner = session.learner();
        prop_assert_eq!(session.snapshot_json(), before);
    }

    #[test]
    fn a_learner_can_leave_and_come_back_at_any_time(which in 0..2usize, seed: u64, length in 1..150usize) {
        let course = course(which);
        let (events, session) = played(&course, seed, length);
        let learner = session.into_learner();
        let text = serde_json::to_string(&learner).unwrap();
        let mut again =
            Session::new(Arc::clone(&course), serde_json::from_str(&text).unwrap(), Options::default());
        for event in &events {
            again.apply(event);
        }
    }

    #[test]
    fn reports_do_not_change_the_state(which in 0..2usize, seed: u64, length in 1..150usize) {
        let course = course(which);
        let (events, live) = played(&course, seed, length);
        let options = Options { report_changes: false, trace: true, ..Options::default() };
        let mut quiet = Session::new(Arc::clone(&course), Learner::new("monkey", "Monkey, A"), options);
        for event in &events {
            quiet.apply(event);
        }
        prop_assert_eq!(quiet.snapshot_json(), live.snapshot_json());
    }
}
