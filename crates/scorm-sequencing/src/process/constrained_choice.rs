//! Constrained choice [SB.2.9 steps 9 and 10.4, SB.2.9.1, SB.2.9.2].

use super::flow::Direction;
use crate::exception::Exception;
use crate::sequencer::Sequencer;
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

impl Sequencer {
    /// The lowest cluster with constrainChoice on the way from the current activity to the root.
    ///
    /// The printed pseudo-code counts the leaf that is left as well; ADL's cases do not.
    pub(crate) fn constrained_cluster(&self, current: ActivityId) -> Option<ActivityId> {
        self.tree.path_to_root(current).find(|on| {
            let control = &self.tree.definition(*on).constrained_choice;
            control.constrain_choice && !self.tree.is_leaf(*on)
        })
    }

    /// Step 10.4: below the lowest constrainChoice, choice reaches only the flow neighbours.
    pub(super) fn check_constrained_choice(
        &self,
        current: ActivityId,
        target: ActivityId,
        direction: Direction,
    ) -> Result<(), Exception> {
        let Some(constrained) = self.constrained_cluster(current) else {
            return Ok(());
        };
        // One that holds both constrains nothing between them.
        if self.tree.is_within(target, constrained) {
            return Ok(());
        }
        let neighbor = self.choice_flow(constrained, direction);
        if self.tree.is_within(target, neighbor) {
            Ok(())
        } else {
            Err(Exception::SB_2_9_8)
        }
    }

    /// Step 9: the menu keeps ancestors of the current activity out that the pseudo-code would let
    /// through: one with choiceExit=false, and one above a constrainChoice that flows out of its
    /// reach. What is not offered is not carried out either.
    pub(crate) fn check_choice_of_ancestor(
        &self,
        current: ActivityId,
        target: ActivityId,
    ) -> Result<(), Exception> {
        if target == current || !self.tree.is_within(current, target) {
            return Ok(());
        }
        if !self.tree.definition(target).control_mode.choice_exit {
            return Err(Exception::SB_2_9_7);
        }
        let constrained = self.constrained_cluster(current);
        let Some(constrained) = constrained.filter(|on| !self.tree.is_within(target, *on)) else {
            return Ok(());
        };
        let (before, after) = self.choice_flow_neighbors(constrained);
        let reached = self.flow_into(target).is_some_and(|found| {
            [before, constrained, after]
                .iter()
                .any(|within| self.tree.is_within(found, *within))
        });
        if reached {
            Ok(())
        } else {
            Err(Exception::SB_2_9_8)
        }
    }

    /// Choice Flow Subprocess [SB.2.9.1]: the neighbour in flow order, or the activity itself
    /// where there is none. No rule and no control mode counts, and it does not descend.
    fn choice_flow(&self, activity: ActivityId, direction: Direction) -> ActivityId {
        let neighbor = self
            .choice_flow_tree_traversal(activity, direction)
            .unwrap_or(activity);
        self.trace.step(
            Process::SB_2_9_1,
            "",
            activity,
            TraceOutcome::Found(neighbor),
        );
        neighbor
    }

    /// The neighbours of an activity before and behind it.
    pub(crate) fn choice_flow_neighbors(&self, activity: ActivityId) -> (ActivityId, ActivityId) {
        let before = self.choice_flow(activity, Direction::Backward);
        (before, self.choice_flow(activity, Direction::Forward))
    }

    /// Choice Flow Tree Traversal Subprocess [SB.2.9.2].
    fn choice_flow_tree_traversal(
        &self,
        activity: ActivityId,
        direction: Direction,
    ) -> Option<ActivityId> {
        let step = if direction == Direction::Forward {
            1
        } else {
            -1
        };
        self.tree
            .path_to_root(activity)
            .find_map(|on| self.sibling(on, step))
    }
}
