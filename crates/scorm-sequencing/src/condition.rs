//! Rule conditions in three values: true, false and unknown (`None`).

use crate::definition::{Combination, Condition, RuleCondition, RuleConditions};
use crate::objective::Horizon;
use crate::sequencer::Sequencer;
use crate::trace::Process;
use crate::tree::ActivityId;

impl Sequencer {
    /// Evaluates the conditions of a rule on an activity. A rule acts only on `Some(true)`.
    ///
    /// `process` is the subprocess of the standard under which each value is traced.
    pub(crate) fn conditions_hold(
        &self,
        activity: ActivityId,
        conditions: &RuleConditions,
        since: Horizon,
        process: Process,
    ) -> Option<bool> {
        let values = conditions.conditions.iter().map(|condition| {
            let holds = self.condition_holds(activity, condition, since);
            self.trace.step(process, condition.word(), activity, holds);
            holds
        });
        combine(conditions.combination, values)
    }

    fn condition_holds(
        &self,
        activity: ActivityId,
        condition: &RuleCondition,
        since: Horizon,
    ) -> Option<bool> {
        let value = if self.is_tracked(activity) {
            self.tracked_condition(activity, condition, since)
        } else {
            // Nothing is known of an untracked activity, whatever its maps could tell.
            match condition.condition {
                Condition::Always => Some(true),
                Condition::ObjectiveStatusKnown
                | Condition::ObjectiveMeasureKnown
                | Condition::ActivityProgressKnown
                | Condition::Attempted => Some(false),
                _ => None,
            }
        };
        // `not` leaves unknown unknown.
        value.map(|value| value != condition.negated)
    }

    fn tracked_condition(
        &self,
        activity: ActivityId,
        condition: &RuleCondition,
        since: Horizon,
    ) -> Option<bool> {
        let objective = condition.objective;
        match condition.condition {
            Condition::Satisfied => self.satisfied(activity, objective, since),
            Condition::ObjectiveStatusKnown => {
                Some(self.satisfied(activity, objective, since).is_some())
            }
            Condition::ObjectiveMeasureKnown => {
                Some(self.measure(activity, objective, since).is_some())
            }
            Condition::ObjectiveMeasureGreaterThan(threshold) => {
                Some(self.measure(activity, objective, since)? > threshold)
            }
            Condition::ObjectiveMeasureLessThan(threshold) => {
                Some(self.measure(activity, objective, since)? < threshold)
            }
            Condition::Completed => self.completed(activity, objective, since),
            Condition::ActivityProgressKnown => {
                Some(self.completed(activity, objective, since).is_some())
            }
            Condition::Attempted => Some(self.activity_state(activity).attempt_count > 0),
            Condition::AttemptLimitExceeded => {
                let limit = self.tree.definition(activity).attempt_limit?;
                Some(self.activity_state(activity).attempt_count >= limit)
            }
            // Time limits are optional in SCORM and not supported.
            Condition::TimeLimitExceeded | Condition::OutsideAvailableTimeRange => None,
            Condition::Always => Some(true),
        }
    }
}

/// Joins the values of a rule's conditions; a rule without conditions is undecided.
fn combine(combination: Combination, values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    // `all` is decided by one false, `any` by one true.
    let decisive = combination == Combination::Any;
    let mut combined = None;
    let mut undecided = false;
    for value in values {
        if value == Some(decisive) {
            return Some(decisive);
        }
        undecided |= value.is_none();
        combined = value;
    }
    if undecided { None } else { combined }
}

#[cfg(test)]
mod tests {
    use super::combine;
    use crate::definition::Combination::{All, Any};

    #[test]
    fn three_values_combine() {
        const T: Option<bool> = Some(true);
        const F: Option<bool> = Some(false);
        const U: Option<bool> = None;
        for (combination, values, want) in [
            (All, vec![], U),
            (All, vec![T, T], T),
            (All, vec![T, U], U),
            (All, vec![U, F], F),
            (All, vec![F, U], F),
            (Any, vec![], U),
            (Any, vec![F, F], F),
            (Any, vec![F, U], U),
            (Any, vec![U, T], T),
        ] {
            assert_eq!(
                combine(combination, values.iter().copied()),
                want,
                "{values:?}"
            );
        }
    }
}
