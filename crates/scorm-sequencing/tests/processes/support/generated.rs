//! Trees with every kind of setting, and acts to play on them, at random.

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

/// What a learner or content does.
#[derive(Clone, Debug)]
pub(crate) enum Act {
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

pub(crate) fn any_tree() -> impl Strategy<Value = Arc<ActivityTree>> {
    tree_of(definition())
}

/// A tree whose children keep their order, so that what comes next does not depend on chance.
pub(crate) fn any_tree_in_order() -> impl Strategy<Value = Arc<ActivityTree>> {
    tree_of(definition().prop_map(|mut definition| {
        definition.randomization.randomization_timing = Timing::Never;
        definition
    }))
}

fn tree_of(
    definition: impl Strategy<Value = Definition>,
) -> impl Strategy<Value = Arc<ActivityTree>> {
    prop::collection::vec((1..4u32, definition), 1..12).prop_map(|nodes| {
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

pub(crate) fn any_act() -> impl Strategy<Value = Act> {
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

pub(crate) fn perform(sequencer: &mut Sequencer, act: &Act, seed: u64) -> Option<Outcome> {
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
