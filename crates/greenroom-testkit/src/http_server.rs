//! A server over HTTP, and requests to it as they are on the wire.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long an answer may take before the test fails.
const PATIENCE: Duration = Duration::from_mins(1);
/// What the server says before its address.
const SERVES: &str = "serves MCP on http://";
/// The revision without sessions.
const STATELESS: &str = "2026-07-28";

/// A process that serves MCP over HTTP, with a data directory of its own.
#[derive(Debug)]
pub struct HttpServer {
    child: Child,
    address: SocketAddr,
    /// Several threads of a test may call the server.
    stderr: Mutex<Receiver<String>>,
    home: TempDir,
}

/// An answer as it came.
#[derive(Debug)]
pub struct HttpAnswer {
    pub status: u16,
    /// Names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl HttpServer {
    /// Starts `program serve --http 127.0.0.1:0`; `prepare` adds to it, below the data directory.
    pub fn start(program: &str, prepare: impl FnOnce(&mut Command, &Path)) -> Self {
        Self::start_at(program, "127.0.0.1:0", prepare)
    }

    /// As [`HttpServer::start`], at an address that others must know before.
    pub fn start_at(
        program: &str,
        address: &str,
        prepare: impl FnOnce(&mut Command, &Path),
    ) -> Self {
        Self::start_by(Command::new(program), address, prepare)
    }

    /// As [`HttpServer::start_at`], by a command that becomes the program, such as `ip netns exec`.
    pub fn start_by(
        mut command: Command,
        address: &str,
        prepare: impl FnOnce(&mut Command, &Path),
    ) -> Self {
        let home = tempfile::tempdir().expect("a temporary data directory");
        command
            .args(["serve", "--http", address])
            .env("GREENROOM_HOME", home.path().join("data"))
            .env_remove("SCORM_TESTER_LOG_DIR");
        prepare(&mut command, home.path());
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let lines = BufReader::new(child.stderr.take().expect("stderr is piped"));
        let (sender, stderr) = channel();
        std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let address = loop {
            let line = stderr
                .recv_timeout(PATIENCE)
                .expect("the server tells its address");
            if let Some((_, rest)) = line.split_once(SERVES) {
                let address = rest.trim_end_matches("/mcp");
                break address.parse().expect("an address");
            }
        };
        Self {
            child,
            address,
            stderr: Mutex::new(stderr),
            home,
        }
    }

    /// The folder in which `data` is the server's data directory.
    pub fn home(&self) -> PathBuf {
        self.home.path().canonicalize().expect("the home exists")
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for a line of its log.
    pub fn until_said(&self, words: &str) {
        let deadline = Instant::now() + PATIENCE;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            let stderr = self.stderr.lock().expect("nobody failed while reading");
            match stderr.recv_timeout(left) {
                Ok(line) if line.contains(words) => return,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        panic!("the server did not say {words}");
    }

    /// Sends a request with exactly these headers beside `Host`, unless they name one.
    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> HttpAnswer {
        let mut stream = self.send(method, path, headers, body);
        read_answer(&mut stream)
    }

    /// Sends a request and leaves the answer to the caller.
    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a time-out is set");
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("host"))
        {
            head.push_str(&["Host: ", &self.address.to_string(), "\r\n"].concat());
        }
        if !headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        {
            head.push_str(&["Content-Length: ", &body.len().to_string(), "\r\n"].concat());
        }
        for (name, value) in headers {
            head.push_str(&[name, ": ", value, "\r\n"].concat());
        }
        head += "\r\n";
        stream.write_all(head.as_bytes()).expect("the head is sent");
        // A server that refuses by the head may not read the rest.
        let _unread = stream.write_all(body);
        stream
    }

    /// A JSON-RPC message to `/mcp`, with what else a client sends.
    pub fn post(&self, token: &str, headers: &[(&str, &str)], message: &Value) -> HttpAnswer {
        let bearer = format!("Bearer {token}");
        let mut all = vec![
            ("Authorization", bearer.as_str()),
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", "application/json"),
        ];
        all.extend(headers);
        self.request("POST", "/mcp", &all, message.to_string().as_bytes())
    }

    /// A request of the revision without sessions: the whole answer.
    pub fn ask(&self, token: &str, method: &str, params: Value) -> Value {
        let (headers, message) = stateless(method, params);
        let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
        self.post(token, &headers, &message).message()
    }

    /// Calls a tool: the result, or the JSON-RPC error.
    pub fn call(&self, token: &str, tool: &str, arguments: Value) -> Result<Value, Value> {
        let params = json!({"name": tool, "arguments": arguments});
        let mut answer = self.ask(token, "tools/call", params);
        if answer["error"].is_object() {
            Err(answer["error"].take())
        } else {
            Ok(answer["result"].take())
        }
    }

    /// As [`HttpServer::call`], of a server that may not be there: the status, and the result or the
    /// JSON-RPC error.
    pub fn try_call(
        &self,
        token: &str,
        tool: &str,
        arguments: Value,
    ) -> std::io::Result<(u16, Result<Value, Value>)> {
        let params = json!({"name": tool, "arguments": arguments});
        let (headers, message) = stateless("tools/call", params);
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let body = message.to_string();
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nConnection: close\r\nHost: {}\r\nContent-Length: {}\r\n\
             Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n",
            self.address,
            body.len()
        );
        for (name, value) in headers {
            head.push_str(&[name, ": ", &value, "\r\n"].concat());
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Err(std::io::ErrorKind::ConnectionReset.into());
        }
        let answer = answer_of(bytes);
        let mut said = answer.message();
        Ok((
            answer.status,
            if said["error"].is_object() {
                Err(said["error"].take())
            } else {
                Ok(said["result"].take())
            },
        ))
    }

    /// Waits for the end of the process.
    pub fn ended(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the process is ours") {
                return status;
            }
            assert!(Instant::now() < deadline, "the server did not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What it wrote to stdout until it ended.
    pub fn stdout(&mut self) -> String {
        let mut text = String::new();
        let stdout = self.child.stdout.take();
        let read = stdout.map(|mut stdout| stdout.read_to_string(&mut text));
        read.transpose().expect("stdout is text");
        text
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ended = self.child.kill();
        let _waited = self.child.wait();
    }
}

/// A request of the revision without sessions, and its headers.
pub fn stateless(method: &str, mut params: Value) -> (Vec<(&'static str, String)>, Value) {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientInfo": {"name": "testkit", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut headers = vec![
        ("MCP-Protocol-Version", STATELESS.to_owned()),
        ("Mcp-Method", method.to_owned()),
    ];
    let named = params.get("name").or_else(|| params.get("uri"));
    if let Some(name) = named.and_then(Value::as_str) {
        headers.push(("Mcp-Name", name.to_owned()));
    }
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    (headers, message)
}

impl HttpAnswer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            let text = String::from_utf8_lossy(&self.body);
            panic!("{error}: {} {text}", self.status)
        })
    }

    /// The JSON-RPC answer, alone or as the last event of a stream.
    pub fn message(&self) -> Value {
        if self
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("application/json"))
        {
            return self.json();
        }
        let text = String::from_utf8_lossy(&self.body);
        let events = text.lines().filter_map(|line| line.strip_prefix("data:"));
        let messages = events.filter_map(|data| serde_json::from_str::<Value>(data).ok());
        let mut answers = messages.filter(|it| it.get("result").or(it.get("error")).is_some());
        answers
            .next_back()
            .unwrap_or_else(|| panic!("no answer: {} {text}", self.status))
    }

    /// The error code of a failure.
    pub fn error_code(&self) -> String {
        let code = &self.json()["error"]["data"]["error_code"];
        code.as_str().unwrap_or_default().to_owned()
    }
}

/// Reads an answer to its end; the connection is closed behind it.
pub fn read_answer(stream: &mut TcpStream) -> HttpAnswer {
    let mut bytes = Vec::new();
    // A server that closes on an unread body may reset the connection after its answer.
    let _reset = stream.read_to_end(&mut bytes);
    answer_of(bytes)
}

fn answer_of(mut bytes: Vec<u8>) -> HttpAnswer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no head: {}", String::from_utf8_lossy(&bytes)));
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let status = status
        .and_then(|status| status.parse().ok())
        .expect("a status");
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let body = bytes.split_off(end + 4);
    let is_chunked = headers
        .iter()
        .any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if is_chunked { joined(&body) } else { body };
    HttpAnswer {
        status,
        headers,
        body,
    }
}

fn joined(mut chunked: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let line = chunked.windows(2).position(|two| two == b"\r\n");
        let Some(line) = line else { return body };
        let size = std::str::from_utf8(&chunked[..line]).unwrap_or_default();
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let rest = &chunked[line + 2..];
        if size == 0 || rest.len() < size + 2 {
            return body;
        }
        body.extend_from_slice(&rest[..size]);
        chunked = &rest[size + 2..];
    }
}
