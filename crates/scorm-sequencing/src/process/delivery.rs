//! Delivery behavior (DB).

use crate::exception::Exception;
use crate::sequencer::{Delivery, Sequencer};
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

impl Sequencer {
    /// Delivery Request Process [DB.1.1]: may the activity be delivered?
    pub(crate) fn delivery_request(&self, activity: ActivityId) -> Result<(), Exception> {
        let result = if !self.tree.is_leaf(activity) {
            // 1
            Err(Exception::DB_1_1_1)
        } else if self
            .tree
            .path_from_root(activity)
            .into_iter()
            .any(|on| self.check_activity(on))
        {
            // 2 to 4
            Err(Exception::DB_1_1_3)
        } else {
            Ok(())
        };
        let outcome = result
            .err()
            .map_or(TraceOutcome::True, TraceOutcome::Exception);
        self.trace.step(Process::DB_1_1, "", activity, outcome);
        result
    }

    /// Content Delivery Environment Process [DB.2].
    pub(super) fn content_delivery_environment(
        &mut self,
        activity: ActivityId,
    ) -> Result<Delivery, Exception> {
        // 1
        if self
            .state
            .current
            .is_some_and(|current| self.is_active(current))
        {
            return Err(Exception::DB_2_1);
        }
        // 2
        self.clear_suspended_activity(activity);
        // 3
        self.terminate_descendent_attempts(activity);
        // 4 to 5
        let resumed = self.is_suspended(activity);
        for step in self.tree.path_from_root(activity) {
            if !self.is_active(step) {
                self.begin_or_resume_attempt(step);
            }
        }
        // 6
        self.state.current = Some(activity);
        self.state.suspended = None;
        self.trace
            .step(Process::DB_2, "", activity, TraceOutcome::Delivered);
        Ok(Delivery { activity, resumed })
    }

    /// DB.2 step 5.1: a suspended attempt goes on, else a new one begins.
    fn begin_or_resume_attempt(&mut self, activity: ActivityId) {
        let tracked = self.is_tracked(activity);
        let resumed = std::mem::take(&mut self.at_mut(activity).suspended);
        if tracked && !resumed {
            self.state.attempts_begun += 1;
            let now = self.state.attempts_begun;
            let state = self.at_mut(activity);
            state.attempt_count += 1;
            state.attempt_began = now;
            state.objective_recorded = now;
            state.progress_recorded = now;
            state.objectives.fill_with(Default::default);
            state.reported_success_unknown = false;
            state.reported_completion_unknown = false;
            let outcome = TraceOutcome::Action("new attempt");
            self.trace.step(Process::DB_2, "5.1.1.2", activity, outcome);
        }
        self.at_mut(activity).active = true;
    }

    /// Clear Suspended Activity Subprocess [DB.2.1]: another activity is delivered, so the
    /// suspended one loses its attempt.
    fn clear_suspended_activity(&mut self, activity: ActivityId) {
        let Some(suspended) = self.state.suspended else {
            return;
        };
        if suspended == activity {
            return;
        }
        let common_ancestor = self.tree.common_ancestor(suspended, activity);
        let path: Vec<ActivityId> = self.tree.path_below(suspended, common_ancestor).collect();
        for step in path.into_iter().chain([common_ancestor]) {
            let children = self.available_children(step);
            let keeps = children.iter().any(|child| self.is_suspended(*child));
            self.at_mut(step).suspended = keeps;
        }
        self.state.suspended = None;
        self.trace.step(
            Process::DB_2_1,
            "",
            suspended,
            TraceOutcome::Action("cleared"),
        );
    }
}
