//! A folder whose files are opened beneath it, and nowhere else.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub use system::Folder;

use std::fs::Metadata;

/// What is done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    /// `r+`
    Update,
    /// `w`; with `true` also read.
    Create(bool),
    /// `a`; with `true` also read.
    Append(bool),
}

impl Access {
    /// Whether the file may be changed.
    pub fn writes(self) -> bool {
        self != Self::Read
    }
}

/// Bytes of the disk that a file takes; it may be longer than what was ever written to it.
pub fn room(file: &Metadata) -> u64 {
    system::room(file)
}

/// Whether a file may have other names, so that its room is not free when one of them goes.
pub fn may_have_other_names(file: &Metadata) -> bool {
    system::may_have_other_names(file)
}
