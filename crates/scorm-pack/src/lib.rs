//! Which files a package needs, and what its manifest should say of them.
//!
//! [`select`] takes what the manifest lists and what content mentions, and says of every other file
//! why it stays out. [`merging`] says which of several equal files can go. [`file_lists`] proposes `file` elements for what the resources use,
//! [`mod@convert`] says the same in another version of SCORM.
#![warn(missing_docs, clippy::disallowed_methods)]

pub mod convert;
pub mod edits;
pub mod file_lists;
mod leftover;
mod mentions;
mod merging;
mod names;
mod selection;
mod texts;

pub use leftover::{Leftover, leftover};
pub use merging::{Merge, Merging, merging};
pub use selection::{Contents, LeftOut, Reason, Selected, Selection, select};
