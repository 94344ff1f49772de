//! Navigation: the learner's requests, and what the sequencer makes of any request.

use std::borrow::Cow;

use scorm_runtime::Edition;
use scorm_sequencing::{Draws, Exception, NavigationRequest, Outcome};

use crate::effect::{Effect, NavigationOutcome, RequestedBy, TraceStep};
use crate::event::LearnerRequest;
use crate::session::{Pending, Phase, Session};

impl Session {
    /// The learner used a control. Content in the frame is taken away first, so that its unload
    /// handlers run, but only for a request that leads somewhere.
    pub(crate) fn navigation_requested(&mut self, requested: &LearnerRequest, random: u64) {
        let tree = &self.course.tree;
        let request = match requested {
            LearnerRequest::Continue => NavigationRequest::Continue,
            LearnerRequest::Previous => NavigationRequest::Previous,
            LearnerRequest::Choice { target } => NavigationRequest::choice(tree, target),
            LearnerRequest::Jump { target } => NavigationRequest::jump(tree, target),
            LearnerRequest::Exit => NavigationRequest::Exit,
            LearnerRequest::ExitAll => NavigationRequest::ExitAll,
            LearnerRequest::Abandon => NavigationRequest::Abandon,
            LearnerRequest::AbandonAll => NavigationRequest::AbandonAll,
            LearnerRequest::SuspendAll => NavigationRequest::SuspendAll,
        };
        let shown = self.shown(request);
        let edition = self.course.version.edition();
        if request.token() == "jump" && edition < Edition::Fourth {
            let by = RequestedBy::Learner;
            let edition = edition.as_str();
            let parts = [
                "the course is run as ",
                edition,
                " Edition; jump came with the 4th",
            ];
            let message = parts.concat();
            self.refused_because(shown, by, Exception::NB_2_1_13, message);
            return;
        }
        if self.phase != Phase::Open {
            self.refused(shown, RequestedBy::Learner, Exception::NB_2_1_2);
            return;
        }
        if let Err(exception) = self.look_ahead(request, random) {
            self.report_trace_of_refusal(request, random);
            self.refused(shown, RequestedBy::Learner, exception);
            return;
        }
        self.unload_then(Pending::Navigation(request), random);
    }

    /// Whether a request of the learner leads somewhere, judged by what the content has reported
    /// so far. Its unload handlers may still report more.
    fn look_ahead(&self, request: NavigationRequest, random: u64) -> Result<(), Exception> {
        match request {
            // Whoever wants to leave is not held back by what would come next.
            NavigationRequest::Exit
            | NavigationRequest::ExitAll
            | NavigationRequest::Abandon
            | NavigationRequest::AbandonAll => self.sequencer.validate(request),
            _ => match self.tracking_for(request) {
                Cow::Borrowed(sequencer) => sequencer.request_valid(request),
                Cow::Owned(mut trial) => {
                    trial.set_tracing(false);
                    trial.navigate(request, &mut Draws::new(random)).accepted()
                }
            },
        }
    }

    /// Overall Sequencing Process [OP.1] on a request; false if it was refused.
    pub(crate) fn navigate(
        &mut self,
        request: NavigationRequest,
        by: RequestedBy,
        random: u64,
    ) -> bool {
        let outcome = self.sequencer.navigate(request, &mut Draws::new(random));
        let steps = self.sequencer.take_trace();
        self.report_trace(steps);
        let request = self.shown(request);
        let told = match outcome {
            Outcome::Refused(exception) => {
                self.refused(request, by, exception);
                return false;
            }
            Outcome::Delivered(delivery) => NavigationOutcome::Delivered {
                activity: self.course.identifier(delivery.activity).to_owned(),
            },
            Outcome::NothingDelivered(exception) => NavigationOutcome::NoContent {
                exception: exception.map(|exception| exception.code().to_owned()),
            },
            Outcome::Ended { .. } if self.sequencer.suspended().is_some() => {
                NavigationOutcome::Suspended
            }
            Outcome::Ended { .. } => NavigationOutcome::Ended,
        };
        self.effects.push(Effect::Navigated {
            request,
            by,
            outcome: told,
        });
        if self.sequencer.course_attempt_ended() {
            self.forget_shared_data();
        }
        match outcome {
            Outcome::Delivered(delivery) => self.queue_delivery(delivery),
            Outcome::Ended { .. } => {
                self.ask_to_unload();
                // A suspended leaf keeps the attempt on the course, but only a suspended
                // activity can be resumed.
                let suspended = self.sequencer.suspended().is_some();
                self.phase = Phase::Ended { suspended };
                self.effects.push(Effect::SessionEnded { suspended });
            }
            Outcome::NothingDelivered(_) | Outcome::Refused(_) => self.ask_to_unload(),
        }
        true
    }

    fn refused(&mut self, request: String, by: RequestedBy, exception: Exception) {
        self.refused_because(request, by, exception, exception.meaning().to_owned());
    }

    fn refused_because(
        &mut self,
        request: String,
        by: RequestedBy,
        exception: Exception,
        message: String,
    ) {
        self.effects.push(Effect::NavigationRefused {
            request,
            by,
            exception: exception.code().to_owned(),
            message,
        });
    }

    /// The request as `adl.nav.request` writes it.
    pub(crate) fn shown(&self, request: NavigationRequest) -> String {
        match request.target() {
            Some(target) => format!("{{target={}}}{request}", self.course.identifier(target)),
            None => request.to_string(),
        }
    }

    /// How a request came to be refused. It changed nothing, so it is carried out on a copy.
    fn report_trace_of_refusal(&mut self, request: NavigationRequest, random: u64) {
        if !self.options.trace {
            return;
        }
        let mut trial = match self.sequencer.validate(request) {
            Ok(()) => self.tracking_if_ended(request),
            Err(_) => self.sequencer.clone(),
        };
        trial.set_tracing(true);
        trial.take_trace();
        trial.navigate(request, &mut Draws::new(random));
        self.report_trace(trial.take_trace());
    }

    fn report_trace(&mut self, steps: Vec<scorm_sequencing::TraceStep>) {
        if !self.options.trace {
            return;
        }
        let steps = steps.into_iter().map(|step| TraceStep {
            process: step.process.id().to_owned(),
            step: step.step.to_owned(),
            activity: step
                .activity
                .map(|id| self.course.identifier(id).to_owned()),
            outcome: step.outcome.display(&self.course.tree).to_string(),
        });
        let steps = steps.collect();
        self.effects.push(Effect::Traced { steps });
    }
}
