//! Rollup [RB.1.1 to RB.1.3, RB.1.5].

use crate::definition::{
    ChildActivitySet, Combination, Condition, RollupAction, RollupRule, RuleCondition,
    RuleConditions,
};
use crate::objective::{Horizon, PRIMARY};
use crate::sequencer::Sequencer;
use crate::trace::Process;
use crate::tree::ActivityId;

impl Sequencer {
    /// Overall Rollup Process [RB.1.5], for the activity's path to the root and for the clusters
    /// that depend on it through global objectives. Each cluster at most once, the deepest first.
    pub(super) fn overall_rollup(&mut self, activity: ActivityId) {
        for cluster in self.rollup_set(activity) {
            if self.is_tracked(cluster) {
                self.rollup(cluster);
            }
        }
    }

    /// The path, plus the parents of all that reads a global objective which an activity of the
    /// path can write, with their ancestors.
    fn rollup_set(&self, activity: ActivityId) -> Vec<ActivityId> {
        let tree = &self.tree;
        let path: Vec<ActivityId> = tree
            .path_to_root(activity)
            .filter(|on| !tree.is_leaf(*on))
            .collect();
        let mut further: Vec<ActivityId> = Vec::new();
        for on in tree.path_to_root(activity) {
            for objective in tree.definition(on).objectives.iter() {
                for global in objective.write.globals() {
                    further.extend_from_slice(tree.reader_parents(global));
                }
            }
        }
        if further.is_empty() {
            return path;
        }
        further.sort_unstable();
        further.dedup();
        let mut set: Vec<ActivityId> = path;
        let mut seen: std::collections::HashSet<ActivityId> = set.iter().copied().collect();
        for parent in further {
            for on in tree.path_to_root(parent) {
                // Whatever is in the set brought its ancestors with it.
                if !seen.insert(on) {
                    break;
                }
                set.push(on);
            }
        }
        set.retain(|on| self.is_available_child(*on));
        // Preorder breaks ties, so that replay gives the same order.
        set.sort_unstable_by_key(|on| (std::cmp::Reverse(tree.activity(*on).depth), *on));
        set
    }

    fn rollup(&mut self, cluster: ActivityId) {
        self.measure_rollup(cluster);
        self.completion_measure_rollup(cluster);
        if self.objective(cluster, PRIMARY).satisfied_by_measure {
            self.objective_rollup_using_measure(cluster);
        } else {
            self.objective_rollup_using_rules(cluster);
        }
        if self
            .tree
            .definition(cluster)
            .completion_threshold
            .completed_by_measure
        {
            self.progress_rollup_using_measure(cluster);
        } else {
            self.progress_rollup_using_rules(cluster);
        }
    }

    /// Measure Rollup Process [RB.1.1 a]. Children without a measure stay in the divisor.
    fn measure_rollup(&mut self, cluster: ActivityId) {
        let measure = self.weighted_mean(cluster, |child| {
            let weight = self.tree.definition(child).rollup.objective_measure_weight;
            (weight, self.measure(child, PRIMARY, Horizon::NONE))
        });
        self.trace.step(Process::RB_1_1A, "", cluster, measure);
        self.record_measure(cluster, PRIMARY, measure);
    }

    /// Completion Measure Rollup Process [RB.1.1 b].
    fn completion_measure_rollup(&mut self, cluster: ActivityId) {
        let amount = self.weighted_mean(cluster, |child| {
            let weight = self
                .tree
                .definition(child)
                .completion_threshold
                .progress_weight;
            (weight, self.progress(child, PRIMARY, Horizon::NONE))
        });
        self.trace.step(Process::RB_1_1B, "", cluster, amount);
        self.record_progress(cluster, PRIMARY, amount);
    }

    /// Mean over the tracked available children; unknown if no child has a value.
    fn weighted_mean(
        &self,
        cluster: ActivityId,
        weight_and_value: impl Fn(ActivityId) -> (f64, Option<f64>),
    ) -> Option<f64> {
        let (mut total, mut counted, mut valid) = (0.0, 0.0, false);
        for child in self.available_children(cluster) {
            if !self.is_tracked(*child) {
                continue;
            }
            let (weight, value) = weight_and_value(*child);
            counted += weight;
            if let Some(value) = value {
                total += weight * value;
                valid = true;
            }
        }
        (valid && counted > 0.0).then(|| total / counted)
    }

    /// Objective Rollup Using Measure Process [RB.1.2 a].
    fn objective_rollup_using_measure(&mut self, cluster: ActivityId) {
        self.derive_satisfied(cluster, PRIMARY);
        let satisfied = self.satisfied(cluster, PRIMARY, Horizon::NONE);
        self.trace.step(Process::RB_1_2A, "", cluster, satisfied);
    }

    /// Objective Rollup Using Rules Process [RB.1.2 b]. `satisfied` wins; if neither action
    /// results, the status stays.
    fn objective_rollup_using_rules(&mut self, cluster: ActivityId) {
        let actions = (RollupAction::NotSatisfied, RollupAction::Satisfied);
        let known = Condition::ObjectiveStatusKnown;
        let status = self.status_by_rules(cluster, actions, known, Condition::Satisfied);
        self.trace.step(Process::RB_1_2B, "", cluster, status);
        if status.is_some() {
            self.record_satisfied(cluster, PRIMARY, status);
        }
    }

    /// Activity Progress Rollup Using Measure Process [RB.1.3 a].
    fn progress_rollup_using_measure(&mut self, cluster: ActivityId) {
        self.derive_completed(cluster);
        let completed = self.completed(cluster, PRIMARY, Horizon::NONE);
        self.trace.step(Process::RB_1_3A, "", cluster, completed);
    }

    /// Activity Progress Rollup Using Rules Process [RB.1.3 b].
    fn progress_rollup_using_rules(&mut self, cluster: ActivityId) {
        let actions = (RollupAction::Incomplete, RollupAction::Completed);
        let known = Condition::ActivityProgressKnown;
        let status = self.status_by_rules(cluster, actions, known, Condition::Completed);
        self.trace.step(Process::RB_1_3B, "", cluster, status);
        if status.is_some() {
            self.record_completed(cluster, PRIMARY, status);
        }
    }

    /// The activity's own rules for a pair of actions or, if it has none for either, the default
    /// ones: all children known gives the negative action, all children achieved the positive.
    fn status_by_rules(
        &self,
        cluster: ActivityId,
        (negative, positive): (RollupAction, RollupAction),
        known: Condition,
        achieved: Condition,
    ) -> Option<bool> {
        let own = &self.tree.definition(cluster).rollup.rules;
        let since = self.horizon(cluster);
        let has_own = own
            .iter()
            .any(|rule| rule.action == negative || rule.action == positive);
        let holds = |action, condition| {
            if has_own {
                let mut rules = own.iter().filter(|rule| rule.action == action);
                rules.any(|rule| self.rollup_rule_check(cluster, rule, since))
            } else {
                self.rollup_rule_check(cluster, &default_rule(action, condition), since)
            }
        };
        if holds(positive, achieved) {
            Some(true)
        } else if holds(negative, known) {
            Some(false)
        } else {
            None
        }
    }

    /// useCurrentAttempt…Info: what the children recorded before this attempt of the cluster is
    /// unknown. A cluster above that began anew makes everything below it old in the same way.
    fn horizon(&self, cluster: ActivityId) -> Horizon {
        let mut since = Horizon::NONE;
        let (mut objective, mut progress) = (true, true);
        for on in self.tree.path_to_root(cluster) {
            let control = &self.tree.definition(on).control_mode;
            let state = self.activity_state(on);
            objective &= control.use_current_attempt_objective_info;
            progress &= control.use_current_attempt_progress_info;
            if objective {
                since.objective = since.objective.max(state.attempt_began);
            }
            if progress {
                since.progress = since.progress.max(state.attempt_began);
            }
            // Above an active cluster no attempt can be younger.
            if state.active || !(objective || progress) {
                break;
            }
        }
        since
    }
}

fn default_rule(action: RollupAction, condition: Condition) -> RollupRule {
    let condition = RuleCondition {
        condition,
        negated: false,
        objective: PRIMARY,
    };
    RollupRule {
        child_activity_set: ChildActivitySet::All,
        conditions: RuleConditions {
            combination: Combination::Any,
            conditions: vec![condition],
        },
        action,
    }
}
