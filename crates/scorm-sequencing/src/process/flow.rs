//! Flow [SB.2.1 to SB.2.3].

use crate::definition::PreConditionAction;
use crate::exception::Exception;
use crate::sequencer::Sequencer;
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

/// Which way through the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

/// Why flow found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlowStop {
    /// It ran off the end of the tree: the session ends.
    EndSession,
    /// Something is in its way.
    Exception(Exception),
}

impl FlowStop {
    fn outcome(self) -> TraceOutcome {
        match self {
            Self::EndSession => TraceOutcome::EndSession,
            Self::Exception(exception) => TraceOutcome::Exception(exception),
        }
    }
}

/// Where flow goes on, and in which direction.
type FlowStep = Result<(ActivityId, Direction), FlowStop>;

impl Sequencer {
    /// Flow Tree Traversal Subprocess [SB.2.1].
    fn flow_tree_traversal(
        &self,
        activity: ActivityId,
        direction: Direction,
        consider_children: bool,
        previous: Option<Direction>,
    ) -> FlowStep {
        let mut from = activity;
        let mut direction = direction;
        let mut reversed = false;
        // 2: undoes the turn of step 4.3.1.2 when a forwardOnly cluster that was entered from
        // behind is exhausted.
        if previous == Some(Direction::Backward)
            && let Some(parent) = self.tree.parent(activity)
            && self.available_children(parent).last() == Some(&activity)
        {
            direction = Direction::Backward;
            from = self.available_children(parent)[0];
            reversed = true;
        }
        let found = match direction {
            Direction::Forward => self.forward_from(from, consider_children),
            Direction::Backward => self.backward_from(from, consider_children, reversed),
        };
        let outcome = match found {
            Ok((found, _)) => TraceOutcome::Found(found),
            Err(stop) => stop.outcome(),
        };
        self.trace.step(Process::SB_2_1, "", activity, outcome);
        found
    }

    /// SB.2.1 step 3.
    fn forward_from(&self, activity: ActivityId, consider_children: bool) -> FlowStep {
        if consider_children && !self.tree.is_leaf(activity) {
            // 3.3
            let first = self.available_children(activity).first();
            let first = first.ok_or(FlowStop::Exception(Exception::SB_2_1_2))?;
            return Ok((*first, Direction::Forward));
        }
        // 3.1 to 3.2: the next sibling of the nearest ancestor that has one; above the last
        // activity of the tree there is none.
        self.tree
            .path_to_root(activity)
            .find_map(|on| self.sibling(on, 1))
            .map(|next| (next, Direction::Forward))
            .ok_or(FlowStop::EndSession)
    }

    /// SB.2.1 step 4.
    fn backward_from(
        &self,
        activity: ActivityId,
        consider_children: bool,
        reversed: bool,
    ) -> FlowStep {
        if activity != ActivityId::ROOT && consider_children && !self.tree.is_leaf(activity) {
            // 4.3: a forwardOnly cluster is entered at its first child even from behind.
            let forward_only = self.tree.definition(activity).control_mode.forward_only;
            let children = self.available_children(activity);
            let (child, direction) = if forward_only {
                (children.first(), Direction::Forward)
            } else {
                (children.last(), Direction::Backward)
            };
            let child = child.ok_or(FlowStop::Exception(Exception::SB_2_1_2))?;
            return Ok((*child, direction));
        }
        let mut reversed = reversed;
        for on in self.tree.path_to_root(activity) {
            // 4.1
            let parent = self
                .tree
                .parent(on)
                .ok_or(FlowStop::Exception(Exception::SB_2_1_3))?;
            // 4.2.1
            if !reversed && self.tree.definition(parent).control_mode.forward_only {
                return Err(FlowStop::Exception(Exception::SB_2_1_4));
            }
            reversed = false;
            // 4.2.2 to 4.2.3
            if let Some(before) = self.sibling(on, -1) {
                return Ok((before, Direction::Backward));
            }
        }
        Err(FlowStop::Exception(Exception::SB_2_1_3))
    }

    /// Flow Activity Traversal Subprocess [SB.2.2]: the leaf to deliver, from here on.
    fn flow_activity_traversal(
        &self,
        activity: ActivityId,
        direction: Direction,
    ) -> Result<ActivityId, FlowStop> {
        let (mut activity, mut direction) = (activity, direction);
        let mut previous: Option<Direction> = None;
        let stop = |activity, exception| {
            let outcome = TraceOutcome::Exception(exception);
            self.trace.step(Process::SB_2_2, "", activity, outcome);
            Err(FlowStop::Exception(exception))
        };
        loop {
            // 1
            let parent = self.tree.parent(activity);
            if parent.is_some_and(|parent| !self.tree.definition(parent).control_mode.flow) {
                return stop(activity, Exception::SB_2_2_1);
            }
            // 2 to 3
            if self.is_passed_over(activity) {
                self.trace
                    .step(Process::SB_2_2, "3", activity, TraceOutcome::Action("skip"));
                let (found, onward) =
                    self.flow_tree_traversal(activity, direction, false, previous)?;
                if previous == Some(Direction::Backward) && onward == Direction::Backward {
                    previous = None;
                }
                (activity, direction) = (found, onward);
                continue;
            }
            // 4 to 5: a disabled activity stops the flow; it is not skipped.
            if self.check_activity(activity) {
                return stop(activity, Exception::SB_2_2_2);
            }
            // 7
            if self.tree.is_leaf(activity) {
                self.trace
                    .step(Process::SB_2_2, "7", activity, TraceOutcome::True);
                return Ok(activity);
            }
            // 6
            let (found, onward) = self.flow_tree_traversal(activity, direction, true, None)?;
            let turned = direction == Direction::Backward && onward == Direction::Forward;
            previous = turned.then_some(Direction::Backward);
            (activity, direction) = (found, onward);
        }
    }

    /// A true skip rule; in SCORM 1.2, prerequisites that are not met.
    fn is_passed_over(&self, activity: ActivityId) -> bool {
        self.pre_condition(activity, PreConditionAction::Skip) || !self.prerequisites_met(activity)
    }

    /// Flow Subprocess [SB.2.3].
    pub(crate) fn flow(
        &self,
        activity: ActivityId,
        direction: Direction,
        consider_children: bool,
    ) -> Result<ActivityId, FlowStop> {
        let found = self
            .flow_tree_traversal(activity, direction, consider_children, None)
            .and_then(|(found, onward)| self.flow_activity_traversal(found, onward));
        let outcome = match found {
            Ok(found) => TraceOutcome::Found(found),
            Err(stop) => stop.outcome(),
        };
        self.trace.step(Process::SB_2_3, "", activity, outcome);
        found
    }
}
