//! One learner's course: events in, effects out; transfer between run-time data and tracking.
//!
//! A [`Session`] is a [`Course`] taken by a [`Learner`]. [`Session::apply`] takes an [`Event`] and
//! gives [`Effect`]s; the state is a function of the events, so a journal of them can be replayed.
#![warn(missing_docs, clippy::disallowed_methods)]

mod api_call;
mod course;
mod course_fault;
mod data_model;
mod delivering;
pub mod effect;
mod ending;
pub mod event;
pub mod history;
mod inquiry;
mod learner;
mod navigate;
mod navigation;
mod opening;
mod options;
mod overview;
pub mod rehearsal;
mod runtime_record;
mod session;
mod snapshot;
mod told;
mod transfer;
mod tree_record;

pub use api_call::ApiCall;
pub use course::{Content, Course};
pub use course_fault::{CourseFault, ReopenFault};
pub use data_model::DataModelElement;
pub use effect::{
    Answer, Change, Delivery, Effect, NavigationOutcome, RequestedBy, SaveCause, ScormType,
    TraceStep,
};
pub use event::{ApiFunction, Event, EventKind, Launch, LearnerRequest, Origin};
pub use history::History;
pub use inquiry::Inquiry;
pub use learner::{CourseRecord, Learner};
pub use navigation::{MenuEntry, Navigation, SessionState};
pub use opening::Opening;
pub use options::{LessonMode, Options};
pub use overview::{ActivityKind, ActivityOverview, Overview, Status};
pub use runtime_record::RuntimeRecord;
pub use scorm_runtime::{ApiErrorCode, ApiMethod};
pub use scorm_sequencing::{ActivityId, Exception};
pub use session::Session;
pub use snapshot::RestoreFault;
pub use told::{Thrown, Told};
pub use tree_record::{ActivityRecord, ObjectiveRecord, ObjectiveRecords, Real, TreeRecord};
