//! Rules in words: the vocabulary of the standard, as traces and explanations show it.

use std::fmt::Write as _;

use crate::definition::{Combination, Condition, Objectives, RuleCondition, RuleConditions};

impl RuleConditions {
    /// The conditions in words: `any of: not satisfied(read), attempted`.
    pub fn in_words(&self, objectives: &Objectives) -> String {
        let mut text = String::new();
        if self.conditions.len() > 1 {
            text.push_str(match self.combination {
                Combination::All => "all of: ",
                Combination::Any => "any of: ",
            });
        }
        for (place, condition) in self.conditions.iter().enumerate() {
            if place > 0 {
                text.push_str(", ");
            }
            text.push_str(condition.word());
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
}

impl RuleCondition {
    /// The condition with its operator, without threshold and objective.
    pub(crate) fn word(&self) -> &'static str {
        let (plain, negated) = words(self.condition);
        if self.negated { negated } else { plain }
    }
}

const fn words(condition: Condition) -> (&'static str, &'static str) {
    match condition {
        Condition::Satisfied => ("satisfied", "not satisfied"),
        Condition::ObjectiveStatusKnown => ("objectiveStatusKnown", "not objectiveStatusKnown"),
        Condition::ObjectiveMeasureKnown => ("objectiveMeasureKnown", "not objectiveMeasureKnown"),
        Condition::ObjectiveMeasureGreaterThan(_) => (
            "objectiveMeasureGreaterThan",
            "not objectiveMeasureGreaterThan",
        ),
        Condition::ObjectiveMeasureLessThan(_) => {
            ("objectiveMeasureLessThan", "not objectiveMeasureLessThan")
        }
        Condition::Completed => ("completed", "not completed"),
        Condition::ActivityProgressKnown => ("activityProgressKnown", "not activityProgressKnown"),
        Condition::Attempted => ("attempted", "not attempted"),
        Condition::AttemptLimitExceeded => ("attemptLimitExceeded", "not attemptLimitExceeded"),
        Condition::TimeLimitExceeded => ("timeLimitExceeded", "not timeLimitExceeded"),
        Condition::OutsideAvailableTimeRange => {
            ("outsideAvailableTimeRange", "not outsideAvailableTimeRange")
        }
        Condition::Always => ("always", "not always"),
    }
}
