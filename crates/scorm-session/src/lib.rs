//! One learner's course: events in, effects out; transfer between run-time data and tracking.
#![warn(missing_docs, clippy::disallowed_methods)]

pub mod effect;
pub mod event;

pub use effect::{
    Answer, Change, Delivery, Effect, NavigationOutcome, RequestedBy, SaveCause, ScormType,
    TraceStep,
};
pub use event::{ApiFunction, Event, EventKind, Launch, NavigationRequest, Origin};
