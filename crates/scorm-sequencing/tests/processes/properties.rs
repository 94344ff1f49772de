//! What holds for any tree and any requests.

use std::sync::Arc;

use proptest::prelude::*;
use scorm_sequencing::definition::{
    Combination, Condition, Definition, MapItem, Objective, Objectives, PostConditionAction,
    PreConditionAction, RuleCondition, RuleConditions, SequencingRule, Timing,
};
use scorm_sequencing::{
    ActivityId, ActivityParts, ActivityTree, Draws, GlobalId, NavigationRequest, ObjectiveReport,
    Outcome, Report, Sequencer, TrackingReport,
};

#[derive(Clone, Debug)]
enum Act {
    Request(NavigationRequest),
    Report {
        satisfied: Option<bool>,
        measure: Option<f64>,
        completed: Option<bool>,
        suspend: bool,
    },
}

fn condition() -> impl Strategy<Value = Condition> {
    prop_oneof![
        Just(Condition::Satisfied),
        Just(Condition::ObjectiveStatusKnown),
        Just(Condition::Completed),
        Just(Condition::Attempted),
        Just(Condition::AttemptLimitExceeded),
        Just(Condition::Always),
        Just(Condition::ObjectiveMeasureGreaterThan(0.5)),
    ]
}

fn conditions() -> impl Strategy<Value = RuleConditions> {
    (
        any::<bool>(),
        prop::collection::vec((condition(), any::<bool>()), 1..3),
    )
        .prop_map(|(all, conditions)| RuleConditions {
            combination: if all {
                Combination::All
            } else {
                Combination::Any
            },
            conditions: conditions
                .into_iter()
                .map(|(condition, negated)| RuleCondition {
                    condition,
                    negated,
                    objective: 0,
                })
                .collect(),
        })
}

fn rules<A: Copy + std::fmt::Debug + 'static>(
    actions: &'static [A],
) -> impl Strategy<Value = Vec<SequencingRule<A>>> {
    let rule = (conditions(), prop::sample::select(actions))
        .prop_map(|(conditions, action)| SequencingRule { conditions, action });
    // Most activities have no rule; else hardly anything would ever be delivered.
    prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(rule, 1..3)]
}

fn rare() -> impl Strategy<Value = bool> {
    prop::bool::weighted(0.15)
}

fn definition() -> impl Strategy<Value = Definition> {
    (
        (
            prop::bool::weighted(0.8),
            prop::bool::weighted(0.85),
            rare(),
            rare(),
        ),
        (rare(), rare(), rare(), any::<bool>()),
        (
            rules(PreConditionAction::ALL),
            rules(PostConditionAction::ALL),
            rare(),
            conditions(),
        ),
        (
            prop::option::weighted(0.1, 0..3u32),
            rare(),
            rare(),
            rare(),
            0..4u32,
        ),
    )
        .prop_map(|(control, constrained, rules, rest)| {
            let mut definition = Definition::default();
            definition.control_mode.flow = control.0;
            definition.control_mode.choice = control.1;
            definition.control_mode.choice_exit = !control.2;
            definition.control_mode.forward_only = control.3;
            definition.constrained_choice.prevent_activation = constrained.0;
            definition.constrained_choice.constrain_choice = constrained.1;
            definition.delivery_controls.tracked = !constrained.2;
            definition.control_mode.use_current_attempt_objective_info = constrained.3;
            definition.pre_condition_rules = rules.0;
            definition.post_condition_rules = rules.1;
            if rules.2 {
                definition.exit_condition_rules.push(rules.3);
            }
            definition.attempt_limit = rest.0;
            if rest.1 {
                definition.randomization.randomization_timing = Timing::OnEachNewAttempt;
                definition.randomization.reorder_children = true;
            }
            if rest.2 {
                definition.randomization.selection_timing = Timing::Once;
                definition.randomization.select_count = Some(rest.4);
            }
            definition
                .rollup
                .considerations
                .measure_satisfaction_if_active = !rest.3;
            let mut primary = Objective::default();
            match rest.4 {
                1 => drop(primary.read.add(MapItem::SatisfiedStatus, GlobalId(0))),
                2 => primary.write.add(MapItem::SatisfiedStatus, GlobalId(0)),
                3 => primary.satisfied_by_measure = true,
                _ => {}
            }
            definition.objectives = Objectives::new(primary, []);
            definition
        })
}

fn any_tree() -> impl Strategy<Value = Arc<ActivityTree>> {
    prop::collection::vec((1..4u32, definition()), 1..12).prop_map(|nodes| {
        let part = |(index, (depth, definition)): (usize, (u32, Definition))| ActivityParts {
            depth: if index == 0 { 0 } else { depth },
            identifier: format!("n{index}"),
            is_visible: index % 5 != 4,
            definition,
            ..ActivityParts::default()
        };
        let parts = nodes.into_iter().enumerate().map(part).collect();
        Arc::new(ActivityTree::assemble(parts, vec!["G".to_owned()], false))
    })
}

fn any_act() -> impl Strategy<Value = Act> {
    use NavigationRequest as Request;
    let target = || (0..12u32).prop_map(ActivityId);
    let status = || prop::option::of(any::<bool>());
    prop_oneof![
        3 => Just(Act::Request(Request::Start)),
        8 => Just(Act::Request(Request::Continue)),
        4 => Just(Act::Request(Request::Previous)),
        6 => target().prop_map(|target| Act::Request(Request::Choice(target))),
        3 => target().prop_map(|target| Act::Request(Request::Jump(target))),
        1 => prop::sample::select(vec![
            Request::ResumeAll, Request::Exit, Request::ExitAll, Request::Abandon,
            Request::AbandonAll, Request::SuspendAll, Request::SuspendAll, Request::ResumeAll,
        ]).prop_map(Act::Request),
        5 => (status(), prop::option::of(-1.0..1.0f64), status(), prop::bool::weighted(0.2))
            .prop_map(|(satisfied, measure, completed, suspend)| Act::Report {
                satisfied, measure, completed, suspend,
            }),
    ]
}

fn perform(sequencer: &mut Sequencer, act: &Act, seed: u64) -> Option<Outcome> {
    match act {
        Act::Request(request) => {
            // Targets are drawn without knowing the tree.
            let size = sequencer.tree().len() as u32;
            let request = match *request {
                NavigationRequest::Choice(target) => {
                    NavigationRequest::Choice(ActivityId(target.0 % size))
                }
                NavigationRequest::Jump(target) => {
                    NavigationRequest::Jump(ActivityId(target.0 % size))
                }
                other => other,
            };
            Some(sequencer.navigate(request, &mut Draws::new(seed)))
        }
        Act::Report {
            satisfied,
            measure,
            completed,
            suspend,
        } => {
            let current = sequencer.current()?;
            if !sequencer.activity_state(current).active {
                return None;
            }
            let primary = ObjectiveReport {
                satisfied: Report::known_or_not_set(*satisfied),
                measure: Report::known_or_not_set(*measure),
                completed: Report::known_or_not_set(*completed),
                ..ObjectiveReport::default()
            };
            let report = TrackingReport {
                primary,
                objectives: Vec::new(),
            };
            sequencer.transfer_in(current, &report);
            sequencer.set_suspended(current, *suspend);
            None
        }
    }
}

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
    let menu = sequencer.menu();
    for entry in &menu.entries {
        let single = sequencer.choice_valid(entry.activity);
        assert_eq!(
            single.is_ok(),
            entry.is_selectable(),
            "menu and single look-ahead differ on {:?}: {single:?} {:?}",
            entry.activity,
            entry.refusal,
        );
    }
    for id in sequencer.tree().ids() {
        let listed = menu.entries.iter().any(|entry| entry.activity == id);
        assert!(listed || sequencer.choice_valid(id).is_err());
        // Valid or not is all the same here: only that asking leaves no mark.
        let _: Result<(), _> = sequencer.jump_valid(id);
        sequencer.launch(id);
    }
    sequencer.navigation_validity();
    sequencer.predict(NavigationRequest::Continue, 7);
}

/// While no attempt has to end first, a request does what look-ahead said.
fn look_ahead_agrees(sequencer: &Sequencer) {
    let tree = sequencer.tree();
    let current = sequencer.current();
    if current.is_some_and(|current| sequencer.activity_state(current).active) {
        return;
    }
    let delivers = |request| matches!(sequencer.predict(request, 3), Outcome::Delivered(_));
    assert_eq!(
        sequencer.previous_valid().is_ok(),
        delivers(NavigationRequest::Previous)
    );
    for id in tree.ids() {
        assert_eq!(
            sequencer.jump_valid(id).is_ok(),
            delivers(NavigationRequest::Jump(id))
        );
        let (valid, delivered) = (
            sequencer.choice_valid(id),
            delivers(NavigationRequest::Choice(id)),
        );
        // A leaf is offered exactly when it would be delivered. The menu is stricter with
        // clusters: ancestors of the current activity, and disabled ones that flow elsewhere.
        assert!(
            delivered || valid.is_err(),
            "{id:?} is offered and not delivered"
        );
        assert!(
            !delivered || valid.is_ok() || !tree.is_leaf(id),
            "{id:?} refused: {valid:?}"
        );
    }
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
            look_ahead_agrees(&sequencer);
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
