//! One SCO's API: data-model element tables, types, API state machine, API errors.
//!
//! An [`Api`] is one launch of one SCO. It is made from [`LmsData`], takes
//! the calls of the page as strings, and answers as the standard says for its [`Version`]. The
//! data models are tables with one interpreter; only names of the table lead anywhere.
//!
//! * **Answers.** Every function gives an [`Answer`]: the string for the SCO and the error code.
//!   API errors are results; nothing here panics or returns a Rust error.
//! * **Notes.** Sizes in SCORM 2004 are floors: longer values are kept whole and reported in
//!   [`Api::notes`]. A [`Profile`] can refuse them.
//! * **Reading.** The session reads statuses, scores and objectives typed, without going through
//!   strings and without touching the last error ([`Api::completion_status`] and its companions).
//! * **Plain data.** [`Api::run_time_data`] is what a resumed attempt needs, [`Api::snapshot`] is
//!   the whole instance, [`Api::elements`] lists all elements for people.
//!
//! The crate does no I/O and knows no clock. Whether a navigation request would be honored is
//! asked from the caller ([`NavigationOracle`]).
#![warn(missing_docs, clippy::disallowed_methods)]

mod api;
mod elements;
mod error_code;
mod error_table;
mod failure;
mod fault;
mod function;
mod get;
mod limits;
mod lms_data;
mod model;
mod navigation;
mod note;
mod path;
mod profile;
mod reading;
mod seed;
mod session_end;
mod set;
mod snapshot;
mod tolerance;
mod types;
mod values_json;
mod version;
mod vocabulary;

pub use api::{Answer, Api, Change, State};
pub use elements::{Access, ElementFacts, element_reference};
pub use error_code::ApiErrorCode;
pub use error_table::{ApiError, ERRORS_12, ERRORS_2004, errors, find_error};
pub use function::{ApiFunction, ApiMethod};
pub use lms_data::{LmsComment, LmsData, ObjectiveSeed, Preferences, Score, SharedData};
pub use navigation::{ContentRequest, NavigationOracle, Validity};
pub use note::{Note, NoteKind};
pub use profile::{Limits, Profile};
pub use reading::{Known, Objective, Reported};
pub use snapshot::{Element, RunTimeData, Snapshot, StoredValue};
pub use types::time_interval::TimeInterval;
pub use version::{Edition, Version};
pub use vocabulary::{CompletionStatus, Credit, Entry, Exit, LessonStatus, Mode, SuccessStatus};
