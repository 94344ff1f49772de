//! One learner's way through one course.
//!
//! # How a session uses it
//!
//! 1. [`Sequencer::validate`] says whether a request can be taken up at all. Nothing changes.
//! 2. If content is running, it is taken away; then [`Sequencer::transfer_in`] brings what it
//!    reported into the tracking model, and [`Sequencer::set_suspended`] says whether its attempt
//!    is kept. Both are left out when the request
//!    [discards the run-time data](NavigationRequest::discards_run_time_data).
//!    [`LaunchEnd`](crate::LaunchEnd) decides which request counts.
//! 3. [`Sequencer::navigate`] runs the Overall Sequencing Process and gives the [`Outcome`].
//! 4. After a delivery, [`Sequencer::initial_data`] has what the run-time data begin with.

use std::sync::Arc;

use crate::exception::Exception;
use crate::globals::{GlobalObjectives, Globals};
use crate::request::NavigationRequest;
use crate::state::{ActivityState, State};
use crate::trace::{Trace, TraceStep};
use crate::tree::{ActivityId, ActivityTree};

/// The activity tree with its state, its global objectives and the trace.
#[derive(Clone, Debug)]
pub struct Sequencer {
    pub(crate) tree: Arc<ActivityTree>,
    pub(crate) state: State,
    pub(crate) globals: Globals,
    pub(crate) trace: Trace,
    /// The last request ended the attempt on the course.
    pub(crate) course_attempt_ended: bool,
}

/// What came of a navigation request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The request is not valid now; nothing changed.
    Refused(Exception),
    /// An activity is delivered.
    Delivered(Delivery),
    /// The session is open without content: nothing was asked for, or nothing could be found.
    NothingDelivered(Option<Exception>),
    /// The sequencing session is over.
    Ended {
        /// The attempt on the course is not over: something in it is suspended. Only a Suspended
        /// Activity ([`Sequencer::suspended`], left by suspendAll) can be resumed by resumeAll;
        /// otherwise the next start goes on with the attempt.
        suspended: bool,
    },
}

/// An activity that is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The leaf.
    pub activity: ActivityId,
    /// Its suspended attempt goes on.
    pub resumed: bool,
}

/// State and global objectives as plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Tracking and activity state.
    pub state: State,
    /// Global objectives by name.
    pub globals: GlobalObjectives,
}

/// A snapshot was made of another tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotDoesNotFit;

impl Sequencer {
    /// A course that has not been attempted.
    pub fn new(tree: Arc<ActivityTree>) -> Self {
        let state = State::new(&tree);
        let globals = Globals::new(&tree);
        Self {
            tree,
            state,
            globals,
            trace: Trace::default(),
            course_attempt_ended: false,
        }
    }

    /// The activity tree.
    pub fn tree(&self) -> &ActivityTree {
        &self.tree
    }

    /// Tracking and activity state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// State of one activity.
    pub fn activity_state(&self, activity: ActivityId) -> &ActivityState {
        &self.state.activities[activity.index()]
    }

    /// Current Activity; defined exactly while the sequencing session has begun.
    pub fn current(&self) -> Option<ActivityId> {
        self.state.current
    }

    /// Suspended Activity: a launch must begin with resumeAll, or give it up by a choice.
    pub fn suspended(&self) -> Option<ActivityId> {
        self.state.suspended
    }

    /// Whether the last request ended the attempt on the course: the session is over and nothing
    /// is suspended, or the root is retried. What belongs to that attempt must go.
    pub fn course_attempt_ended(&self) -> bool {
        self.course_attempt_ended
    }

    /// The whole mutable state.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            state: self.state.clone(),
            globals: self.globals.export(&self.tree),
        }
    }

    /// Takes over a state that was saved before.
    pub fn restore(&mut self, snapshot: Snapshot) -> Result<(), SnapshotDoesNotFit> {
        if !snapshot.state.fits(&self.tree) {
            return Err(SnapshotDoesNotFit);
        }
        self.state = snapshot.state;
        self.globals = Globals::new(&self.tree);
        self.globals.import(&self.tree, &snapshot.globals);
        Ok(())
    }

    /// Takes over what other courses left in the learner's global objectives.
    ///
    /// For courses whose objectives are global to the system, before each launch.
    pub fn import_globals(&mut self, learner: &GlobalObjectives) {
        self.globals.import(&self.tree, learner);
    }

    /// The course's global objectives by name.
    pub fn export_globals(&self) -> GlobalObjectives {
        self.globals.export(&self.tree)
    }

    /// Switches the step trace on or off.
    pub fn set_tracing(&mut self, on: bool) {
        self.trace.switch(on);
    }

    /// Takes the steps traced so far.
    pub fn take_trace(&mut self) -> Vec<TraceStep> {
        self.trace.take()
    }

    /// Whether OP.1 would take the request up; nothing changes.
    ///
    /// A request that is taken up may still deliver nothing: see [`Sequencer::request_valid`].
    pub fn validate(&self, request: NavigationRequest) -> Result<(), Exception> {
        self.looking_ahead(|sequencer| sequencer.navigation_request(request).map(|_| ()))
    }

    /// What [`Sequencer::navigate`] would come to with this seed, tried on a copy.
    pub fn predict(&self, request: NavigationRequest, seed: u64) -> Outcome {
        let mut copy = self.clone();
        copy.trace = Trace::default();
        copy.navigate(request, &mut crate::draws::Draws::new(seed))
    }

    /// Runs something that only looks, and keeps its steps out of the trace.
    pub(crate) fn looking_ahead<T>(&self, look: impl FnOnce(&Self) -> T) -> T {
        let steps = self.trace.len();
        let found = look(self);
        self.trace.truncate(steps);
        found
    }

    pub(crate) fn at_mut(&mut self, activity: ActivityId) -> &mut ActivityState {
        &mut self.state.activities[activity.index()]
    }

    pub(crate) fn is_active(&self, activity: ActivityId) -> bool {
        self.activity_state(activity).active
    }

    pub(crate) fn is_suspended(&self, activity: ActivityId) -> bool {
        self.activity_state(activity).suspended
    }

    pub(crate) fn is_tracked(&self, activity: ActivityId) -> bool {
        self.tree.definition(activity).delivery_controls.tracked
    }

    /// Available Children in their present order.
    pub fn available_children(&self, cluster: ActivityId) -> &[ActivityId] {
        let selected = self.activity_state(cluster).available_children.as_deref();
        selected.unwrap_or(&self.tree.activity(cluster).children)
    }

    /// Place among the available children of the parent; nothing for the root and for what
    /// selection left out.
    pub(crate) fn available_position(&self, activity: ActivityId) -> Option<usize> {
        let parent = self.tree.parent(activity)?;
        match &self.activity_state(parent).available_children {
            None => Some(self.tree.activity(activity).position as usize),
            Some(selected) => selected.iter().position(|child| *child == activity),
        }
    }

    /// Is the activity itself an available child (or the root)?
    pub(crate) fn is_available_child(&self, activity: ActivityId) -> bool {
        self.tree.parent(activity).is_none() || self.available_position(activity).is_some()
    }

    /// The available sibling `step` places away.
    pub(crate) fn sibling(&self, activity: ActivityId, step: isize) -> Option<ActivityId> {
        let parent = self.tree.parent(activity)?;
        let place = self
            .available_position(activity)?
            .checked_add_signed(step)?;
        self.available_children(parent).get(place).copied()
    }
}
