//! A project folder with a session, and a page that collects its frames.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_lua::frame::PageFrame;
use greenroom_lua::limits::DISK_BYTES;
use greenroom_lua::viewdef::ViewdefStore;
use greenroom_lua::{
    ConnectionHandle, Disk, ErrorLog, Limits, Outgoing, Output, Ran, RunError, Session,
    SessionOptions, StartError,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long a frame may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Project {
    pub(crate) folder: TempDir,
    pub(crate) viewdefs: Arc<ViewdefStore>,
    pub(crate) errors: Arc<ErrorLog>,
    pub(crate) limits: Limits,
    pub(crate) full_access: bool,
    pub(crate) disk: Arc<Disk>,
}

impl Project {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("log")).unwrap();
        std::fs::create_dir_all(folder.path().join("lua")).unwrap();
        let errors = Arc::new(ErrorLog::new(Output::files(folder.path())));
        Self {
            folder,
            viewdefs: Arc::default(),
            errors,
            limits: Limits {
                run: Duration::from_millis(500),
                job: Duration::from_millis(300),
                ..Limits::default()
            },
            full_access: false,
            disk: Arc::new(Disk::new(DISK_BYTES)),
        }
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    pub(crate) async fn start(&self, id: &str) -> Result<Session, StartError> {
        Session::start(SessionOptions {
            id: id.to_owned(),
            server: "g_test".to_owned(),
            base_dir: self.folder.path().to_owned(),
            limits: self.limits,
            output: Output::files(self.folder.path()),
            full_access: self.full_access,
            disk: Arc::clone(&self.disk),
            errors: Arc::clone(&self.errors),
            viewdefs: Arc::clone(&self.viewdefs),
        })
        .await
    }

    pub(crate) async fn session(&self) -> Session {
        self.start("1").await.unwrap()
    }

    pub(crate) async fn run(&self, session: &Session, code: &str) -> Result<Ran, RunError> {
        session.run(code.to_owned(), self.limits.run).await.0
    }

    /// The first value of code that must not fail.
    pub(crate) async fn eval(&self, session: &Session, code: &str) -> Value {
        match self.run(session, code).await {
            Ok(ran) => ran.result,
            Err(error) => panic!("{code}: {error:?}"),
        }
    }

    /// The failure of code that must fail.
    pub(crate) async fn fail(&self, session: &Session, code: &str) -> greenroom_lua::LuaFailure {
        match self.run(session, code).await {
            Err(RunError::Lua(failure)) => failure,
            other => panic!("{code}: {other:?}"),
        }
    }
}

/// A page.
pub(crate) struct Page {
    handle: ConnectionHandle,
    incoming: Receiver<Outgoing>,
    seq: Mutex<u64>,
}

impl Page {
    pub(crate) fn connect(session: &Session) -> Self {
        Self::reconnect(session, 0)
    }

    /// A connection of a page that has sent frames before.
    pub(crate) fn reconnect(session: &Session, seq: u64) -> Self {
        let (sender, incoming) = channel();
        let outbox = Box::new(move |outgoing| {
            let _page_gone = sender.send(outgoing);
        });
        Self {
            handle: session.connect(outbox).unwrap(),
            incoming,
            seq: Mutex::new(seq),
        }
    }

    /// A page that has greeted and watches the app.
    pub(crate) fn open(session: &Session, name: &str) -> (Self, Vec<Value>) {
        let page = Self::connect(session);
        let first = page.ask(&[hello(name), json!({"type": "watch", "id": 1})]);
        (page, first)
    }

    pub(crate) fn send(&self, messages: &[Value]) {
        let mut seq = self.seq.lock().unwrap();
        *seq += 1;
        let frame = json!({"seq": *seq, "ack": 0, "messages": messages});
        let frame: PageFrame = serde_json::from_value(frame).unwrap();
        self.handle.frame(frame).unwrap();
    }

    /// Sends messages and returns those of the frame that acknowledges them.
    pub(crate) fn ask(&self, messages: &[Value]) -> Vec<Value> {
        self.send(messages);
        let seq = *self.seq.lock().unwrap();
        loop {
            let frame = self.next();
            if frame["ack"] == seq {
                return frame["messages"].as_array().unwrap().clone();
            }
        }
    }

    /// The next frame.
    pub(crate) fn next(&self) -> Value {
        match self.incoming.recv_timeout(PATIENCE) {
            Ok(Outgoing::Frame(text)) => serde_json::from_str(&text).unwrap(),
            other => panic!("no frame: {other:?}"),
        }
    }

    /// What came besides frames.
    pub(crate) fn next_outgoing(&self) -> Outgoing {
        self.incoming.recv_timeout(PATIENCE).unwrap()
    }

    /// The messages of the next frame.
    pub(crate) fn messages(&self) -> Vec<Value> {
        self.next()["messages"].as_array().unwrap().clone()
    }
}

pub(crate) fn hello(page: &str) -> Value {
    json!({"type": "hello", "protocol": 1, "page": page, "tab": format!("t_{page}"), "path": "/"})
}

pub(crate) fn create(id: u64, parent: u64, path: &str) -> Value {
    json!({"type": "create", "id": id, "parent": parent, "path": path})
}

pub(crate) fn action(id: u64, parent: u64, path: &str) -> Value {
    json!({"type": "create", "id": id, "parent": parent, "path": path, "properties": {"access": "action"}})
}

pub(crate) fn update(id: u64, value: impl Into<Value>) -> Value {
    json!({"type": "update", "id": id, "value": Into::<Value>::into(value)})
}
