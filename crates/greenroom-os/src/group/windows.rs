//! Not yet: a job object would be the group, and the pipes would have to be handed over by handle.
//! Nothing is started that could not be ended.

use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::process::{Child, Command};

use super::Started;

pub use tokio::net::windows::named_pipe::{NamedPipeServer as Reader, NamedPipeServer as Writer};

/// Never made.
#[derive(Clone, Copy, Debug)]
pub struct Group(Infallible);

pub(super) fn start(_: Command) -> io::Result<Started> {
    Err(crate::cannot(
        "Greenroom cannot start a browser on Windows yet; start one with a debugging port and \
         connect to its ws:// address",
    ))
}

impl Group {
    /// The number of the group.
    pub fn id(self) -> u32 {
        match self.0 {}
    }

    /// Starts the one who ends the group and removes `folder` when we are gone.
    pub fn keep_watch(self, _folder: &Path) -> io::Result<Child> {
        match self.0 {}
    }

    /// Waits until the leader has ended, and ends what it left of its group.
    pub fn wait(self, _leader: &mut Child) {
        match self.0 {}
    }

    /// Ends all processes of the group at once.
    pub fn kill(self) {
        match self.0 {}
    }
}
