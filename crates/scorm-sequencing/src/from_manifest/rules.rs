//! Sequencing rules and rollup rules: conditions with their thresholds and objectives resolved.

use scorm_package::manifest::sequencing as model;

use super::Builder;
use super::objectives::uri;
use crate::definition::{
    ChildActivitySet, Condition, Objectives, Rollup, RollupRule, RuleCondition, RuleConditions,
    SequencingRule,
};

impl Builder {
    pub(super) fn rules<Action: Copy>(
        &mut self,
        activity: &str,
        rules: &[model::SequencingRule<Action>],
        objectives: &Objectives,
    ) -> Vec<SequencingRule<Action>> {
        let mut converted = Vec::with_capacity(rules.len());
        for rule in rules {
            let mut conditions = Vec::with_capacity(rule.conditions.len());
            for condition in &rule.conditions {
                let mut objective = 0;
                if let Some(id) = &condition.referenced_objective {
                    objective = objectives.find(&uri(id)).unwrap_or_else(|| {
                        let message = format!(
                            "a rule refers to the objective `{id}`, which the activity does not \
                             have; its primary objective is taken"
                        );
                        self.problem(activity, message);
                        0
                    });
                }
                conditions.push(RuleCondition {
                    condition: rule_condition(condition),
                    negated: condition.operator == model::Operator::Not,
                    objective,
                });
            }
            let conditions = RuleConditions {
                combination: rule.combination,
                conditions,
            };
            converted.push(SequencingRule {
                conditions,
                action: rule.action,
            });
        }
        converted
    }
}

fn rule_condition(condition: &model::RuleCondition) -> Condition {
    use model::RuleConditionType as Type;
    match condition.condition {
        Type::Satisfied => Condition::Satisfied,
        Type::ObjectiveStatusKnown => Condition::ObjectiveStatusKnown,
        Type::ObjectiveMeasureKnown => Condition::ObjectiveMeasureKnown,
        Type::ObjectiveMeasureGreaterThan => {
            Condition::ObjectiveMeasureGreaterThan(condition.measure_threshold)
        }
        Type::ObjectiveMeasureLessThan => {
            Condition::ObjectiveMeasureLessThan(condition.measure_threshold)
        }
        Type::Completed => Condition::Completed,
        Type::ActivityProgressKnown => Condition::ActivityProgressKnown,
        Type::Attempted => Condition::Attempted,
        Type::AttemptLimitExceeded => Condition::AttemptLimitExceeded,
        Type::TimeLimitExceeded => Condition::TimeLimitExceeded,
        Type::OutsideAvailableTimeRange => Condition::OutsideAvailableTimeRange,
        Type::Always => Condition::Always,
    }
}

pub(super) fn rollup(sequencing: &model::Sequencing) -> Rollup {
    let rules = &sequencing.rollup_rules;
    Rollup {
        objective_satisfied: rules.rollup_objective_satisfied,
        progress_completion: rules.rollup_progress_completion,
        objective_measure_weight: rules.objective_measure_weight,
        rules: rules.rules.iter().map(rollup_rule).collect(),
        considerations: sequencing.rollup_considerations,
    }
}

fn rollup_rule(rule: &model::RollupRule) -> RollupRule {
    let condition = |condition: &model::RollupCondition| RuleCondition {
        condition: rollup_condition(condition.condition),
        negated: condition.operator == model::Operator::Not,
        objective: 0,
    };
    RollupRule {
        child_activity_set: match rule.child_activity_set {
            model::ChildActivitySet::All => ChildActivitySet::All,
            model::ChildActivitySet::Any => ChildActivitySet::Any,
            model::ChildActivitySet::None => ChildActivitySet::None,
            model::ChildActivitySet::AtLeastCount => {
                ChildActivitySet::AtLeastCount(rule.minimum_count)
            }
            model::ChildActivitySet::AtLeastPercent => {
                ChildActivitySet::AtLeastPercent(rule.minimum_percent)
            }
        },
        conditions: RuleConditions {
            combination: rule.combination,
            conditions: rule.conditions.iter().map(condition).collect(),
        },
        action: rule.action,
    }
}

fn rollup_condition(condition: model::RollupConditionType) -> Condition {
    use model::RollupConditionType as Type;
    match condition {
        Type::Satisfied => Condition::Satisfied,
        Type::ObjectiveStatusKnown => Condition::ObjectiveStatusKnown,
        Type::ObjectiveMeasureKnown => Condition::ObjectiveMeasureKnown,
        Type::Completed => Condition::Completed,
        Type::ActivityProgressKnown => Condition::ActivityProgressKnown,
        Type::Attempted => Condition::Attempted,
        Type::AttemptLimitExceeded => Condition::AttemptLimitExceeded,
        Type::TimeLimitExceeded => Condition::TimeLimitExceeded,
        Type::OutsideAvailableTimeRange => Condition::OutsideAvailableTimeRange,
    }
}
