//! A plain MCP client over the stdio of a server process.
//!
//! It checks every line of the server's stdout: anything but a JSON-RPC message fails the test.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long an answer may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(30);
/// For tools that play a whole course.
const LONG_PATIENCE: Duration = Duration::from_mins(4);

/// A client with its own server process and its own data directory.
#[derive(Debug)]
pub struct McpClient {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
    /// Answers that nobody has waited for yet, by id as JSON text.
    answers: BTreeMap<String, Value>,
    /// Notifications of the server, in order.
    pub notifications: Vec<Value>,
    /// Errors with id null, in order.
    pub orphans: Vec<Value>,
    next_id: i64,
    home: TempDir,
}

/// How a server ended.
#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    pub took: Duration,
    pub stderr: String,
}

impl McpClient {
    /// Starts `program --mcp`.
    pub fn start(program: impl AsRef<Path>) -> Self {
        Self::start_with(program, |command| command.arg("--mcp"))
    }

    /// Starts a program that serves MCP; `prepare` sets arguments and environment.
    pub fn start_with(
        program: impl AsRef<Path>,
        prepare: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Self {
        let home = tempfile::tempdir().expect("a temporary data directory");
        let mut command = Command::new(program.as_ref());
        command
            .env("GREENROOM_HOME", home.path())
            .env_remove("SCORM_TESTER_LOG_DIR")
            .env_remove("SCORM_TESTER_MAX_LOG_BYTES");
        let mut child = prepare(&mut command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.as_ref().display()));
        let stdout = child.stdout.take().expect("stdout is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let line = line.unwrap_or_else(|error| format!("stdout cannot be read: {error}"));
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut stderr_pipe = child.stderr.take().expect("stderr is piped");
        let stderr = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _partial_is_fine = stderr_pipe.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            stderr: Some(stderr),
            answers: BTreeMap::new(),
            notifications: Vec::new(),
            orphans: Vec::new(),
            next_id: 1,
            home,
        }
    }

    /// The server's data directory.
    pub fn home(&self) -> PathBuf {
        self.home.path().to_owned()
    }

    /// The server's process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The handshake of clients up to 2025-11-25; returns the result.
    pub fn initialize(&mut self, version: &str) -> Value {
        self.initialize_as("testkit", version)
    }

    /// The handshake of a client of this name.
    pub fn initialize_as(&mut self, name: &str, version: &str) -> Value {
        let answer = self.request(
            "initialize",
            json!({
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": {"name": name, "version": "1"},
            }),
        );
        self.notify("notifications/initialized", json!({}));
        answer["result"].clone()
    }

    /// Sends a request and waits for the whole answer.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.wait(id)
    }

    /// Calls a tool: the envelope, or the JSON-RPC error.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Result<Value, Value> {
        let answer = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"]["structuredContent"].clone()),
        }
    }

    /// Calls a tool that must succeed and returns `data`.
    pub fn data(&mut self, tool: &str, arguments: Value) -> Value {
        match self.call(tool, arguments) {
            Ok(envelope) => envelope["data"].clone(),
            Err(error) => panic!("{tool} failed: {error:#}"),
        }
    }

    /// As [`Self::data`], for a tool that takes as long as it is told.
    pub fn data_of_long_call(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.send_call(tool, arguments).to_string();
        let what = format!("the answer of {tool}");
        let deadline = Instant::now() + LONG_PATIENCE;
        let answer = self.wait_until_by(deadline, &what, |client| client.answers.remove(&id));
        match answer.get("error") {
            Some(error) => panic!("{tool} failed: {error:#}"),
            None => answer["result"]["structuredContent"]["data"].clone(),
        }
    }

    /// Calls a tool that must fail and returns `error.data` with `message` and `code` beside.
    pub fn failure(&mut self, tool: &str, arguments: Value) -> Value {
        match self.call(tool, arguments) {
            Ok(envelope) => panic!("{tool} succeeded: {envelope:#}"),
            Err(error) => {
                let mut data = error["data"].clone();
                data["message"] = error["message"].clone();
                data["code"] = error["code"].clone();
                data
            }
        }
    }

    /// Sends a request without waiting; the id is for [`McpClient::wait`].
    pub fn send(&mut self, method: &str, params: Value) -> i64 {
        let id = self.next_id;
        self.next_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send_line(request.to_string().as_bytes());
        id
    }

    /// Sends a tool call without waiting.
    pub fn send_call(&mut self, tool: &str, arguments: Value) -> i64 {
        self.send("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        let notification = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.send_line(notification.to_string().as_bytes());
    }

    /// Sends any bytes as one line.
    pub fn send_line(&mut self, line: &[u8]) {
        let mut bytes = line.to_vec();
        bytes.push(b'\n');
        self.send_bytes(&bytes);
    }

    /// Sends any bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is still open");
        stdin.write_all(bytes).expect("the server reads its input");
    }

    /// Waits for the answer to a request.
    pub fn wait(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into().to_string();
        self.wait_until(&format!("the answer to request {id}"), |client| {
            client.answers.remove(&id)
        })
    }

    /// Waits until the server has sent a notification of this method; returns its params.
    pub fn wait_notification(&mut self, method: &str) -> Value {
        self.wait_message(method)["params"].take()
    }

    /// Waits for a request or notification of the server; the whole message.
    pub fn wait_message(&mut self, method: &str) -> Value {
        self.wait_until(method, |client| {
            let place = client
                .notifications
                .iter()
                .position(|sent| sent["method"] == method)?;
            Some(client.notifications.remove(place))
        })
    }

    /// Waits until the server has sent this many errors with id null.
    pub fn wait_orphans(&mut self, count: usize) {
        self.wait_until(&format!("{count} errors without id"), |client| {
            (client.orphans.len() >= count).then_some(())
        });
    }

    /// Whether an answer to this request has been seen and not been taken.
    pub fn has_answer(&self, id: i64) -> bool {
        self.answers.contains_key(&id.to_string())
    }

    /// Closes the input; what the server does then can be watched.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Closes the input and waits for the end.
    pub fn finish(mut self) -> Ended {
        self.stdin = None;
        self.wait_for_end()
    }

    /// As [`McpClient::finish`], with a look at the last answers after the input was closed.
    pub fn finish_with(mut self, look: impl FnOnce(&mut Self)) -> Ended {
        self.stdin = None;
        look(&mut self);
        self.wait_for_end()
    }

    /// Waits for the end of the process, with the input left open.
    pub fn wait_for_end(mut self) -> Ended {
        let started = Instant::now();
        let deadline = started + PATIENCE;
        // The lines end when the process has closed its output.
        loop {
            match self
                .lines
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(line) => self.sort(&line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the server did not end"),
            }
        }
        let status = self.child.wait().expect("the server's status");
        let took = started.elapsed();
        let stderr = self
            .stderr
            .take()
            .and_then(|reader| reader.join().ok())
            .unwrap_or_default();
        Ended {
            status,
            took,
            stderr,
        }
    }

    fn wait_until<T>(&mut self, what: &str, found: impl FnMut(&mut Self) -> Option<T>) -> T {
        self.wait_until_by(Instant::now() + PATIENCE, what, found)
    }

    fn wait_until_by<T>(
        &mut self,
        deadline: Instant,
        what: &str,
        mut found: impl FnMut(&mut Self) -> Option<T>,
    ) -> T {
        loop {
            if let Some(found) = found(self) {
                return found;
            }
            match self
                .lines
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(line) => self.sort(&line),
                Err(error) => panic!("no {what}: {error}"),
            }
        }
    }

    /// Puts a line of the server where it belongs, or fails if it is not a JSON-RPC message.
    fn sort(&mut self, line: &str) {
        let message: Value = serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("stdout carries what is not JSON: {error}: {line:?}"));
        assert_eq!(
            message["jsonrpc"], "2.0",
            "stdout carries what is not JSON-RPC: {line}"
        );
        let is_answer = message.get("result").is_some() != message.get("error").is_some();
        if message.get("method").is_some() {
            self.notifications.push(message);
        } else if message["id"].is_null() {
            self.orphans.push(message);
        } else {
            assert!(is_answer, "an answer has either result or error: {line}");
            let id = message["id"].to_string();
            let before = self.answers.insert(id, message);
            assert!(before.is_none(), "a request was answered twice: {line}");
        }
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        // The child of a test that failed must not stay behind.
        let _already_ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}
