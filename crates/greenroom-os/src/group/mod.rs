//! A program that leads a group: with all it starts, it is ended as one.
//!
//! It is talked to through two pipes, as browsers are, and nothing of it outlives us: see
//! [`Group::keep_watch`].

#[cfg(unix)]
mod pipes;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub use system::{Group, Reader, Writer};

use std::io;
use std::process::{Child, Command};

/// What a group begins with.
#[derive(Debug)]
pub struct Started {
    /// The program itself.
    pub leader: Child,
    pub group: Group,
    /// What it reads from its descriptor 3.
    pub commands: Writer,
    /// What it writes to its descriptor 4.
    pub answers: Reader,
}

/// Starts a program as the leader of a new group. Needs a runtime of tokio.
///
/// It begins with the usual limit of open files, whatever ours is.
pub fn start(command: Command) -> io::Result<Started> {
    system::start(command)
}
