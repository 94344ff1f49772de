//! Rehearsals: files that play a course and state what must happen.

pub mod compare;
pub mod format;
mod monkey;
mod report;
mod runner;

pub use monkey::Monkey;
pub use report::{Failure, Report};
pub use runner::{Case, RecordedSession, Recording, record, run};
