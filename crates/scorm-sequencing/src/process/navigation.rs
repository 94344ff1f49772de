//! Navigation behavior (NB).

use crate::exception::Exception;
use crate::request::{
    NavigationRequest as Request, SequencingRequest as Sequencing,
    TerminationRequest as Termination, UndefinedRequest,
};
use crate::sequencer::Sequencer;
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

/// What a valid navigation request asks of termination and sequencing.
pub(crate) struct Navigation {
    pub(crate) termination: Option<Termination>,
    pub(crate) sequencing: Sequencing,
}

impl Sequencer {
    /// Navigation Request Process [NB.2.1].
    pub(crate) fn navigation_request(&self, request: Request) -> Result<Navigation, Exception> {
        let result = self.classify(request);
        let step = |outcome| {
            self.trace
                .step(Process::NB_2_1, "", self.state.current, outcome);
        };
        match &result {
            Ok(navigation) => {
                if let Some(termination) = navigation.termination {
                    step(TraceOutcome::Termination(termination));
                }
                step(TraceOutcome::Sequencing(navigation.sequencing));
            }
            Err(exception) => step(TraceOutcome::Exception(*exception)),
        }
        result
    }

    fn classify(&self, request: Request) -> Result<Navigation, Exception> {
        let valid = |termination, sequencing| {
            Ok(Navigation {
                termination,
                sequencing,
            })
        };
        let current = self.state.current;
        let needs_session = || current.ok_or(Exception::NB_2_1_2);
        let active = current.is_some_and(|current| self.is_active(current));
        let exit_if_active = active.then_some(Termination::Exit);
        match request {
            Request::Start | Request::ResumeAll if current.is_some() => Err(Exception::NB_2_1_1),
            Request::Start => valid(None, Sequencing::Start),
            Request::ResumeAll if self.state.suspended.is_none() => Err(Exception::NB_2_1_3),
            Request::ResumeAll => valid(None, Sequencing::ResumeAll),
            Request::Continue => {
                let parent = self
                    .tree
                    .parent(needs_session()?)
                    .ok_or(Exception::NB_2_1_4)?;
                if !self.tree.definition(parent).control_mode.flow {
                    return Err(Exception::NB_2_1_4);
                }
                valid(exit_if_active, Sequencing::Continue)
            }
            Request::Previous => {
                let parent = self
                    .tree
                    .parent(needs_session()?)
                    .ok_or(Exception::NB_2_1_6)?;
                let control = &self.tree.definition(parent).control_mode;
                if !control.flow || control.forward_only {
                    return Err(Exception::NB_2_1_5);
                }
                valid(exit_if_active, Sequencing::Previous)
            }
            Request::Forward | Request::Backward => Err(Exception::NB_2_1_7),
            Request::Choice(target) => {
                self.check_target(target)?;
                self.check_choice(target)?;
                valid(exit_if_active, Sequencing::Choice(target))
            }
            Request::Jump(target) => {
                needs_session()?;
                self.check_target(target)?;
                valid(exit_if_active, Sequencing::Jump(target))
            }
            Request::Exit | Request::Abandon => {
                needs_session()?;
                if !active {
                    return Err(Exception::NB_2_1_12);
                }
                let abandon = request == Request::Abandon;
                let termination = if abandon {
                    Termination::Abandon
                } else {
                    Termination::Exit
                };
                valid(Some(termination), Sequencing::Exit)
            }
            Request::ExitAll => {
                needs_session()?;
                valid(Some(Termination::ExitAll), Sequencing::Exit)
            }
            Request::AbandonAll => {
                needs_session()?;
                valid(Some(Termination::AbandonAll), Sequencing::Exit)
            }
            Request::SuspendAll => {
                needs_session()?;
                valid(Some(Termination::SuspendAll), Sequencing::Exit)
            }
            Request::Undefined(UndefinedRequest::Vocabulary) => Err(Exception::NB_2_1_13),
            Request::Undefined(_) => Err(Exception::NB_2_1_11),
        }
    }

    /// What selection left out does not exist for choice and jump.
    fn check_target(&self, target: ActivityId) -> Result<(), Exception> {
        let mut path = self.tree.path_to_root(target);
        if path.all(|on| self.is_available_child(on)) {
            Ok(())
        } else {
            Err(Exception::NB_2_1_11)
        }
    }

    /// The part of NB.2.1 for choice.
    fn check_choice(&self, target: ActivityId) -> Result<(), Exception> {
        if let Some(parent) = self.tree.parent(target)
            && !self.tree.definition(parent).control_mode.choice
        {
            return Err(Exception::NB_2_1_10);
        }
        let Some(current) = self.state.current else {
            return Ok(());
        };
        let holds = |activity: ActivityId| {
            self.is_active(activity) && !self.tree.definition(activity).control_mode.choice_exit
        };
        // choiceExit=false on the current activity itself binds every choice.
        if holds(current) {
            return Err(Exception::NB_2_1_8);
        }
        if self.tree.parent(target) == self.tree.parent(current) {
            return Ok(());
        }
        let common_ancestor = self.tree.common_ancestor(current, target);
        if self.tree.path_below(current, common_ancestor).any(holds) {
            return Err(Exception::NB_2_1_8);
        }
        Ok(())
    }
}
