//! Systems where the browser cannot be started over a pipe yet: connect to one instead.

use std::path::PathBuf;

use super::LaunchOptions;
use crate::cdp::Transport;
use crate::error::{BrowserError, Result};
use crate::locate::{Program, locate};

/// Never made.
#[derive(Debug)]
pub(crate) enum Process {}

impl Process {
    pub(crate) fn launch(options: &LaunchOptions) -> Result<(Self, Transport)> {
        let path = locate(options.program.as_deref())?.path;
        let reason = "this system has no pipes for it; start a browser with a debugging port and \
                      connect to its ws:// address";
        Err(BrowserError::LaunchFailed {
            path,
            reason: reason.into(),
        })
    }

    pub(crate) fn program(&self) -> &Program {
        match *self {}
    }

    pub(crate) fn sandboxed(&self) -> bool {
        match *self {}
    }

    pub(crate) fn pid(&self) -> i32 {
        match *self {}
    }

    pub(crate) fn profile(&self) -> PathBuf {
        match *self {}
    }

    pub(crate) fn stderr(&self) -> String {
        match *self {}
    }

    pub(crate) fn end(&self) {
        match *self {}
    }
}
