//! Starting a browser of our own, and making sure that nothing of it is left behind.

#[cfg(unix)]
mod flags;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod profile;
#[cfg(unix)]
mod sandbox;
#[cfg(not(unix))]
mod unsupported;

#[cfg(unix)]
pub(crate) use process::Process;
#[cfg(not(unix))]
pub(crate) use unsupported::Process;

use std::path::PathBuf;

/// How the browser is found and started.
#[derive(Debug, Clone, Default)]
pub struct LaunchOptions {
    /// Program to start; without it `GREENROOM_CHROMIUM` and the usual places are looked at.
    pub program: Option<PathBuf>,
    /// Use the browser at this `ws://…/devtools/browser/…` address instead of starting one.
    pub connect: Option<String>,
    /// Folder for profile folders; the system's temporary folder without it.
    pub profiles: Option<PathBuf>,
}
