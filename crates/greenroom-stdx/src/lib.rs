//! What the standard library leaves to its users, and several crates need in the same way.
//!
//! A leaf: it knows nothing of Greenroom. Something moves here when a second crate needs it.

pub mod private_files;
