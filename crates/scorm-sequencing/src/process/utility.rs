//! Utility processes (UP).

use crate::definition::{PreConditionAction, RuleConditions};
use crate::objective::{Horizon, PRIMARY};
use crate::sequencer::Sequencer;
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

impl Sequencer {
    /// Limit Conditions Check Process [UP.1]: is a limit violated?
    fn limit_conditions_violated(&self, activity: ActivityId) -> bool {
        // 1 to 2: where no new attempt would begin, no limit counts.
        let state = self.activity_state(activity);
        if !self.is_tracked(activity) || state.active || state.suspended {
            return false;
        }
        // 3. The limits on time are optional and not supported.
        let limit = self.tree.definition(activity).attempt_limit;
        let violated = limit.is_some_and(|limit| state.attempt_count >= limit);
        if violated {
            self.trace.step(Process::UP_1, "3", activity, true);
        }
        violated
    }

    /// Sequencing Rules Check Process [UP.2] for precondition rules: does one with this action
    /// hold?
    pub(crate) fn pre_condition(&self, activity: ActivityId, action: PreConditionAction) -> bool {
        let rules = &self.tree.definition(activity).pre_condition_rules;
        rules
            .iter()
            .filter(|rule| rule.action == action)
            .any(|rule| {
                let holds = self.rule_holds(activity, &rule.conditions);
                self.trace
                    .step(Process::UP_2, action.as_str(), activity, holds);
                holds == Some(true)
            })
    }

    /// Sequencing Rule Check Subprocess [UP.2.1].
    pub(crate) fn rule_holds(
        &self,
        activity: ActivityId,
        conditions: &RuleConditions,
    ) -> Option<bool> {
        self.conditions_hold(activity, conditions, Horizon::NONE, Process::UP_2_1)
    }

    /// Terminate Descendent Attempts Process [UP.3]: ends the attempts between the current
    /// activity and what it has in common with `activity`, without both ends.
    ///
    /// Rollup runs once for all of them, as the deepest one's path holds the others.
    pub(super) fn terminate_descendent_attempts(&mut self, activity: ActivityId) {
        let Some(current) = self.state.current else {
            return;
        };
        let common_ancestor = self.tree.common_cluster(current, activity);
        let between: Vec<ActivityId> = self
            .tree
            .path_below(current, common_ancestor)
            .skip(1)
            .collect();
        let Some(deepest) = between.first().copied() else {
            return;
        };
        self.trace
            .step(Process::UP_3, "", activity, TraceOutcome::Begins);
        for ended in between {
            self.close_attempt(ended);
        }
        self.overall_rollup(deepest);
    }

    /// End Attempt Process [UP.4].
    pub(super) fn end_attempt(&mut self, activity: ActivityId) {
        self.close_attempt(activity);
        self.overall_rollup(activity);
    }

    /// UP.4 without the rollup at its end.
    fn close_attempt(&mut self, activity: ActivityId) {
        self.trace
            .step(Process::UP_4, "", activity, TraceOutcome::Begins);
        if self.tree.is_leaf(activity) {
            // 1.1
            if self.is_tracked(activity) && !self.is_suspended(activity) {
                self.complete_and_satisfy(activity);
            }
        } else {
            // 2.1 to 2.2
            let children = self.available_children(activity);
            let suspended = children.iter().any(|child| self.is_suspended(*child));
            let prepare_again = !suspended && self.prepares_each_attempt(activity);
            let state = self.at_mut(activity);
            state.suspended = suspended;
            state.children_prepared &= !prepare_again;
        }
        // 3
        self.at_mut(activity).active = false;
        // What measureSatisfactionIfActive=false held back counts now.
        if self.is_tracked(activity) {
            for objective in 0..self.tree.definition(activity).objectives.len() {
                self.derive_satisfied(activity, objective);
            }
            self.derive_completed(activity);
        }
    }

    /// 1.1.1: what content leaves open counts as done, unless it said "unknown" itself.
    fn complete_and_satisfy(&mut self, activity: ActivityId) {
        let definition = self.tree.definition(activity);
        let controls = definition.delivery_controls;
        // Where a measure decides, nothing else does.
        let by_progress = definition.completion_threshold.completed_by_measure;
        let by_measure = definition.objectives[PRIMARY].satisfied_by_measure;
        let state = self.activity_state(activity);
        let (success_open, completion_open) = (
            !state.reported_success_unknown,
            !state.reported_completion_unknown,
        );
        if !controls.completion_set_by_content
            && completion_open
            && !by_progress
            && self.completed(activity, PRIMARY, Horizon::NONE).is_none()
        {
            self.trace.step(
                Process::UP_4,
                "1.1.1.2",
                activity,
                TraceOutcome::Action("completed"),
            );
            self.record_completed(activity, PRIMARY, Some(true));
        }
        if !controls.objective_set_by_content
            && success_open
            && !by_measure
            && self.satisfied(activity, PRIMARY, Horizon::NONE).is_none()
        {
            self.trace.step(
                Process::UP_4,
                "1.1.1.3",
                activity,
                TraceOutcome::Action("satisfied"),
            );
            self.record_satisfied(activity, PRIMARY, Some(true));
        }
    }

    /// Check Activity Process [UP.5]: may the activity not be delivered?
    pub(crate) fn check_activity(&self, activity: ActivityId) -> bool {
        let disabled = self.pre_condition(activity, PreConditionAction::Disabled)
            || self.limit_conditions_violated(activity)
            || !self.prerequisites_met(activity);
        if disabled {
            self.trace.step(
                Process::UP_5,
                "",
                activity,
                TraceOutcome::Action("disabled"),
            );
        }
        disabled
    }
}
