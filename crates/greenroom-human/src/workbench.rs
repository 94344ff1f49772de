//! The workbench as the host sees it: a page for people that someone else serves.
//!
//! HTTP and its sockets belong to another crate, which knows this one. So the host is given the
//! function that starts them.

use std::fmt::Debug;
use std::io;
use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;

use crate::config::DialogsConfig;
use crate::hub::Hub;

/// The page that shows the desk to people. It is served until the last handle is dropped.
pub trait WorkbenchPage: Debug + Send + Sync {
    fn port(&self) -> u16;

    /// A question was asked: opens the page if nobody has it open.
    fn call_human(&self);

    /// Opens the page now, whatever was before.
    fn open_page(&self);
}

/// Starts the workbench of a desk.
pub type StartWorkbench = for<'a> fn(Start<'a>) -> BoxFuture<'a, io::Result<Started>>;

/// What is to be served, and where.
#[derive(Debug)]
pub struct Start<'a> {
    pub hub: Arc<Hub>,
    pub config: &'a DialogsConfig,
    pub data_directory: &'a Path,
    pub place: Place<'a>,
}

/// Among the workbenches of a data directory.
#[derive(Debug)]
pub enum Place<'a> {
    /// The one of all processes. It takes over the port of the host before, so that open pages
    /// go on.
    Host { port_before: Option<u16> },
    /// One beside a host on this port that cannot be reached, for the reason given.
    BesideHost {
        port: Option<u16>,
        reason: &'a io::Error,
    },
}

/// A workbench that was started.
#[derive(Debug)]
pub struct Started {
    pub page: Arc<dyn WorkbenchPage>,
    /// What a human may not expect.
    pub notices: Vec<String>,
}
