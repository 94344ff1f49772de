//! Where a request finds the tree once the current activity has been left.

use std::borrow::Cow;

use crate::exception::Exception;
use crate::process::Sequenced;
use crate::request::{NavigationRequest, SequencingRequest, TerminationRequest};
use crate::sequencer::Sequencer;
use crate::trace::Trace;

/// The tree after the exit that every continue, previous, choice and jump begins with.
///
/// It is the same for all of them, so that whoever asks for many requests pays for one exit.
pub(crate) struct Departure<'a> {
    /// The state before, in which navigation requests are judged [NB.2.1].
    before: &'a Sequencer,
    /// The state in which sequencing requests are judged [SB.2.12].
    pub(crate) after: Cow<'a, Sequencer>,
    /// What comes of the exit itself, where the request that led to it no longer counts: a
    /// postcondition has put another one in its place, or termination failed.
    pub(crate) settled: Option<Result<(), Exception>>,
}

impl<'a> Departure<'a> {
    /// Leaves the current activity of a copy, if there is one to leave.
    pub(crate) fn new(before: &'a Sequencer) -> Self {
        let current = before.state.current;
        let leaves = current.is_some_and(|current| before.is_active(current));
        // Where tracking decides nothing, neither does the end of an attempt.
        if !leaves || !before.tree.depends_on_tracking() {
            return Self {
                before,
                after: Cow::Borrowed(before),
                settled: None,
            };
        }
        let mut after = before.clone();
        after.trace = Trace::default();
        let settled = match after.termination_request(TerminationRequest::Exit) {
            Ok(None) => None,
            Ok(Some(replacement)) => Some(after.would_deliver(replacement)),
            Err(exception) => Some(Err(exception)),
        };
        Self {
            before,
            after: Cow::Owned(after),
            settled,
        }
    }

    /// Whether a request that leaves the current activity would be carried out.
    pub(crate) fn try_request(&self, request: NavigationRequest) -> Result<(), Exception> {
        let sequencing = self.before.navigation_request(request)?.sequencing;
        self.settled
            .unwrap_or_else(|| self.after.would_deliver(sequencing))
    }
}

impl Sequencer {
    /// Whether a sequencing request leads to an activity that may be delivered, or ends the
    /// session.
    fn would_deliver(&self, request: SequencingRequest) -> Result<(), Exception> {
        match self.sequencing_request(request) {
            Sequenced::Deliver(activity) => self.delivery_request(activity),
            Sequenced::Nothing(Some(exception)) => Err(exception),
            Sequenced::ChosenClusterIsEmpty { .. } => Err(Exception::SB_2_9_9),
            Sequenced::Nothing(None) | Sequenced::EndSession => Ok(()),
        }
    }
}
