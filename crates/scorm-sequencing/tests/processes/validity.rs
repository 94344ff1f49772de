//! Valid means accepted: look-ahead and what happens next.
//!
//! `GREENROOM_PROPERTY_TREES` says how many trees are tried.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use scorm_sequencing::{Draws, NavigationRequest, Sequencer};

use crate::support::generated::{any_act, any_tree_in_order, perform};
use crate::support::play;

#[test]
fn continue_is_not_valid_where_the_next_activity_is_disabled() {
    play(
        "
        R flow
          a
          b pre(disabled: always)
          c
        ",
        "
        start -> a
        invalid continue
        valid choice c
        invalid choice b
        invalid jump b
        continue -> nothing SB.2.2-2
        invalid continue
        ",
    );
}

#[test]
fn look_ahead_sees_what_the_end_of_the_attempt_brings() {
    // Leaving a completes it, which disables b and opens c.
    play(
        "
        R flow
          a primary(o: write G)
          b primary(o: read G) pre(disabled: satisfied)
          c primary(o: read G) pre(disabled: !objectiveStatusKnown)
        ",
        "
        start -> a
        invalid continue
        invalid choice b
        valid choice c
        selectable R a c
        choice c -> c
        ",
    );
    // One attempt is all that a has.
    play(
        "
        R flow
          a attemptLimit=1
          b
        ",
        "
        start -> a
        invalid choice a
        invalid jump a
        selectable b
        valid continue
        continue -> b
        invalid previous
        ",
    );
}

#[test]
fn a_post_condition_answers_for_the_request_it_replaces() {
    play(
        "
        R flow
          a post(retry: always)
          b pre(disabled: always)
        ",
        "
        start -> a
        valid continue
        continue -> a
        ",
    );
    play(
        "
        R flow
          a post(previous: always)
          b
        ",
        "
        start -> a
        invalid continue
        invalid choice b
        selectable
        continue -> nothing SB.2.1-3
        ",
    );
}

/// Compares all that is said of the requests with what a copy makes of them.
fn check_agreement(sequencer: &Sequencer, seed: u64) {
    let comes = |request| {
        let mut copy = sequencer.clone();
        copy.navigate(request, &mut Draws::new(seed)).accepted()
    };
    let (controls, menu) = sequencer.navigation();
    for (request, control) in [
        (NavigationRequest::Continue, controls.continue_),
        (NavigationRequest::Previous, controls.previous),
        (NavigationRequest::SuspendAll, controls.suspend_all),
        (NavigationRequest::ExitAll, controls.exit_all),
    ] {
        assert_eq!(control.valid, comes(request), "{request:?}");
        assert_eq!(sequencer.request_valid(request), comes(request));
    }
    for id in sequencer.tree().ids() {
        let choice = NavigationRequest::Choice(id);
        let happens = comes(choice);
        assert_eq!(sequencer.request_valid(choice), happens, "{choice:?}");
        let entry = menu.entries.iter().find(|entry| entry.activity == id);
        let selectable = entry.is_some_and(scorm_sequencing::MenuEntry::is_selectable);
        assert_eq!(
            selectable,
            happens.is_ok(),
            "the entry of {id:?}: {entry:?} {happens:?}"
        );
        let jump = NavigationRequest::Jump(id);
        assert_eq!(sequencer.request_valid(jump), comes(jump), "{jump:?}");
    }
    assert_eq!(menu, sequencer.menu());
    assert_eq!(controls, sequencer.navigation_validity());
}

#[test]
fn what_is_valid_is_accepted_and_what_is_not_is_refused() {
    let trees = std::env::var("GREENROOM_PROPERTY_TREES").ok();
    let trees = trees.and_then(|trees| trees.parse().ok()).unwrap_or(300);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(trees));
    let course = (
        any_tree_in_order(),
        prop::collection::vec(any_act(), 1..20),
        any::<u64>(),
    );
    let agreement = runner.run(&course, |(tree, acts, seed)| {
        let mut sequencer = Sequencer::new(tree);
        sequencer.prepare_children(&mut Draws::new(seed));
        check_agreement(&sequencer, seed);
        for act in &acts {
            perform(&mut sequencer, act, seed);
            check_agreement(&sequencer, seed);
        }
        Ok(())
    });
    if let Err(fault) = agreement {
        panic!("{fault}");
    }
}
