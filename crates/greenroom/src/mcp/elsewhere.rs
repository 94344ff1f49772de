//! Other servers of a cluster, as a caller's own server sees them.
//!
//! A server by itself has none: nothing here is called then.

use std::fmt::Debug;
use std::sync::Arc;

use futures::future::BoxFuture;
use greenroom_tools::{App, CallResult, ProgressSink, Request, ToolError};
use rmcp::model::Resource;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

/// The result of a call, and the files that it names.
pub(crate) type Answered = (CallResult, Vec<Resource>);

/// What another server needs to know of a request, and how its caller is reached meanwhile.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "cluster"),
    expect(dead_code, reason = "a server by itself asks nobody")
)]
pub(crate) struct Asked<'a> {
    pub(crate) rpc_id: Option<&'a str>,
    pub(crate) client: Option<&'a str>,
    pub(crate) cancel: &'a CancellationToken,
    pub(crate) progress: Option<&'a ProgressSink>,
}

impl<'a> Asked<'a> {
    pub(super) fn of(request: &'a Request) -> Self {
        Self {
            rpc_id: request.rpc_id.as_deref(),
            client: request.client.as_deref(),
            cancel: &request.cancel,
            progress: request.progress.as_ref(),
        }
    }
}

/// The other servers, for one caller.
pub(crate) trait Elsewhere: Debug + Send + Sync {
    /// Has a call made where its session is. Nothing if it is to be made here, where everything that
    /// it names is then.
    fn call<'a>(
        &'a self,
        app: &'a Arc<App>,
        name: &'a str,
        arguments: &'a Map<String, Value>,
        request: Asked<'a>,
    ) -> BoxFuture<'a, Result<Option<Answered>, ToolError>>;

    /// Why a call failed, if that was because its session went to another server meanwhile.
    fn explained(&self, app: &App, session: Option<&str>, error: ToolError) -> ToolError;

    /// Lets the others have what a call wrote to folders that it names.
    fn after(&self, named: Vec<String>) -> BoxFuture<'_, Vec<String>>;

    /// The folders and files that arguments name, for [`Elsewhere::after`].
    fn named(&self, arguments: &Map<String, Value>) -> Vec<String>;

    /// Brings here what an address `greenroom://…` names, if any server has it.
    fn bring<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<(), ToolError>>;

    /// Lets the others have a file, by its path below the data directory.
    fn give<'a>(&'a self, path: &'a str) -> BoxFuture<'a, Result<(), ToolError>>;

    /// Paths and lengths of all that the servers have below a folder.
    fn list<'a>(&'a self, folder: &'a str) -> BoxFuture<'a, Result<Vec<(String, u64)>, ToolError>>;

    /// Removes a folder for all.
    fn remove<'a>(&'a self, folder: &'a str) -> BoxFuture<'a, Result<(), ToolError>>;
}
