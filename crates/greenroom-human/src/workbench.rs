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

    /// Opens the page now, whatever was before; at this view if one is named.
    fn open_page(&self, view: Option<&str>);

    /// A one-time address of the page, for a human who opens it by hand.
    fn address(&self, view: Option<&str>) -> Option<String>;
}

/// Starts the workbench of a desk.
pub struct StartWorkbench(Box<Starting>);

type Starting = dyn for<'a> Fn(Start<'a>) -> BoxFuture<'a, io::Result<Started>> + Send + Sync;

impl StartWorkbench {
    pub fn new(
        start: impl for<'a> Fn(Start<'a>) -> BoxFuture<'a, io::Result<Started>> + Send + Sync + 'static,
    ) -> Self {
        Self(Box::new(start))
    }

    pub(crate) fn start<'a>(&self, start: Start<'a>) -> BoxFuture<'a, io::Result<Started>> {
        (self.0)(start)
    }
}

impl Debug for StartWorkbench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StartWorkbench").finish_non_exhaustive()
    }
}

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
