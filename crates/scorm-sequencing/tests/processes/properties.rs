//! What holds for any tree and any requests.

use std::sync::Arc;

use proptest::prelude::*;
use scorm_sequencing::{ActivityId, Draws, NavigationRequest, Outcome, Sequencer};

use crate::support::generated::{any_act, any_tree, perform};

fn check_invariants(sequencer: &Sequencer, outcome: Option<Outcome>) {
    let tree = sequencer.tree();
    let active = |id: ActivityId| sequencer.activity_state(id).active;
    let leaves: Vec<ActivityId> = tree
        .ids()
        .filter(|id| tree.is_leaf(*id) && active(*id))
        .collect();
    assert!(leaves.len() <= 1, "active leaves: {leaves:?}");
    for id in tree.ids().filter(|id| active(*id)) {
        assert!(
            tree.path_to_root(id).all(active),
            "{id:?} is active below an inactive ancestor"
        );
        assert!(
            sequencer.current().is_some(),
            "{id:?} is active without a session"
        );
    }
    match outcome {
        Some(Outcome::Delivered(delivery)) => {
            assert_eq!(sequencer.current(), Some(delivery.activity));
            assert_eq!(leaves, [delivery.activity]);
            assert!(tree.is_leaf(delivery.activity));
        }
        Some(Outcome::Ended { .. }) => {
            assert_eq!(sequencer.current(), None);
            assert!(leaves.is_empty());
        }
        _ => {}
    }
}

/// Asks everything that can be asked.
fn look_ahead(sequencer: &Sequencer) {
    sequencer.navigation();
    for id in sequencer.tree().ids() {
        // Valid or not is all the same here: only that asking leaves no mark.
        let _: Result<(), _> = sequencer.request_valid(NavigationRequest::Jump(id));
        let _: Result<(), _> = sequencer.request_valid(NavigationRequest::Choice(id));
        sequencer.initial_data(id);
    }
    sequencer.predict(NavigationRequest::Continue, 7);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_requests_keep_the_invariants(
        tree in any_tree(),
        acts in prop::collection::vec(any_act(), 1..40),
    ) {
        let mut sequencer = Sequencer::new(tree);
        for (number, act) in acts.iter().enumerate() {
            let outcome = perform(&mut sequencer, act, number as u64);
            check_invariants(&sequencer, outcome);
        }
    }

    #[test]
    fn a_refused_request_changes_nothing(
        tree in any_tree(),
        acts in prop::collection::vec(any_act(), 1..40),
    ) {
        let mut sequencer = Sequencer::new(tree);
        for (number, act) in acts.iter().enumerate() {
            let before = sequencer.snapshot();
            if let Some(Outcome::Refused(_)) = perform(&mut sequencer, act, number as u64) {
                prop_assert_eq!(sequencer.snapshot(), before);
            }
        }
    }

    #[test]
    fn looking_ahead_changes_nothing(
        tree in any_tree(),
        acts in prop::collection::vec(any_act(), 1..25),
    ) {
        let mut sequencer = Sequencer::new(tree);
        sequencer.prepare_children(&mut Draws::new(99));
        for (number, act) in acts.iter().enumerate() {
            perform(&mut sequencer, act, number as u64);
            let before = sequencer.snapshot();
            look_ahead(&sequencer);
            prop_assert_eq!(sequencer.snapshot(), before);
        }
    }

    #[test]
    fn a_restored_snapshot_goes_on_in_the_same_way(
        tree in any_tree(),
        acts in prop::collection::vec(any_act(), 1..30),
    ) {
        let mut sequencer = Sequencer::new(Arc::clone(&tree));
        for (number, act) in acts.iter().enumerate() {
            let snapshot = sequencer.snapshot();
            let mut restored = Sequencer::new(Arc::clone(&tree));
            restored.restore(snapshot.clone()).expect("the snapshot fits its own tree");
            prop_assert_eq!(restored.snapshot(), snapshot);
            let outcome = perform(&mut sequencer, act, number as u64);
            prop_assert_eq!(perform(&mut restored, act, number as u64), outcome);
            prop_assert_eq!(restored.snapshot(), sequencer.snapshot());
        }
    }

    /// A saved state is data from outside; whatever its flags say, nothing may panic.
    #[test]
    fn a_damaged_state_is_survived(
        tree in any_tree(),
        flags in prop::collection::vec((any::<bool>(), any::<bool>(), 0..4u32), 12),
        current in prop::option::of(0..12u32),
        suspended in prop::option::of(0..12u32),
        acts in prop::collection::vec(any_act(), 1..12),
    ) {
        let size = tree.len() as u32;
        let mut sequencer = Sequencer::new(tree);
        let mut snapshot = sequencer.snapshot();
        for (state, (active, suspended, attempts)) in
            snapshot.state.activities.iter_mut().zip(flags)
        {
            state.active = active;
            state.suspended = suspended;
            state.attempt_count = attempts;
        }
        snapshot.state.current = current.map(|id| ActivityId(id % size));
        snapshot.state.suspended = suspended.map(|id| ActivityId(id % size));
        sequencer.restore(snapshot).expect("only flags were changed");
        for (number, act) in acts.iter().enumerate() {
            perform(&mut sequencer, act, number as u64);
            sequencer.menu();
            sequencer.navigation_validity();
        }
    }

    #[test]
    fn a_state_of_another_tree_is_refused(tree in any_tree(), other in any_tree()) {
        let snapshot = Sequencer::new(Arc::clone(&other)).snapshot();
        let mut sequencer = Sequencer::new(Arc::clone(&tree));
        if tree.len() == other.len() {
            let mut snapshot = snapshot;
            snapshot.state.current = Some(ActivityId(tree.len() as u32));
            prop_assert!(sequencer.restore(snapshot).is_err());
        } else {
            prop_assert!(sequencer.restore(snapshot).is_err());
        }
    }
}
