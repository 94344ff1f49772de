//! Overall Sequencing Process (OP).

use super::sequencing::Sequenced;
use crate::draws::Draws;
use crate::exception::Exception;
use crate::request::NavigationRequest;
use crate::sequencer::{Outcome, Sequencer};
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

impl Sequencer {
    /// Overall Sequencing Process [OP.1], for one navigation request.
    ///
    /// There is no rollback: when no activity is found, the attempt that was left has ended all
    /// the same. Whoever offers controls looks ahead first.
    pub fn navigate(&mut self, request: NavigationRequest, draws: &mut Draws) -> Outcome {
        self.course_attempt_ended = false;
        let outcome = self.overall_sequencing(request, draws);
        if !matches!(outcome, Outcome::Refused(_)) {
            // Clusters whose attempt has just ended get their children for the next one.
            self.prepare_children(draws);
        }
        outcome
    }

    fn overall_sequencing(&mut self, request: NavigationRequest, draws: &mut Draws) -> Outcome {
        self.trace
            .step(Process::OP_1, "", None, TraceOutcome::Navigation(request));
        // 1.1 to 1.2: a request that is not valid changes nothing.
        let navigation = match self.navigation_request(request) {
            Ok(navigation) => navigation,
            Err(exception) => return Outcome::Refused(exception),
        };
        self.prepare_children(draws);
        // 1.3: a request that results from termination replaces the pending one.
        let mut sequencing = navigation.sequencing;
        if let Some(termination) = navigation.termination {
            match self.termination_request(termination) {
                Ok(Some(replacement)) => sequencing = replacement,
                Ok(None) => {}
                Err(exception) => return self.nothing_delivered(Some(exception)),
            }
            self.prepare_children(draws);
        }
        // 1.4
        match self.sequencing_request(sequencing) {
            Sequenced::Deliver(activity) => self.deliver(activity),
            Sequenced::Nothing(exception) => self.nothing_delivered(exception),
            Sequenced::EndSession => self.end_session(),
            Sequenced::ChosenClusterIsEmpty {
                common_ancestor,
                target,
            } => {
                // SB.2.9 step 12: the way to the cluster counts as walked.
                self.terminate_descendent_attempts(common_ancestor);
                self.end_attempt(common_ancestor);
                self.state.current = Some(target);
                self.nothing_delivered(Some(Exception::SB_2_9_9))
            }
        }
    }

    /// 1.5 to 1.6: validates the delivery request and delivers.
    fn deliver(&mut self, activity: ActivityId) -> Outcome {
        if let Err(exception) = self.delivery_request(activity) {
            return self.nothing_delivered(Some(exception));
        }
        match self.content_delivery_environment(activity) {
            Ok(delivery) => Outcome::Delivered(delivery),
            Err(exception) => self.nothing_delivered(Some(exception)),
        }
    }

    fn nothing_delivered(&self, exception: Option<Exception>) -> Outcome {
        let outcome = exception.map_or(TraceOutcome::Nothing, TraceOutcome::Exception);
        self.trace.step(Process::OP_1, "1.7", None, outcome);
        Outcome::NothingDelivered(exception)
    }

    /// Closes the session: the root's attempt is over unless something below is suspended.
    fn end_session(&mut self) -> Outcome {
        // Flow that ran off the tree leaves the cluster path, root included, active.
        if self.is_active(ActivityId::ROOT) {
            self.terminate_descendent_attempts(ActivityId::ROOT);
            self.end_attempt(ActivityId::ROOT);
        }
        self.state.current = None;
        let suspended = self.is_suspended(ActivityId::ROOT);
        if !suspended {
            self.forget_course_attempt();
        }
        self.trace.step(
            Process::OP_1,
            "1.4",
            ActivityId::ROOT,
            TraceOutcome::EndSession,
        );
        Outcome::Ended { suspended }
    }

    /// The attempt on the course is over. Global objectives that belong to the course live as
    /// long as it, and so do other data of the same scope, which the session keeps.
    pub(super) fn forget_course_attempt(&mut self) {
        self.course_attempt_ended = true;
        if !self.tree.objectives_global_to_system {
            self.globals.clear();
        }
    }
}
