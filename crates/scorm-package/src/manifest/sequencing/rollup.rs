//! `imsss:rollupRules` and `adlseq:rollupConsiderations`.

use super::rule::{Combination, Operator};
use crate::manifest::Source;
use crate::manifest::reader::{Reader, tokens};
use crate::problem::ProblemKind;
use crate::xml::{Node, Vocabulary};

/// What the activity gives to its parent, and the rules for its own children.
#[derive(Clone, Debug, PartialEq)]
pub struct RollupRules {
    /// Contributes to the parent's satisfied and notSatisfied. Default true.
    pub rollup_objective_satisfied: bool,
    /// Contributes to the parent's completed and incomplete. Default true.
    pub rollup_progress_completion: bool,
    /// Weight in the parent's measure. Default 1.
    pub objective_measure_weight: f64,
    /// `rollupRule`.
    pub rules: Vec<RollupRule>,
}

impl Default for RollupRules {
    fn default() -> Self {
        Self {
            rollup_objective_satisfied: true,
            rollup_progress_completion: true,
            objective_measure_weight: 1.0,
            rules: Vec::new(),
        }
    }
}

/// If the conditions hold for enough children, do the action.
#[derive(Clone, Debug, PartialEq)]
pub struct RollupRule {
    /// `@childActivitySet`, `all` by default.
    pub child_activity_set: ChildActivitySet,
    /// `@minimumCount`, 0 by default.
    pub minimum_count: u32,
    /// `@minimumPercent`, a fraction from 0 to 1, 0 by default.
    pub minimum_percent: f64,
    /// `rollupConditions/@conditionCombination`, `any` by default.
    pub combination: Combination,
    /// `rollupCondition`.
    pub conditions: Vec<RollupCondition>,
    /// `rollupAction/@action`.
    pub action: RollupAction,
    /// The `rollupRule` element.
    pub source: Source,
}

/// One condition of a rollup rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollupCondition {
    /// `@condition`.
    pub condition: RollupConditionType,
    /// `@operator`, `noOp` by default.
    pub operator: Operator,
}

tokens! {
    /// How many children must meet the conditions.
    ChildActivitySet {
        /// Every one.
        All = "all",
        /// One.
        Any = "any",
        /// None.
        None = "none",
        /// `minimumCount`.
        AtLeastCount = "atLeastCount",
        /// `minimumPercent`.
        AtLeastPercent = "atLeastPercent",
    }
}

tokens! {
    /// What a rollup condition looks at in a child.
    RollupConditionType {
        /// The primary objective is satisfied.
        Satisfied = "satisfied",
        /// Its status is known.
        ObjectiveStatusKnown = "objectiveStatusKnown",
        /// Its measure is known.
        ObjectiveMeasureKnown = "objectiveMeasureKnown",
        /// The attempt is completed.
        Completed = "completed",
        /// The attempt's progress is known.
        ActivityProgressKnown = "activityProgressKnown",
        /// The child was attempted.
        Attempted = "attempted",
        /// No attempt is left.
        AttemptLimitExceeded = "attemptLimitExceeded",
        /// Not evaluated by SCORM.
        TimeLimitExceeded = "timeLimitExceeded",
        /// Not evaluated by SCORM.
        OutsideAvailableTimeRange = "outsideAvailableTimeRange",
    }
}

tokens! {
    /// Action of a rollup rule.
    RollupAction {
        /// The cluster is satisfied.
        Satisfied = "satisfied",
        /// The cluster is not satisfied.
        NotSatisfied = "notSatisfied",
        /// The cluster is completed.
        Completed = "completed",
        /// The cluster is incomplete.
        Incomplete = "incomplete",
    }
}

tokens! {
    /// When a child counts in rollup.
    Required {
        /// Always.
        Always = "always",
        /// If it was attempted.
        IfAttempted = "ifAttempted",
        /// If no rule skips it.
        IfNotSkipped = "ifNotSkipped",
        /// If it is not suspended.
        IfNotSuspended = "ifNotSuspended",
    }
}

/// `adlseq:rollupConsiderations`, of this activity towards its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollupConsiderations {
    /// Default always.
    pub required_for_satisfied: Required,
    /// Default always.
    pub required_for_not_satisfied: Required,
    /// Default always.
    pub required_for_completed: Required,
    /// Default always.
    pub required_for_incomplete: Required,
    /// A measure may decide satisfaction while the activity is active. Default true.
    pub measure_satisfaction_if_active: bool,
}

impl Default for RollupConsiderations {
    fn default() -> Self {
        Self {
            required_for_satisfied: Required::Always,
            required_for_not_satisfied: Required::Always,
            required_for_completed: Required::Always,
            required_for_incomplete: Required::Always,
            measure_satisfaction_if_active: true,
        }
    }
}

pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_>) -> RollupRules {
    RollupRules {
        rollup_objective_satisfied: reader.boolean(node, "rollupObjectiveSatisfied", true),
        rollup_progress_completion: reader.boolean(node, "rollupProgressCompletion", true),
        objective_measure_weight: reader.real(node, "objectiveMeasureWeight", 1.0, (0.0, 1.0)),
        rules: node
            .children_named(Vocabulary::Imsss, "rollupRule")
            .filter_map(|rule| read_rule(reader, rule))
            .collect(),
    }
}

/// Like a sequencing rule, a rule with an unknown part is left out as a whole.
fn read_rule(reader: &mut Reader<'_>, node: Node<'_>) -> Option<RollupRule> {
    let action = node
        .child(Vocabulary::Imsss, "rollupAction")
        .and_then(|action| reader.token(action, "action"));
    let mut combination = Combination::Any;
    let mut conditions = Some(Vec::new());
    if let Some(list) = node.child(Vocabulary::Imsss, "rollupConditions") {
        combination = reader
            .token(list, "conditionCombination")
            .unwrap_or(Combination::Any);
        conditions = list
            .children_named(Vocabulary::Imsss, "rollupCondition")
            .map(|condition| {
                Some(RollupCondition {
                    condition: reader.token(condition, "condition")?,
                    operator: reader
                        .token(condition, "operator")
                        .unwrap_or(Operator::NoOp),
                })
            })
            .collect();
    }
    let (Some(action), Some(conditions)) = (action, conditions) else {
        let message = "this rollupRule has no usable action or condition; it is ignored".to_owned();
        reader.problem(ProblemKind::RuleIgnored, node.start_tag(), message);
        return None;
    };
    Some(RollupRule {
        child_activity_set: reader
            .token(node, "childActivitySet")
            .unwrap_or(ChildActivitySet::All),
        minimum_count: reader.count(node, "minimumCount").unwrap_or(0),
        minimum_percent: reader.real(node, "minimumPercent", 0.0, (0.0, 1.0)),
        combination,
        conditions,
        action,
        source: node.into(),
    })
}

pub(super) fn read_considerations(reader: &mut Reader<'_>, node: Node<'_>) -> RollupConsiderations {
    let mut required = |name| reader.token(node, name).unwrap_or(Required::Always);
    RollupConsiderations {
        required_for_satisfied: required("requiredForSatisfied"),
        required_for_not_satisfied: required("requiredForNotSatisfied"),
        required_for_completed: required("requiredForCompleted"),
        required_for_incomplete: required("requiredForIncomplete"),
        measure_satisfaction_if_active: reader.boolean(node, "measureSatisfactionIfActive", true),
    }
}
