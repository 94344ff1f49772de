//! What waits to be sent to one connection: in order, and bounded.

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;

/// Messages that may wait.
const MESSAGES: usize = 256;
/// Bytes that may wait.
const BYTES: usize = 16 << 20;
/// Both sides ping this often.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(15);
/// A connection is dead when nothing came for this long: two pings were missed.
pub(super) const DEAD_AFTER: Duration = Duration::from_secs(40);

/// The sending half of a connection. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Outbox {
    messages: mpsc::Sender<Message>,
    waiting: Arc<AtomicUsize>,
}

/// The other side reads too slowly or is gone: the connection ends, dialogs stay.
#[derive(Debug)]
pub(super) struct Overflow;

/// Splits a connection into what is sent, by a task of its own, and what is received.
pub(super) fn split(socket: WebSocket) -> (Outbox, SplitStream<WebSocket>) {
    let (sink, stream) = socket.split();
    let (messages, receiver) = mpsc::channel(MESSAGES);
    let waiting = Arc::new(AtomicUsize::new(0));
    tokio::spawn(send_all(sink, receiver, Arc::clone(&waiting)));
    (Outbox { messages, waiting }, stream)
}

impl Outbox {
    pub(super) fn send(&self, message: &Value) -> Result<(), Overflow> {
        self.push(Message::Text(message.to_string().into()))
    }

    pub(super) fn ping(&self) -> Result<(), Overflow> {
        self.push(Message::Ping(Vec::new().into()))
    }

    pub(super) fn close(&self, code: u16, reason: &'static str) {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // It is closed either way.
        let _full = self.push(Message::Close(Some(frame)));
    }

    fn push(&self, message: Message) -> Result<(), Overflow> {
        let size = size_of(&message);
        let waiting = self.waiting.fetch_add(size, Ordering::Relaxed);
        // A single message that is larger still may go alone.
        if waiting > 0 && waiting + size > BYTES {
            return Err(Overflow);
        }
        self.messages.try_send(message).map_err(|_| Overflow)
    }
}

async fn send_all(
    mut sink: SplitSink<WebSocket, Message>,
    mut messages: mpsc::Receiver<Message>,
    waiting: Arc<AtomicUsize>,
) {
    while let Some(message) = messages.recv().await {
        let size = size_of(&message);
        let is_last = matches!(message, Message::Close(_));
        let sent = tokio::time::timeout(DEAD_AFTER, sink.send(message)).await;
        waiting.fetch_sub(size, Ordering::Relaxed);
        if is_last || !matches!(sent, Ok(Ok(()))) {
            break;
        }
    }
    // The other side may have closed first.
    let _closed = sink.close().await;
}

fn size_of(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}
