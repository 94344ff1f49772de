//! A session for unit tests, opened below the wire.

use std::fs;
use std::sync::Arc;

use greenroom_store::{Session, SessionOptions};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::config::{Config, ToolsConfig};
use crate::{App, Request, Toolset, call};

/// A process with one open session on an empty course.
pub(super) struct Opened {
    app: Arc<App>,
    pub(super) session: Arc<Session>,
    _home: TempDir,
}

impl Opened {
    pub(super) fn new() -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let manifest = "<manifest identifier='m'><organizations/><resources/></manifest>";
        fs::write(home.path().join("imsmanifest.xml"), manifest).expect("a manifest");
        let toolset = Toolset::select(&[], &ToolsConfig::default()).expect("all tools");
        let app = App::new(Config::default(), home.path().join("data"), toolset);
        let options = SessionOptions::default();
        let opened = app
            .sessions
            .open(home.path(), options, &CancellationToken::new());
        let session = Arc::clone(&*opened.expect("a session"));
        Self {
            app,
            session,
            _home: home,
        }
    }

    /// Calls a tool on the session; the `data` of its result.
    pub(super) async fn call(&self, tool: &str) -> Value {
        self.call_with(tool, json!({})).await
    }

    pub(super) async fn call_with(&self, tool: &str, mut arguments: Value) -> Value {
        arguments["session_id"] = json!(self.session.id());
        let Value::Object(arguments) = arguments else {
            unreachable!("it is an object")
        };
        let result = call(&self.app, tool, arguments, Request::default()).await;
        result.expect("the call succeeds").envelope["data"].take()
    }
}
