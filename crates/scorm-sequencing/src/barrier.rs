//! What bars an activity from being chosen, in words: the rule, limit or prerequisite that decides.

use std::fmt::Write as _;

use crate::definition::{
    Combination, Condition, Objectives, PreConditionAction, RuleConditions, SequencingRule,
};
use crate::objective::Horizon;
use crate::sequencer::Sequencer;
use crate::tree::ActivityId;

impl Sequencer {
    /// The first rule, limit or prerequisite on the way from the root down to `target` that
    /// disables it or hides it from choice; nothing if none does.
    pub fn barrier(&self, target: ActivityId) -> Option<String> {
        self.looking_ahead(|sequencer| {
            let path = sequencer.tree.path_from_root(target);
            path.into_iter()
                .find_map(|activity| sequencer.barrier_on(activity))
        })
    }

    fn barrier_on(&self, activity: ActivityId) -> Option<String> {
        let (identifier, definition) = {
            let activity = self.tree.activity(activity);
            (&activity.identifier, &activity.definition)
        };
        let barring = |rule: &SequencingRule<PreConditionAction>| {
            matches!(
                rule.action,
                PreConditionAction::Disabled | PreConditionAction::HiddenFromChoice
            ) && self.conditions_hold(activity, &rule.conditions, Horizon::NONE) == Some(true)
        };
        if let Some(place) = definition.pre_condition_rules.iter().position(barring) {
            let rule = &definition.pre_condition_rules[place];
            let when = in_words(&rule.conditions, &definition.objectives);
            let (number, action) = (place + 1, rule.action.as_str());
            return Some(format!(
                "preConditionRule {number} of {identifier}: {action} if {when}"
            ));
        }
        if let Some(limit) = definition.attempt_limit
            && self.check_activity(activity)
            && self.prerequisites_met(activity)
        {
            return Some(format!("attemptLimit of {identifier}: {limit}"));
        }
        (!self.prerequisites_met(activity)).then(|| format!("prerequisites of {identifier}"))
    }
}

/// `any of: not satisfied(read), attempted`.
fn in_words(conditions: &RuleConditions, objectives: &Objectives) -> String {
    let mut text = String::new();
    if conditions.conditions.len() > 1 {
        text.push_str(match conditions.combination {
            Combination::All => "all of: ",
            Combination::Any => "any of: ",
        });
    }
    for (place, condition) in conditions.conditions.iter().enumerate() {
        if place > 0 {
            text.push_str(", ");
        }
        if condition.negated {
            text.push_str("not ");
        }
        text.push_str(name(condition.condition));
        let threshold = match condition.condition {
            Condition::ObjectiveMeasureGreaterThan(threshold)
            | Condition::ObjectiveMeasureLessThan(threshold) => Some(threshold),
            _ => None,
        };
        if let Some(threshold) = threshold {
            // Writing into a String cannot fail.
            let _ = write!(text, " {threshold}");
        }
        if let Some(id) = objectives
            .get(condition.objective)
            .and_then(|objective| objective.id.as_deref())
            .filter(|_| condition.objective > 0)
        {
            let _ = write!(text, "({id})");
        }
    }
    text
}

fn name(condition: Condition) -> &'static str {
    match condition {
        Condition::Satisfied => "satisfied",
        Condition::ObjectiveStatusKnown => "objectiveStatusKnown",
        Condition::ObjectiveMeasureKnown => "objectiveMeasureKnown",
        Condition::ObjectiveMeasureGreaterThan(_) => "objectiveMeasureGreaterThan",
        Condition::ObjectiveMeasureLessThan(_) => "objectiveMeasureLessThan",
        Condition::Completed => "completed",
        Condition::ActivityProgressKnown => "activityProgressKnown",
        Condition::Attempted => "attempted",
        Condition::AttemptLimitExceeded => "attemptLimitExceeded",
        Condition::TimeLimitExceeded => "timeLimitExceeded",
        Condition::OutsideAvailableTimeRange => "outsideAvailableTimeRange",
        Condition::Always => "always",
    }
}
