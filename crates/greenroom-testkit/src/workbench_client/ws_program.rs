//! A program on the WebSocket endpoint.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use std::net::TcpStream;
use std::path::Path;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::WebSocket;

use super::bench::Bench;
use super::messages::Messages;

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
        let authorization = format!("Bearer {}", bench.agent_token());
        let socket = bench
            .socket(&format!("/?{query}"), &[("Authorization", &authorization)])
            .expect("the endpoint opens");
        Self::over(socket)
    }

    /// Takes a socket that is open already.
    pub fn over(socket: WebSocket<TcpStream>) -> Self {
        let mut messages = Messages::over(socket);
        let greeting = messages.wait("the first frame", |_| true);
        Self { messages, greeting }
    }

    /// As [`WsProgram::connect`]; nothing when the workbench is not there now.
    pub fn try_connect(home: &Path, query: &str) -> Option<Self> {
        let bench = Bench::try_of(home)?;
        let authorization = format!("Bearer {}", bench.try_agent_token()?);
        let path = format!("/?{query}");
        let socket = bench.try_socket(&path, &[("Authorization", &authorization)])?;
        let mut messages = Messages::over(socket);
        let greeting = messages.try_wait(|_| true)?;
        Some(Self { messages, greeting })
    }

    pub fn send(&mut self, message: Value) {
        self.messages.send(&message);
    }

    /// Sends, if the connection is there.
    pub fn try_send(&mut self, message: Value) -> Option<()> {
        self.messages.try_send(&message)
    }

    /// Sends any text as a frame.
    pub fn send_text(&mut self, text: &str) {
        self.messages
            .try_send_text(text)
            .expect("the socket is open");
    }

    /// Sends a binary frame.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.messages.send_bytes(bytes);
    }

    /// Sends a call without waiting.
    pub fn call(&mut self, id: Value, tool: &str, arguments: Value) {
        self.try_call(id, tool, arguments)
            .expect("the socket is open");
    }

    /// Sends a call, if the connection is there.
    pub fn try_call(&mut self, id: Value, tool: &str, arguments: Value) -> Option<()> {
        self.messages.try_send(&json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        }))
    }

    /// Sends a request of any method and waits for its reply.
    pub fn request(&mut self, id: Value, method: &str, params: Value) -> Value {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.reply(id)
    }

    /// The next message that fits, or nothing when the connection is gone.
    pub fn try_wait(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        self.messages.try_wait(fits)
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
