//! Termination behavior (TB).

use crate::definition::PostConditionAction as PostAction;
use crate::exception::Exception;
use crate::request::{SequencingRequest as Sequencing, TerminationRequest as Termination};
use crate::sequencer::Sequencer;
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

impl Sequencer {
    /// Termination Request Process [TB.2.3]. The request that results, if any, replaces the
    /// pending sequencing request.
    pub(crate) fn termination_request(
        &mut self,
        request: Termination,
    ) -> Result<Option<Sequencing>, Exception> {
        let current = self.state.current;
        self.trace.step(
            Process::TB_2_3,
            "",
            current,
            TraceOutcome::Termination(request),
        );
        let result = self.terminate(request);
        let outcome = match result {
            Ok(Some(sequencing)) => TraceOutcome::Sequencing(sequencing),
            Ok(None) => TraceOutcome::Nothing,
            Err(exception) => TraceOutcome::Exception(exception),
        };
        self.trace
            .step(Process::TB_2_3, "", self.state.current, outcome);
        result
    }

    fn terminate(&mut self, request: Termination) -> Result<Option<Sequencing>, Exception> {
        // 1
        let current = self.state.current.ok_or(Exception::TB_2_3_1)?;
        // 2
        if matches!(request, Termination::Exit | Termination::Abandon) && !self.is_active(current) {
            return Err(Exception::TB_2_3_2);
        }
        match request {
            Termination::Exit => self.exit(current),
            Termination::ExitAll => Ok(Some(self.exit_all(false))),
            Termination::SuspendAll => self.suspend_all(current).map(Some),
            Termination::Abandon => {
                // 6
                self.forget_attempt(current);
                self.at_mut(current).active = false;
                Ok(None)
            }
            Termination::AbandonAll => {
                // 7
                self.forget_attempt(current);
                for activity in self.tree.path_from_root(current) {
                    self.at_mut(activity).active = false;
                }
                self.state.current = Some(ActivityId::ROOT);
                Ok(Some(Sequencing::Exit))
            }
            // Only postconditions ask for it, and `exit` deals with those.
            Termination::ExitParent => Err(Exception::TB_2_3_7),
        }
    }

    /// 3: ends the attempt on the current activity, then lets exit and postcondition rules act.
    fn exit(&mut self, current: ActivityId) -> Result<Option<Sequencing>, Exception> {
        // 3.1 to 3.2
        self.end_attempt(current);
        self.exit_action_rules(current);
        // 3.3
        loop {
            let current = self.state.current.ok_or(Exception::TB_2_3_1)?;
            let (termination, sequencing) = self.post_condition_rules(current);
            match termination {
                // 3.3.3
                Some(Termination::ExitAll) => {
                    return Ok(Some(self.exit_all(sequencing == Some(Sequencing::Retry))));
                }
                // 3.3.4: the parent's postcondition rules run as well.
                Some(Termination::ExitParent) => {
                    let parent = self.tree.parent(current).ok_or(Exception::TB_2_3_4)?;
                    self.state.current = Some(parent);
                    self.end_attempt(parent);
                }
                // 3.3.5: when the root is left, the course is over.
                _ if current == ActivityId::ROOT && sequencing != Some(Sequencing::Retry) => {
                    return Ok(Some(Sequencing::Exit));
                }
                _ => {
                    // A retry of the root begins a new attempt on the course.
                    if current == ActivityId::ROOT {
                        self.forget_course_attempt();
                    }
                    return Ok(sequencing);
                }
            }
        }
    }

    /// 4: ends the attempt on the course. With `retry` (from retryAll) a new one follows.
    fn exit_all(&mut self, retry: bool) -> Sequencing {
        // 4.1 to 4.4
        if let Some(current) = self.state.current
            && self.is_active(current)
            && current != ActivityId::ROOT
        {
            self.end_attempt(current);
        }
        self.terminate_descendent_attempts(ActivityId::ROOT);
        self.end_attempt(ActivityId::ROOT);
        self.state.current = Some(ActivityId::ROOT);
        if !retry {
            return Sequencing::Exit;
        }
        self.forget_course_attempt();
        Sequencing::Retry
    }

    /// 5: marks the way from the current activity to the root as suspended.
    fn suspend_all(&mut self, current: ActivityId) -> Result<Sequencing, Exception> {
        let mut suspended = current;
        if self.is_active(current) || self.is_suspended(current) {
            // 5.1
            self.at_mut(current).suspended = true;
            self.overall_rollup(current);
        } else {
            // 5.2
            suspended = self.tree.parent(current).ok_or(Exception::TB_2_3_3)?;
        }
        self.state.suspended = Some(suspended);
        // 5.3 to 5.5
        for activity in self.tree.path_from_root(suspended) {
            let state = self.at_mut(activity);
            state.active = false;
            state.suspended = true;
        }
        // 5.6
        self.state.current = Some(ActivityId::ROOT);
        Ok(Sequencing::Exit)
    }

    /// An abandoned attempt counts as never reported.
    fn forget_attempt(&mut self, activity: ActivityId) {
        let state = self.at_mut(activity);
        state.objectives.fill_with(Default::default);
        state.reported_success_unknown = false;
        state.reported_completion_unknown = false;
    }

    /// Sequencing Exit Action Rules Subprocess [TB.2.1].
    ///
    /// Top down along the ancestors; the leaf's own exit rules are never looked at.
    fn exit_action_rules(&mut self, current: ActivityId) {
        let Some(parent) = self.tree.parent(current) else {
            return;
        };
        // 1 to 2
        let path = self.tree.path_from_root(parent);
        let target = path
            .into_iter()
            .find(|activity| self.has_true_exit_rule(*activity));
        // 3 to 4
        let Some(target) = target else { return };
        self.trace
            .step(Process::TB_2_1, "4", target, TraceOutcome::Action("exit"));
        self.terminate_descendent_attempts(target);
        self.end_attempt(target);
        self.state.current = Some(target);
    }

    fn has_true_exit_rule(&self, activity: ActivityId) -> bool {
        self.tree
            .definition(activity)
            .exit_condition_rules
            .iter()
            .any(|conditions| {
                let holds = self.rule_holds(activity, conditions);
                self.trace.step(Process::UP_2, "exit", activity, holds);
                holds == Some(true)
            })
    }

    /// Sequencing Post Condition Rules Subprocess [TB.2.2].
    fn post_condition_rules(
        &self,
        activity: ActivityId,
    ) -> (Option<Termination>, Option<Sequencing>) {
        // 1
        if self.is_suspended(activity) {
            return (None, None);
        }
        // 2: the first true rule in document order.
        let rules = &self.tree.definition(activity).post_condition_rules;
        let rule = rules.iter().find(|rule| {
            let holds = self.rule_holds(activity, &rule.conditions);
            self.trace
                .step(Process::UP_2, rule.action.as_str(), activity, holds);
            holds == Some(true)
        });
        let Some(rule) = rule else {
            return (None, None);
        };
        let outcome = TraceOutcome::Action(rule.action.as_str());
        self.trace.step(Process::TB_2_2, "3", activity, outcome);
        match rule.action {
            PostAction::Retry => (None, Some(Sequencing::Retry)),
            PostAction::Continue => (None, Some(Sequencing::Continue)),
            PostAction::Previous => (None, Some(Sequencing::Previous)),
            PostAction::ExitParent => (Some(Termination::ExitParent), None),
            PostAction::ExitAll => (Some(Termination::ExitAll), None),
            PostAction::RetryAll => (Some(Termination::ExitAll), Some(Sequencing::Retry)),
        }
    }
}
