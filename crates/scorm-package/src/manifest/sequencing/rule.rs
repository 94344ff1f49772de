//! `imsss:sequencingRules`: pre-, exit- and postcondition rules.

use crate::manifest::Source;
use crate::manifest::reader::{Reader, Token, tokens};
use crate::problem::ProblemKind;
use crate::xml::{Node, Vocabulary};

/// The rules of an activity; the order inside each list counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SequencingRules {
    /// `preConditionRule`.
    pub pre_condition: Vec<SequencingRule<PreConditionAction>>,
    /// `exitConditionRule`.
    pub exit_condition: Vec<SequencingRule<ExitAction>>,
    /// `postConditionRule`.
    pub post_condition: Vec<SequencingRule<PostConditionAction>>,
}

/// If the conditions hold, do the action.
#[derive(Clone, Debug, PartialEq)]
pub struct SequencingRule<A> {
    /// `ruleConditions/@conditionCombination`, `all` by default.
    pub combination: Combination,
    /// `ruleCondition`. A rule without any never acts.
    pub conditions: Vec<RuleCondition>,
    /// `ruleAction/@action`.
    pub action: A,
    /// The rule's element.
    pub source: Source,
}

/// One condition of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleCondition {
    /// `@condition`.
    pub condition: RuleConditionType,
    /// `@operator`, `noOp` by default.
    pub operator: Operator,
    /// `@referencedObjective`; none means the primary objective.
    pub referenced_objective: Option<String>,
    /// `@measureThreshold`, 0 by default.
    pub measure_threshold: f64,
}

tokens! {
    /// How conditions are combined.
    Combination {
        /// Every one must hold.
        All = "all",
        /// One is enough.
        Any = "any",
    }
}

tokens! {
    /// Negation of a condition.
    Operator {
        /// The opposite must hold.
        Not = "not",
        /// As it is.
        NoOp = "noOp",
    }
}

tokens! {
    /// What a rule condition looks at.
    RuleConditionType {
        /// The objective is satisfied.
        Satisfied = "satisfied",
        /// The objective's status is known.
        ObjectiveStatusKnown = "objectiveStatusKnown",
        /// The objective's measure is known.
        ObjectiveMeasureKnown = "objectiveMeasureKnown",
        /// The measure is greater than the threshold.
        ObjectiveMeasureGreaterThan = "objectiveMeasureGreaterThan",
        /// The measure is less than the threshold.
        ObjectiveMeasureLessThan = "objectiveMeasureLessThan",
        /// The attempt is completed.
        Completed = "completed",
        /// The attempt's progress is known.
        ActivityProgressKnown = "activityProgressKnown",
        /// The activity was attempted.
        Attempted = "attempted",
        /// No attempt is left.
        AttemptLimitExceeded = "attemptLimitExceeded",
        /// Not evaluated by SCORM.
        TimeLimitExceeded = "timeLimitExceeded",
        /// Not evaluated by SCORM.
        OutsideAvailableTimeRange = "outsideAvailableTimeRange",
        /// Holds always.
        Always = "always",
    }
}

tokens! {
    /// Action of a precondition rule.
    PreConditionAction {
        /// Pass over the activity.
        Skip = "skip",
        /// It cannot be delivered.
        Disabled = "disabled",
        /// It cannot be chosen.
        HiddenFromChoice = "hiddenFromChoice",
        /// Flow does not go beyond it.
        StopForwardTraversal = "stopForwardTraversal",
    }
}

tokens! {
    /// Action of an exit condition rule.
    ExitAction {
        /// End the activity.
        Exit = "exit",
    }
}

tokens! {
    /// Action of a postcondition rule.
    PostConditionAction {
        /// End the parent.
        ExitParent = "exitParent",
        /// End the course.
        ExitAll = "exitAll",
        /// Start the activity again.
        Retry = "retry",
        /// Start the course again.
        RetryAll = "retryAll",
        /// Go to the next.
        Continue = "continue",
        /// Go to the one before.
        Previous = "previous",
    }
}

pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_>) -> SequencingRules {
    let mut rules = SequencingRules::default();
    for child in node.children() {
        match (child.vocabulary(), child.name()) {
            (Vocabulary::Imsss, "preConditionRule") => {
                rules.pre_condition.extend(read_rule(reader, child));
            }
            (Vocabulary::Imsss, "exitConditionRule") => {
                rules.exit_condition.extend(read_rule(reader, child));
            }
            (Vocabulary::Imsss, "postConditionRule") => {
                rules.post_condition.extend(read_rule(reader, child));
            }
            _ => {}
        }
    }
    rules
}

/// A rule with an unknown action or condition is left out as a whole: with that part missing it
/// would act when its author did not mean it to.
fn read_rule<A: Token>(reader: &mut Reader<'_>, node: Node<'_>) -> Option<SequencingRule<A>> {
    let action = node
        .child(Vocabulary::Imsss, "ruleAction")
        .and_then(|action| reader.token(action, "action"));
    let mut combination = Combination::All;
    let mut conditions = Some(Vec::new());
    if let Some(list) = node.child(Vocabulary::Imsss, "ruleConditions") {
        combination = reader
            .token(list, "conditionCombination")
            .unwrap_or(Combination::All);
        conditions = list
            .children_named(Vocabulary::Imsss, "ruleCondition")
            .map(|condition| read_condition(reader, condition))
            .collect();
    }
    let (Some(action), Some(conditions)) = (action, conditions) else {
        let message = format!(
            "this {} has no usable action or condition; it is ignored",
            node.name()
        );
        reader.problem(ProblemKind::RuleIgnored, node.start_tag(), message);
        return None;
    };
    Some(SequencingRule {
        combination,
        conditions,
        action,
        source: node.into(),
    })
}

fn read_condition(reader: &mut Reader<'_>, node: Node<'_>) -> Option<RuleCondition> {
    Some(RuleCondition {
        condition: reader.token(node, "condition")?,
        operator: reader.token(node, "operator").unwrap_or(Operator::NoOp),
        referenced_objective: reader.id(node, "referencedObjective"),
        measure_threshold: reader.real(node, "measureThreshold", 0.0, (-1.0, 1.0)),
    })
}
