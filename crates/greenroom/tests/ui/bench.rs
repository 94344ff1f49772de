//! A server with a project folder, and pages that speak the variable protocol.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// How long a frame may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Bench {
    pub(crate) client: McpClient,
    folder: TempDir,
}

impl Bench {
    /// A server that has no folder yet.
    pub(crate) fn new() -> Self {
        Self::with(|command| command)
    }

    pub(crate) fn with(prepare: impl FnOnce(&mut Command) -> &mut Command) -> Self {
        let mut client = McpClient::start_with(env!("CARGO_BIN_EXE_greenroom"), |command| {
            prepare(command.arg("--mcp").env_remove("GREENROOM_BROWSER"))
        });
        client.initialize("2025-11-25");
        Self {
            client,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A server that runs this `main.lua`.
    pub(crate) fn running(main: &str) -> Self {
        let mut bench = Self::new();
        bench.write("lua/main.lua", main);
        bench.start();
        bench
    }

    pub(crate) fn base_dir(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.base_dir().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.base_dir().join(name)).unwrap_or_default()
    }

    pub(crate) fn configure(&mut self) -> Value {
        let base_dir = self.base_dir();
        self.client
            .data("ui_configure", json!({"base_dir": base_dir}))
    }

    pub(crate) fn start(&mut self) {
        self.configure();
        self.client.data("ui_start", json!({}));
    }

    /// The first value of code that must not fail.
    pub(crate) fn run(&mut self, code: &str) -> Value {
        self.run_in("1", code)
    }

    pub(crate) fn run_in(&mut self, session: &str, code: &str) -> Value {
        let arguments = json!({"code": code, "sessionId": session});
        self.client.data("ui_run", arguments)["result"].clone()
    }

    /// The text block of a call.
    pub(crate) fn text(&mut self, tool: &str, arguments: Value) -> String {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = self.client.request("tools/call", params);
        let text = &answer["result"]["content"][0]["text"];
        text.as_str()
            .unwrap_or_else(|| panic!("{answer:#}"))
            .to_owned()
    }

    pub(crate) fn port(&mut self) -> u16 {
        let url = self.client.data("ui_status", json!({}))["url"].clone();
        let port = url.as_str().unwrap().rsplit(':').next().unwrap();
        let port = port.parse().unwrap();
        know_token(port, &self.client.home());
        port
    }

    /// A page that has greeted and watches the app.
    pub(crate) fn page(&mut self, name: &str) -> (Page, Vec<Value>) {
        self.page_of("1", name)
    }

    pub(crate) fn page_of(&mut self, session: &str, name: &str) -> (Page, Vec<Value>) {
        let mut page = Page::connect(self.port(), session);
        let first = page.ask(&[hello(name), json!({"type": "watch", "id": 1})]);
        (page, first)
    }

    /// A GET with these headers: status, headers and body as text.
    pub(crate) fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> Answer {
        get(self.port(), path, headers)
    }
}

/// The tokens of the servers that were started, by port.
static TOKENS: Mutex<BTreeMap<u16, String>> = Mutex::new(BTreeMap::new());

/// Notes what lets pages in on a port.
pub(crate) fn know_token(port: u16, home: &Path) {
    // A test may have given its server another folder; then it tells of the token itself.
    if let Ok(token) = std::fs::read_to_string(home.join("run/ui.token")) {
        TOKENS.lock().unwrap().insert(port, token.trim().to_owned());
    }
}

pub(crate) fn token_of(port: u16) -> Option<String> {
    TOKENS.lock().unwrap().get(&port).cloned()
}

/// An HTTP answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: String,
}

/// A GET over a plain socket, so that every header is the test's own.
pub(crate) fn get(port: u16, path: &str, headers: &[(&str, &str)]) -> Answer {
    send(port, "GET", path, headers)
}

pub(crate) fn send(port: u16, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        let _infallible = write!(request, "Host: 127.0.0.1:{port}\r\n");
    }
    let is_given = headers.iter().any(|(name, _)| *name == "Authorization");
    if let Some(token) = token_of(port).filter(|_| !is_given) {
        let _infallible = write!(request, "Authorization: Bearer {token}\r\n");
    }
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        let _infallible = write!(request, "{name}: {value}\r\n");
    }
    stream
        .write_all(format!("{request}\r\n").as_bytes())
        .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        headers: head.to_lowercase(),
        body: body.to_owned(),
    }
}

/// A page on the socket.
pub(crate) struct Page {
    socket: WebSocket<TcpStream>,
    seq: u64,
}

impl Page {
    pub(crate) fn connect(port: u16, session: &str) -> Self {
        let origin = format!("http://127.0.0.1:{port}");
        Self::connect_from(port, session, Some(&origin)).unwrap()
    }

    /// The status code when the upgrade is refused.
    pub(crate) fn connect_from(
        port: u16,
        session: &str,
        origin: Option<&str>,
    ) -> Result<Self, u16> {
        let token = token_of(port).unwrap_or_default();
        Self::connect_with(port, session, origin, &token)
    }

    pub(crate) fn connect_with(
        port: u16,
        session: &str,
        origin: Option<&str>,
        token: &str,
    ) -> Result<Self, u16> {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://127.0.0.1:{port}/-/ws/{session}?token={token}")
            .into_client_request()
            .unwrap();
        if let Some(origin) = origin {
            let value = origin.parse().unwrap();
            request.headers_mut().insert("origin", value);
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Self { socket, seq: 0 }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// The frames of this page go on counting from here.
    pub(crate) fn counting_from(mut self, seq: u64) -> Self {
        self.seq = seq;
        self
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    pub(crate) fn send(&mut self, messages: &[Value]) {
        self.seq += 1;
        let frame = json!({"seq": self.seq, "ack": 0, "userEvent": true, "messages": messages});
        self.send_text(frame.to_string());
    }

    pub(crate) fn send_text(&mut self, text: String) {
        self.socket.send(Message::Text(text.into())).unwrap();
    }

    /// Sends messages and returns all that came up to the frame that acknowledges them.
    pub(crate) fn ask(&mut self, messages: &[Value]) -> Vec<Value> {
        self.send(messages);
        let mut all = Vec::new();
        loop {
            let frame = self.next();
            let acknowledged = frame["ack"] == self.seq;
            all.extend(frame["messages"].as_array().unwrap().clone());
            if acknowledged {
                return all;
            }
        }
    }

    /// The next frame.
    pub(crate) fn next(&mut self) -> Value {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The messages of the next frame that holds any.
    pub(crate) fn messages(&mut self) -> Vec<Value> {
        loop {
            let frame = self.next();
            let messages = frame["messages"].as_array().unwrap().clone();
            if !messages.is_empty() {
                return messages;
            }
        }
    }

    /// Reads on until a message fits.
    pub(crate) fn wait_for(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(found) = self.messages().into_iter().find(|message| fits(message)) {
                return found;
            }
        }
    }

    /// Reads on until the server closes; its code.
    pub(crate) fn closed(&mut self) -> u16 {
        loop {
            match self.socket.read() {
                Ok(Message::Close(Some(frame))) => return u16::from(frame.code),
                Ok(Message::Close(None)) => return u16::from(CloseCode::Normal),
                Ok(_) => {}
                Err(error) => panic!("ended without a close: {error}"),
            }
        }
    }
}

pub(crate) fn hello(page: &str) -> Value {
    json!({"type": "hello", "protocol": 1, "page": page, "tab": format!("t_{page}"), "path": "/"})
}

pub(crate) fn create(id: u64, parent: u64, path: &str) -> Value {
    json!({"type": "create", "id": id, "parent": parent, "path": path})
}

pub(crate) fn update(id: u64, value: Value) -> Value {
    json!({"type": "update", "id": id, "value": value})
}

pub(crate) const APP: &str = "
    App = session:prototype('App', {title = 'Hello', count = 0})
    function App:add() self.count = self.count + 1 end
    function App:tell() mcp.pushState({count = self.count}) end
    function App:fail() error('no way') end
    app = App:new()
    session:createAppVariable(app)";
