//! What bars an activity from being chosen, in words: the rule, limit or prerequisite that decides.

use crate::definition::{PreConditionAction, SequencingRule};
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
            ) && self.rule_holds(activity, &rule.conditions) == Some(true)
        };
        if let Some(place) = definition.pre_condition_rules.iter().position(barring) {
            let rule = &definition.pre_condition_rules[place];
            let when = rule.conditions.in_words(&definition.objectives);
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
