//! Choice [SB.2.4, SB.2.9].

use super::flow::Direction;
use super::sequencing::Sequenced;
use crate::definition::PreConditionAction;
use crate::exception::Exception;
use crate::sequencer::Sequencer;
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

impl Sequencer {
    /// Choice Activity Traversal Subprocess [SB.2.4]: may a choice pass this activity?
    fn choice_activity_traversal(
        &self,
        activity: ActivityId,
        direction: Direction,
    ) -> Result<(), Exception> {
        match direction {
            // 1
            Direction::Forward => {
                if self.pre_condition(activity, PreConditionAction::StopForwardTraversal) {
                    return Err(Exception::SB_2_4_1);
                }
            }
            // 2
            Direction::Backward => {
                let parent = self.tree.parent(activity).ok_or(Exception::SB_2_4_3)?;
                if self.tree.definition(parent).control_mode.forward_only {
                    return Err(Exception::SB_2_4_2);
                }
            }
        }
        Ok(())
    }

    /// Choice Sequencing Request Process [SB.2.9].
    pub(super) fn choice_request(&self, target: ActivityId) -> Sequenced {
        let common_ancestor = match self.check_choice_path(target) {
            Ok(common_ancestor) => common_ancestor,
            Err(exception) => return Sequenced::Nothing(Some(exception)),
        };
        // 11
        if self.tree.is_leaf(target) {
            return Sequenced::Deliver(target);
        }
        // The menu never offers a disabled cluster, not even one that flow would lead out of.
        let mut path = self.tree.path_to_root(target);
        if path.any(|on| self.check_activity(on)) {
            return Sequenced::Nothing(Some(Exception::DB_1_1_3));
        }
        // 12
        match self.flow(target, Direction::Forward, true) {
            Ok(found) => Sequenced::Deliver(found),
            Err(_) => Sequenced::ChosenClusterIsEmpty {
                common_ancestor,
                target,
            },
        }
    }

    /// SB.2.9 up to the point where the target is settled; gives the common ancestor.
    pub(crate) fn check_choice_path(&self, target: ActivityId) -> Result<ActivityId, Exception> {
        // 2 to 3
        for activity in self.tree.path_from_root(target) {
            if !self.is_available_child(activity) {
                return Err(Exception::SB_2_9_2);
            }
            if self.pre_condition(activity, PreConditionAction::HiddenFromChoice) {
                return Err(Exception::SB_2_9_3);
            }
        }
        // 4
        let parent = self.tree.parent(target);
        if parent.is_some_and(|parent| !self.tree.definition(parent).control_mode.choice) {
            return Err(Exception::SB_2_9_4);
        }
        // 5
        let Some(current) = self.state.current else {
            self.check_entry(ActivityId::ROOT, target, Direction::Forward)?;
            return Ok(ActivityId::ROOT);
        };
        let common_ancestor = self.tree.common_ancestor(current, target);
        self.trace.step(
            Process::SB_2_9,
            "5",
            target,
            TraceOutcome::Found(common_ancestor),
        );
        if target == current {
            // 6: nothing is in the way.
        } else if parent.is_some() && parent == self.tree.parent(current) {
            // 7
            self.check_siblings(current, target)?;
        } else if current == common_ancestor {
            // 8
            self.check_entry(common_ancestor, target, Direction::Forward)?;
        } else if target == common_ancestor {
            // 9
            self.check_exit(current, common_ancestor)?;
            self.check_choice_of_ancestor(current, target)?;
        } else {
            // 10
            self.check_exit(current, common_ancestor)?;
            let direction = self.direction_to(current, target, common_ancestor);
            self.check_constrained_choice(current, target, direction)?;
            self.check_entry(common_ancestor, target, direction)?;
        }
        Ok(common_ancestor)
    }

    /// Step 7: every activity from the current one up to, but without, its chosen sibling.
    fn check_siblings(&self, current: ActivityId, target: ActivityId) -> Result<(), Exception> {
        let place = |activity| self.available_position(activity).ok_or(Exception::SB_2_9_5);
        let (from, to) = (place(current)?, place(target)?);
        let direction = if from < to {
            Direction::Forward
        } else {
            Direction::Backward
        };
        let parent = self.tree.parent(target).ok_or(Exception::SB_2_9_5)?;
        let children = self.available_children(parent);
        let between = if from < to {
            &children[from..to]
        } else {
            &children[to + 1..=from]
        };
        between
            .iter()
            .try_for_each(|on| self.choice_activity_traversal(*on, direction))
    }

    /// Steps 8 and 10.5: the way down from `ancestor` to the target, without the target.
    fn check_entry(
        &self,
        ancestor: ActivityId,
        target: ActivityId,
        direction: Direction,
    ) -> Result<(), Exception> {
        let path = self.tree.path_from_root(target);
        let from = self.tree.activity(ancestor).depth as usize;
        for on in &path[from..path.len() - 1] {
            if direction == Direction::Forward {
                self.choice_activity_traversal(*on, Direction::Forward)?;
            }
            let prevents = self
                .tree
                .definition(*on)
                .constrained_choice
                .prevent_activation;
            if prevents && *on != ancestor && !self.is_active(*on) {
                return Err(Exception::SB_2_9_6);
            }
        }
        // The ancestor itself, when it is the target, has no way to check.
        Ok(())
    }

    /// Steps 9 and 10.3: the way up from the current activity.
    fn check_exit(&self, current: ActivityId, ancestor: ActivityId) -> Result<(), Exception> {
        let mut path = self.tree.path_below(current, ancestor);
        if path.any(|on| !self.tree.definition(on).control_mode.choice_exit) {
            return Err(Exception::SB_2_9_7);
        }
        Ok(())
    }

    /// The leaf that flow finds from a cluster.
    pub(crate) fn flow_into(&self, cluster: ActivityId) -> Option<ActivityId> {
        self.flow(cluster, Direction::Forward, true).ok()
    }

    /// Does the target come after the current activity or before it? Counted in the present
    /// order of the common ancestor's children.
    fn direction_to(
        &self,
        current: ActivityId,
        target: ActivityId,
        ancestor: ActivityId,
    ) -> Direction {
        let place = |of| {
            let branch = self.tree.path_below(of, ancestor).last();
            branch.and_then(|branch| self.available_position(branch))
        };
        if place(target) > place(current) {
            Direction::Forward
        } else {
            Direction::Backward
        }
    }
}
