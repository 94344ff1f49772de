//! Rollup rules [RB.1.4, RB.1.4.1, RB.1.4.2].

use crate::definition::{ChildActivitySet, PreConditionAction, Required, RollupAction, RollupRule};
use crate::objective::Horizon;
use crate::sequencer::Sequencer;
use crate::trace::Process;
use crate::tree::ActivityId;

/// How the conditions came out over the children that count.
#[derive(Clone, Copy, Debug, Default)]
struct Bag {
    yes: u32,
    no: u32,
    unknown: u32,
}

impl Bag {
    fn fulfils(self, set: ChildActivitySet) -> bool {
        match set {
            // Empty: true, so a cluster none of whose children count becomes satisfied.
            ChildActivitySet::All => self.no == 0 && self.unknown == 0,
            ChildActivitySet::Any => self.yes > 0,
            ChildActivitySet::None => self.yes == 0 && self.unknown == 0,
            ChildActivitySet::AtLeastCount(count) => self.size() > 0 && self.yes >= count,
            ChildActivitySet::AtLeastPercent(part) => {
                self.size() > 0 && f64::from(self.yes) / f64::from(self.size()) >= part
            }
        }
    }

    /// Can no further child change the result?
    const fn decides(self, set: ChildActivitySet) -> bool {
        match set {
            ChildActivitySet::All => self.no > 0 || self.unknown > 0,
            ChildActivitySet::Any => self.yes > 0,
            ChildActivitySet::None => self.yes > 0 || self.unknown > 0,
            ChildActivitySet::AtLeastCount(_) | ChildActivitySet::AtLeastPercent(_) => false,
        }
    }

    const fn size(self) -> u32 {
        self.yes + self.no + self.unknown
    }
}

impl Sequencer {
    /// Rollup Rule Check Subprocess [RB.1.4], for one rule.
    pub(super) fn rollup_rule_check(
        &self,
        cluster: ActivityId,
        rule: &RollupRule,
        since: Horizon,
    ) -> bool {
        let mut bag = Bag::default();
        for child in self.available_children(cluster) {
            if !self.is_tracked(*child) || !self.check_child_for_rollup(*child, rule.action) {
                continue;
            }
            // Evaluate Rollup Conditions Subprocess [RB.1.4.1].
            let holds = self.conditions_hold(*child, &rule.conditions, since, Process::RB_1_4_1);
            self.trace.step(Process::RB_1_4_1, "", *child, holds);
            match holds {
                Some(true) => bag.yes += 1,
                Some(false) => bag.no += 1,
                None => bag.unknown += 1,
            }
            if bag.decides(rule.child_activity_set) {
                break;
            }
        }
        let fulfilled = bag.fulfils(rule.child_activity_set);
        self.trace
            .step(Process::RB_1_4, rule.action.as_str(), cluster, fulfilled);
        fulfilled
    }

    /// Check Child for Rollup Subprocess [RB.1.4.2]: does the child count for this action?
    fn check_child_for_rollup(&self, child: ActivityId, action: RollupAction) -> bool {
        let rollup = &self.tree.definition(child).rollup;
        let contributes = match action {
            RollupAction::Satisfied | RollupAction::NotSatisfied => rollup.objective_satisfied,
            RollupAction::Completed | RollupAction::Incomplete => rollup.progress_completion,
        };
        let state = self.activity_state(child);
        let attempted = state.attempt_count > 0;
        let included = contributes
            && match rollup.required_for(action) {
                Required::Always => true,
                Required::IfAttempted => attempted,
                Required::IfNotSuspended => attempted && !state.suspended,
                Required::IfNotSkipped => !self.pre_condition(child, PreConditionAction::Skip),
            };
        if !included {
            self.trace
                .step(Process::RB_1_4_2, action.as_str(), child, false);
        }
        included
    }
}

#[cfg(test)]
mod tests {
    use super::Bag;
    use crate::definition::ChildActivitySet as Set;

    #[test]
    fn child_activity_sets_decide_over_the_bag() {
        let bag = |yes, no, unknown| Bag { yes, no, unknown };
        for (set, bag, want) in [
            (Set::All, bag(0, 0, 0), true),
            (Set::All, bag(3, 0, 0), true),
            (Set::All, bag(2, 0, 1), false),
            (Set::All, bag(2, 1, 0), false),
            (Set::Any, bag(0, 0, 0), false),
            (Set::Any, bag(1, 1, 1), true),
            (Set::None, bag(0, 0, 0), true),
            (Set::None, bag(0, 3, 0), true),
            (Set::None, bag(0, 2, 1), false),
            (Set::AtLeastCount(2), bag(2, 1, 0), true),
            (Set::AtLeastCount(2), bag(1, 2, 0), false),
            (Set::AtLeastCount(0), bag(0, 0, 0), false),
            (Set::AtLeastPercent(0.5), bag(1, 0, 1), true),
            (Set::AtLeastPercent(0.6), bag(1, 0, 1), false),
            (Set::AtLeastPercent(0.0), bag(0, 0, 0), false),
        ] {
            assert_eq!(bag.fulfils(set), want, "{set:?} {bag:?}");
        }
    }
}
