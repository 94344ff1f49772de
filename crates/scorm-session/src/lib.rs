//! One learner's course: events in, effects out; transfer between run-time data and tracking.
#![warn(missing_docs, clippy::disallowed_methods)]
