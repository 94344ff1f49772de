//! SCORM 2004 sequencing: activity tree, tracking, the processes of the SN book.
//!
//! [`ActivityTree`] is what the manifest says, [`Sequencer`] one learner's way through it. See
//! [`sequencer`] for how a session uses it. SCORM 1.2 courses run on the same tree: items in
//! order, free choice, [`prerequisites`].
//!
//! # Where the sources leave a choice
//!
//! ADL's test cases decide first, then the pseudo-code, then ADL's sample implementation.
//!
//! - `selectionTiming="onEachNewAttempt"` is undefined in the pseudo-code and selects nothing.
//! - A read map hides the local satisfied status and measure even while the global objective is
//!   unknown; of completion status and progress measure an unknown global shows the local value.
//! - `useCurrentAttempt…Info` counts in rollup conditions, not in sums of measures and not in
//!   sequencing rules.
//! - Where satisfiedByMeasure or completedByMeasure is set, status follows from the measure when
//!   it is read; reports and the automatic status at the end of an attempt do not count.
//! - A `continue` that finds nothing leaves the session open; only running off the end closes it.
//! - Global objectives of a course (`objectivesGlobalToSystem="false"`) are cleared when the
//!   attempt on the course ends, and by retryAll.
//! - The menu refuses two kinds of ancestors of the current activity that SB.2.9 would accept:
//!   with choiceExit=false, and above a constrainChoice if they flow out of its reach.
//! - Ending several attempts at once (UP.3) rolls up once, from the deepest of them.
//! - SCORM 1.2: flow passes over items whose prerequisites are not met; choice refuses them.
#![warn(missing_docs, clippy::disallowed_methods)]

mod barrier;
mod choice_reach;
mod condition;
pub mod definition;
mod departure;
mod draws;
mod exception;
mod from_manifest;
mod globals;
mod initial_data;
mod menu;
mod objective;
pub mod prerequisites;
mod process;
mod request;
mod rule_words;
mod scorm12;
pub mod sequencer;
pub mod state;
mod trace;
mod transfer;
mod tree;
mod validity;

pub use draws::Draws;
pub use exception::Exception;
pub use from_manifest::TreeProblem;
pub use globals::GlobalObjectives;
pub use initial_data::{InitialData, InitialObjective};
pub use menu::{Menu, MenuEntry};
pub use prerequisites::LessonStatus;
pub use request::{
    ExitValue, LaunchEnd, NavigationRequest, SequencingRequest, TerminationRequest,
    UndefinedRequest,
};
pub use sequencer::{Delivery, Outcome, Sequencer, Snapshot, SnapshotDoesNotFit};
pub use state::{ActivityState, ObjectiveProgress, State};
pub use trace::{Process, Trace, TraceOutcome, TraceStep};
pub use transfer::{ObjectiveReport, Report, TrackingReport};
pub use tree::{Activity, ActivityId, ActivityParts, ActivityTree, GlobalId};
pub use validity::{Control, NavigationValidity};
