//! Makes the zip of a course: only what the course needs, and the same bytes from the same files.
//!
//! [`Plan::of`] decides what goes in and what the manifest says, [`Plan::files`] is that as lint sees
//! it, and [`Plan::write`] writes the zip. The source is never changed.

mod archive;
mod deflate;
mod error;
mod optimize;
mod plan;

pub use archive::{LARGEST, MOST_ENTRIES, Written};
pub use error::PackError;
pub use optimize::{Duplicates, Kind, Optimized, Saved, same_picture};
pub use plan::{Plan, PlannedFiles};
