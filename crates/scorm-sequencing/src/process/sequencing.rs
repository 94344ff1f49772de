//! Sequencing requests [SB.2.5 to SB.2.8, SB.2.10 to SB.2.13].

use super::flow::{Direction, FlowStop};
use crate::exception::Exception;
use crate::request::SequencingRequest as Request;
use crate::sequencer::Sequencer;
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

/// What a sequencing request comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequenced {
    /// This activity is to be delivered.
    Deliver(ActivityId),
    /// Nothing to deliver; the session stays open.
    Nothing(Option<Exception>),
    /// The session is over.
    EndSession,
    /// SB.2.9-9: the chosen cluster has nothing to deliver, but the choice has moved there.
    ChosenClusterIsEmpty {
        common_ancestor: ActivityId,
        target: ActivityId,
    },
}

impl From<Result<ActivityId, FlowStop>> for Sequenced {
    fn from(found: Result<ActivityId, FlowStop>) -> Self {
        match found {
            Ok(activity) => Self::Deliver(activity),
            Err(FlowStop::EndSession) => Self::EndSession,
            Err(FlowStop::Exception(exception)) => Self::Nothing(Some(exception)),
        }
    }
}

impl Sequencer {
    /// Sequencing Request Process [SB.2.12].
    pub(crate) fn sequencing_request(&self, request: Request) -> Sequenced {
        let (process, sequenced) = match request {
            Request::Start => (Process::SB_2_5, self.start_request()),
            Request::ResumeAll => (Process::SB_2_6, self.resume_all_request()),
            Request::Continue => (Process::SB_2_7, self.continue_request()),
            Request::Previous => (Process::SB_2_8, self.previous_request()),
            Request::Choice(target) => (Process::SB_2_9, self.choice_request(target)),
            Request::Retry => (Process::SB_2_10, self.retry_request()),
            Request::Exit => (Process::SB_2_11, self.exit_request()),
            Request::Jump(target) => (Process::SB_2_13, self.jump_request(target)),
        };
        let outcome = match sequenced {
            Sequenced::Deliver(activity) => TraceOutcome::Found(activity),
            Sequenced::Nothing(None) => TraceOutcome::Nothing,
            Sequenced::Nothing(Some(exception)) => TraceOutcome::Exception(exception),
            Sequenced::EndSession => TraceOutcome::EndSession,
            Sequenced::ChosenClusterIsEmpty { .. } => TraceOutcome::Exception(Exception::SB_2_9_9),
        };
        self.trace.step(process, "", self.state.current, outcome);
        sequenced
    }

    /// Start Sequencing Request Process [SB.2.5].
    fn start_request(&self) -> Sequenced {
        // 1
        if self.state.current.is_some() {
            return Sequenced::Nothing(Some(Exception::SB_2_5_1));
        }
        // 2
        if self.tree.is_leaf(ActivityId::ROOT) {
            return Sequenced::Deliver(ActivityId::ROOT);
        }
        // 3
        self.flow(ActivityId::ROOT, Direction::Forward, true).into()
    }

    /// Resume All Sequencing Request Process [SB.2.6].
    fn resume_all_request(&self) -> Sequenced {
        // 1
        if self.state.current.is_some() {
            return Sequenced::Nothing(Some(Exception::SB_2_6_1));
        }
        match self.state.suspended {
            // 2
            None => Sequenced::Nothing(Some(Exception::SB_2_6_2)),
            Some(suspended) if self.tree.is_leaf(suspended) => Sequenced::Deliver(suspended),
            // suspendAll came while nothing was active: the learner chooses how to go on.
            Some(_) => Sequenced::Nothing(None),
        }
    }

    /// Continue Sequencing Request Process [SB.2.7].
    pub(crate) fn continue_request(&self) -> Sequenced {
        let on = self.flow_origin(Exception::SB_2_7_1, Exception::SB_2_7_2);
        match on {
            Ok(current) => self.flow(current, Direction::Forward, false).into(),
            Err(exception) => Sequenced::Nothing(Some(exception)),
        }
    }

    /// Previous Sequencing Request Process [SB.2.8].
    pub(crate) fn previous_request(&self) -> Sequenced {
        let on = self.flow_origin(Exception::SB_2_8_1, Exception::SB_2_8_2);
        match on {
            Ok(current) => self.flow(current, Direction::Backward, false).into(),
            Err(exception) => Sequenced::Nothing(Some(exception)),
        }
    }

    /// Steps 1 and 2 of SB.2.7 and SB.2.8.
    fn flow_origin(
        &self,
        no_session: Exception,
        flow_off: Exception,
    ) -> Result<ActivityId, Exception> {
        let current = self.state.current.ok_or(no_session)?;
        let parent = self.tree.parent(current);
        if parent.is_some_and(|parent| !self.tree.definition(parent).control_mode.flow) {
            return Err(flow_off);
        }
        Ok(current)
    }

    /// Retry Sequencing Request Process [SB.2.10].
    fn retry_request(&self) -> Sequenced {
        // 1
        let Some(current) = self.state.current else {
            return Sequenced::Nothing(Some(Exception::SB_2_10_1));
        };
        // 2
        if self.is_active(current) || self.is_suspended(current) {
            return Sequenced::Nothing(Some(Exception::SB_2_10_2));
        }
        // 4
        if self.tree.is_leaf(current) {
            return Sequenced::Deliver(current);
        }
        // 3
        match self.flow(current, Direction::Forward, true) {
            Ok(found) => Sequenced::Deliver(found),
            Err(_) => Sequenced::Nothing(Some(Exception::SB_2_10_3)),
        }
    }

    /// Exit Sequencing Request Process [SB.2.11].
    fn exit_request(&self) -> Sequenced {
        match self.state.current {
            // 1
            None => Sequenced::Nothing(Some(Exception::SB_2_11_1)),
            // 2
            Some(current) if self.is_active(current) => {
                Sequenced::Nothing(Some(Exception::SB_2_11_2))
            }
            // 3
            Some(ActivityId::ROOT) => Sequenced::EndSession,
            // 4
            Some(_) => Sequenced::Nothing(None),
        }
    }

    /// Jump Sequencing Request Process [SB.2.13]. No control mode and no rule of the path is
    /// looked at; DB.1.1 still refuses what is disabled.
    fn jump_request(&self, target: ActivityId) -> Sequenced {
        match self.state.current {
            None => Sequenced::Nothing(Some(Exception::SB_2_13_1)),
            Some(_) => Sequenced::Deliver(target),
        }
    }
}
