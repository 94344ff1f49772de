//! A program that shows dialogs, as far as the wire can tell.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, WebSocket, accept};

/// A parent app that serves one connection.
#[derive(Debug)]
pub struct ParentApp {
    listener: TcpListener,
    socket: Option<WebSocket<TcpStream>>,
}

impl ParentApp {
    /// Listens on a free port.
    pub fn listen() -> Self {
        Self {
            listener: TcpListener::bind("127.0.0.1:0").expect("a free port"),
            socket: None,
        }
    }

    /// Its `ws://` address.
    pub fn address(&self) -> String {
        let address = self.listener.local_addr().expect("it is bound");
        format!("ws://{address}/")
    }

    /// Waits for the next `tools/call`.
    pub fn next_call(&mut self) -> Value {
        if self.socket.is_none() {
            let (stream, _) = self.listener.accept().expect("someone connects");
            let patience = Some(Duration::from_secs(30));
            stream.set_read_timeout(patience).expect("a time limit");
            let mut socket = accept(stream).expect("a WebSocket");
            let greeting = json!({"type": "connection", "status": "connected"});
            let greeting = Message::Text(greeting.to_string().into());
            socket.send(greeting).expect("the socket is open");
            self.socket = Some(socket);
        }
        loop {
            if let Message::Text(text) = self.socket().read().expect("a call") {
                let message: Value = serde_json::from_str(&text).expect("frames are JSON");
                if message["method"] == "tools/call" {
                    return message;
                }
            }
        }
    }

    /// Answers a call.
    pub fn reply(&mut self, call: &Value, result: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": call["id"], "result": result}));
    }

    /// Answers a call with an error.
    pub fn refuse(&mut self, call: &Value, error: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": call["id"], "error": error}));
    }

    /// Cuts the connection.
    pub fn hang_up(&mut self) {
        self.socket = None;
    }

    fn send(&mut self, message: Value) {
        let text = Message::Text(message.to_string().into());
        self.socket().send(text).expect("the socket is open");
    }

    fn socket(&mut self) -> &mut WebSocket<TcpStream> {
        self.socket.as_mut().expect("someone is connected")
    }
}
