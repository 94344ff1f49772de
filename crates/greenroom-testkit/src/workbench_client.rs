//! The two kinds of clients of a workbench: a page of the human, and a program that asks.
//!
//! Both block; every wait has a limit, so that a test fails instead of hanging.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::ClientHandshake;
use tokio_tungstenite::tungstenite::{Error, HandshakeError, Message, WebSocket, client, http};

/// How long a message may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where a workbench of this data directory can be reached, and with what.
#[derive(Clone, Debug)]
pub struct Bench {
    pub home: PathBuf,
    pub port: u16,
}

impl Bench {
    /// The workbench that runs for a data directory.
    pub fn of(home: impl AsRef<Path>) -> Self {
        let home = home.as_ref().to_owned();
        let path = home.join("run/workbench.json");
        let text =
            std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let running: Value = serde_json::from_slice(&text).expect("workbench.json is JSON");
        let port = running["port"].as_u64().expect("it names the port") as u16;
        Self { home, port }
    }

    /// As [`Bench::of`]; nothing when none runs now.
    pub fn try_of(home: &Path) -> Option<Self> {
        let text = std::fs::read(home.join("run/workbench.json")).ok()?;
        let running: Value = serde_json::from_slice(&text).ok()?;
        Some(Self {
            home: home.to_owned(),
            port: running["port"].as_u64()? as u16,
        })
    }

    /// As [`Bench::socket`]; nothing for whatever reason there is none.
    fn try_socket(&self, path: &str, headers: &[(&str, &str)]) -> Option<WebSocket<TcpStream>> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        self.handshake(path, headers, stream).ok()
    }

    /// `agent.token` or `human.token`.
    pub fn token(&self, role: &str) -> String {
        let path = self.home.join("run").join(format!("{role}.token"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// A plain HTTP request; status and body.
    pub fn http(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> (u16, Vec<u8>) {
        let mut stream = self.stream();
        let own_host = format!("127.0.0.1:{}", self.port);
        let length = body.len().to_string();
        let mut lines = vec![format!("{method} {path} HTTP/1.1")];
        let own = [("Connection", "close"), ("Content-Length", &length)];
        let host = [("Host", own_host.as_str())];
        let names_host = headers.iter().any(|(name, _)| *name == "Host");
        let host = if names_host { &[][..] } else { &host[..] };
        for (name, value) in own.iter().chain(host).chain(headers) {
            lines.push(format!("{name}: {value}"));
        }
        let head = format!("{}\r\n\r\n", lines.join("\r\n"));
        stream.write_all(head.as_bytes()).expect("the head is sent");
        // A server that refuses early may close before it has read all.
        let _refused_early = stream.write_all(body);
        let mut answer = Vec::new();
        let _cut_short = stream.read_to_end(&mut answer);
        let end = answer
            .windows(4)
            .position(|bytes| bytes == b"\r\n\r\n")
            .expect("an answer has a head");
        let status = String::from_utf8_lossy(&answer[9..12])
            .parse()
            .expect("an answer has a status");
        (status, answer[end + 4..].to_vec())
    }

    /// Tries to open a WebSocket; the HTTP status if it is refused.
    pub fn socket(
        &self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<WebSocket<TcpStream>, u16> {
        self.handshake(path, headers, self.stream())
            .map_err(|error| match *error {
                HandshakeError::Failure(Error::Http(response)) => response.status().as_u16(),
                other => panic!("{path}: {other}"),
            })
    }

    fn handshake(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        stream: TcpStream,
    ) -> Result<WebSocket<TcpStream>, Box<HandshakeError<ClientHandshake<TcpStream>>>> {
        let mut request = format!("ws://127.0.0.1:{}{path}", self.port)
            .into_client_request()
            .expect("a right address");
        for (name, value) in headers {
            let name = http::HeaderName::try_from(*name);
            request.headers_mut().insert(
                name.expect("a right header name"),
                value.parse().expect("a right header value"),
            );
        }
        let opened = client(request, stream).map_err(Box::new);
        opened.map(|(socket, _)| socket)
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the workbench listens");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a time limit can be set");
        stream
    }
}

/// Messages of one socket, sorted by the test.
#[derive(Debug)]
struct Messages {
    socket: WebSocket<TcpStream>,
    waiting: Vec<Value>,
}

impl Messages {
    fn send(&mut self, message: &Value) {
        let text = Message::Text(message.to_string().into());
        self.socket.send(text).expect("the socket is open");
    }

    /// The next message that fits; the others wait.
    fn wait(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(place) = self.waiting.iter().position(&fits) {
                return self.waiting.remove(place);
            }
            assert!(Instant::now() < deadline, "no {what}: {:?}", self.waiting);
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message = serde_json::from_str(&text).expect("frames are JSON");
                    self.waiting.push(message);
                }
                Ok(Message::Close(frame)) => panic!("closed instead of {what}: {frame:?}"),
                Ok(_) => {}
                Err(error) => panic!("no {what}: {error}; got {:?}", self.waiting),
            }
        }
    }

    /// The next message that fits, or nothing when the connection is gone.
    fn try_wait(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        loop {
            if let Some(place) = self.waiting.iter().position(&fits) {
                return Some(self.waiting.remove(place));
            }
            match self.socket.read() {
                Ok(Message::Text(text)) => self.waiting.push(serde_json::from_str(&text).ok()?),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    fn try_send(&mut self, message: &Value) -> Option<()> {
        let text = Message::Text(message.to_string().into());
        self.socket.send(text).ok()
    }

    /// Reads until the other side closes; the close code.
    fn closed(&mut self) -> Option<u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}

/// A page of the human, without its looks.
#[derive(Debug)]
pub struct HumanPage {
    messages: Messages,
    /// What the server said first.
    pub welcome: Value,
    pub bench: Bench,
}

impl HumanPage {
    /// Connects to the workbench of a data directory with the human's token.
    pub fn connect(home: impl AsRef<Path>) -> Self {
        let bench = Bench::of(home);
        let token = bench.token("human");
        let mut messages = Self::open(&bench);
        messages.send(&json!({"type": "auth", "token": token}));
        let welcome = messages.wait("welcome", |message| message["type"] == "welcome");
        Self {
            messages,
            welcome,
            bench,
        }
    }

    /// As [`HumanPage::connect`]; nothing when the workbench is not there now.
    pub fn try_connect(home: &Path) -> Option<Self> {
        let bench = Bench::try_of(home)?;
        let token = std::fs::read_to_string(home.join("run/human.token")).ok()?;
        let origin = format!("http://127.0.0.1:{}", bench.port);
        let socket = bench.try_socket("/human", &[("Origin", &origin)])?;
        let mut messages = Messages {
            socket,
            waiting: Vec::new(),
        };
        messages.try_send(&json!({"type": "auth", "token": token}))?;
        let welcome = messages.try_wait(|message| message["type"] == "welcome")?;
        Some(Self {
            messages,
            welcome,
            bench,
        })
    }

    /// The next message that fits, or nothing when the connection is gone.
    pub fn try_wait(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        self.messages.try_wait(fits)
    }

    /// Sends, if the connection is there.
    pub fn try_send(&mut self, message: Value) -> Option<()> {
        self.messages.try_send(&message)
    }

    /// Says `auth` with another token; the close code.
    pub fn refused(bench: &Bench, token: &str) -> Option<u16> {
        let mut messages = Self::open(bench);
        messages.send(&json!({"type": "auth", "token": token}));
        messages.closed()
    }

    fn open(bench: &Bench) -> Messages {
        let origin = format!("http://127.0.0.1:{}", bench.port);
        let socket = bench
            .socket("/human", &[("Origin", &origin)])
            .expect("the human socket opens");
        Messages {
            socket,
            waiting: Vec::new(),
        }
    }

    pub fn send(&mut self, message: Value) {
        self.messages.send(&message);
    }

    /// Waits for a message of this type.
    pub fn wait(&mut self, kind: &str) -> Value {
        self.messages.wait(kind, |message| message["type"] == kind)
    }

    /// Waits for a message that fits.
    pub fn wait_for(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        self.messages.wait(what, fits)
    }

    /// Waits for the next question, and says that it is shown.
    pub fn question(&mut self) -> Value {
        let request = self.wait("dialog-request");
        self.send(json!({"type": "dialog-displayed", "requestId": request["requestId"]}));
        request
    }

    /// Sends what the human did; the server's acknowledgment.
    pub fn respond(&mut self, request: &Value, data: Value) -> Value {
        let id = request["requestId"].clone();
        self.send(json!({"type": "dialog-response", "requestId": id, "data": data}));
        self.messages.wait("an acknowledgment", |message| {
            message["type"] == "dialog-response-result" && message["requestId"] == id
        })
    }

    /// Sends an answer that must be taken.
    pub fn answer(&mut self, request: &Value, data: Value) {
        let result = self.respond(request, data);
        assert_eq!(result["success"], true, "{result}");
    }

    /// Waits for the next question and answers it.
    pub fn answer_next(&mut self, data: Value) -> Value {
        let request = self.question();
        self.answer(&request, data);
        request
    }

    /// Sends a message with `seq` and waits for its reply.
    pub fn ask(&mut self, mut message: Value) -> Value {
        message["seq"] = json!(4711);
        self.messages.send(&message);
        self.messages
            .wait("a reply", |message| message["seq"] == json!(4711))
    }
}

/// A program on the WebSocket endpoint.
#[derive(Debug)]
pub struct WsProgram {
    messages: Messages,
    /// The first frame.
    pub greeting: Value,
}

impl WsProgram {
    /// Connects with the agent's token; `query` is `client=x&events=1` or empty.
    pub fn connect(bench: &Bench, query: &str) -> Self {
        let token = bench.token("agent");
        let authorization = format!("Bearer {token}");
        let path = format!("/?{query}");
        let socket = bench
            .socket(&path, &[("Authorization", &authorization)])
            .expect("the endpoint opens");
        Self::over(socket)
    }

    /// Takes a socket that is open already.
    pub fn over(socket: WebSocket<TcpStream>) -> Self {
        let mut messages = Messages {
            socket,
            waiting: Vec::new(),
        };
        let greeting = messages.wait("the first frame", |_| true);
        Self { messages, greeting }
    }

    /// As [`WsProgram::connect`]; nothing when the workbench is not there now.
    pub fn try_connect(home: &Path, query: &str) -> Option<Self> {
        let bench = Bench::try_of(home)?;
        let token = std::fs::read_to_string(home.join("run/agent.token")).ok()?;
        let authorization = format!("Bearer {token}");
        let path = format!("/?{query}");
        let socket = bench.try_socket(&path, &[("Authorization", &authorization)])?;
        let mut messages = Messages {
            socket,
            waiting: Vec::new(),
        };
        let greeting = messages.try_wait(|_| true)?;
        Some(Self { messages, greeting })
    }

    /// The next message that fits, or nothing when the connection is gone.
    pub fn try_wait(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        self.messages.try_wait(fits)
    }

    /// Sends a call, if the connection is there.
    pub fn try_call(&mut self, id: Value, tool: &str, arguments: Value) -> Option<()> {
        self.messages.try_send(&json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        }))
    }

    pub fn send(&mut self, message: Value) {
        self.messages.send(&message);
    }

    /// Sends any text as a frame.
    pub fn send_text(&mut self, text: &str) {
        let frame = Message::Text(text.to_owned().into());
        self.messages
            .socket
            .send(frame)
            .expect("the socket is open");
    }

    /// Sends a call without waiting.
    pub fn call(&mut self, id: Value, tool: &str, arguments: Value) {
        self.send(json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        }));
    }

    /// Waits for the reply to a request.
    pub fn reply(&mut self, id: Value) -> Value {
        self.messages.wait("a reply", |message| {
            message.get("method").is_none() && message.get("id") == Some(&id)
        })
    }

    /// Waits for a notification.
    pub fn notification(&mut self) -> Value {
        self.messages
            .wait("a notification", |message| message.get("method").is_some())
    }

    /// Reads until the server closes; the close code.
    pub fn closed(&mut self) -> Option<u16> {
        self.messages.closed()
    }
}
