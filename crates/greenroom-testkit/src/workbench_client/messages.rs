//! Messages of one socket, sorted by the test.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::Instant;

use serde_json::Value;
use tokio_tungstenite::tungstenite::{Message, WebSocket};

use super::PATIENCE;

#[derive(Debug)]
pub(super) struct Messages {
    socket: WebSocket<TcpStream>,
    waiting: Vec<Value>,
    /// Messages that are no text.
    bytes: VecDeque<Vec<u8>>,
}

impl Messages {
    pub(super) fn over(socket: WebSocket<TcpStream>) -> Self {
        Self {
            socket,
            waiting: Vec::new(),
            bytes: VecDeque::new(),
        }
    }

    pub(super) fn send(&mut self, message: &Value) {
        self.try_send(message).expect("the socket is open");
    }

    /// Sends, if the connection is there.
    pub(super) fn try_send(&mut self, message: &Value) -> Option<()> {
        self.try_send_text(&message.to_string())
    }

    /// Sends any text as a frame, if the connection is there.
    pub(super) fn try_send_text(&mut self, text: &str) -> Option<()> {
        self.socket.send(Message::Text(text.into())).ok()
    }

    /// Sends a binary frame.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        let frame = Message::Binary(bytes.to_owned().into());
        self.socket.send(frame).expect("the socket is open");
    }

    /// The next binary frame; texts wait.
    pub(super) fn wait_bytes(&mut self) -> Vec<u8> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(bytes) = self.bytes.pop_front() {
                return bytes;
            }
            assert!(Instant::now() < deadline, "no bytes: {:?}", self.waiting);
            match self.socket.read().expect("the socket is open") {
                Message::Text(text) => {
                    let message = serde_json::from_str(&text).expect("texts are JSON");
                    self.waiting.push(message);
                }
                Message::Binary(bytes) => self.bytes.push_back(bytes.to_vec()),
                Message::Close(frame) => panic!("closed instead of bytes: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The next message that fits; the others wait.
    pub(super) fn wait(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(fitting) = self.take(&fits) {
                return fitting;
            }
            assert!(Instant::now() < deadline, "no {what}: {:?}", self.waiting);
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message = serde_json::from_str(&text).expect("frames are JSON");
                    self.waiting.push(message);
                }
                Ok(Message::Binary(bytes)) => self.bytes.push_back(bytes.to_vec()),
                Ok(Message::Close(frame)) => panic!("closed instead of {what}: {frame:?}"),
                Ok(_) => {}
                Err(error) => panic!("no {what}: {error}; got {:?}", self.waiting),
            }
        }
    }

    /// The next message that fits, or nothing when the connection is gone.
    pub(super) fn try_wait(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        loop {
            if let Some(fitting) = self.take(&fits) {
                return Some(fitting);
            }
            match self.socket.read() {
                Ok(Message::Text(text)) => self.waiting.push(serde_json::from_str(&text).ok()?),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    fn take(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        let place = self.waiting.iter().position(fits)?;
        Some(self.waiting.remove(place))
    }

    /// Reads until the other side closes; the close code.
    pub(super) fn closed(&mut self) -> Option<u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}
