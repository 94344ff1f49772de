//! What the standard library leaves to its users, and several crates need in the same way.
//!
//! A leaf: it knows nothing of Greenroom. Something moves here when a second crate needs it.

mod clock;
mod file_url;
mod poison;
pub mod private_files;
mod tally;

pub use clock::now_ms;
pub use file_url::file_url;
pub use poison::IgnorePoison;
pub use tally::Tally;
