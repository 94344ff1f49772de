//! SCORM 2004 sequencing: activity tree, tracking, the processes of the SN book.
//!
//! [`ActivityTree`] is what the manifest says, [`Sequencer`] one learner's way through it. See
//! [`sequencer`] for how a session uses it. SCORM 1.2 courses run on the same tree: items in
//! order, free choice, [`prerequisites`].
#![warn(missing_docs, clippy::disallowed_methods)]

mod condition;
pub mod definition;
mod draws;
mod exception;
mod from_manifest;
mod globals;
mod launch;
mod menu;
mod objective;
pub mod prerequisites;
mod process;
mod request;
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
pub use launch::{Launch, LaunchObjective};
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
