//! What waits to be sent to one connection: in order, and bounded.

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt as _, StreamExt as _};
use greenroom_human::backlog::{BYTES, MESSAGES, TAKES_WITHIN};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{Notify, mpsc};

/// The sending half of a connection. It ends when this is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Message>,
    /// Bytes that wait.
    waiting: Arc<AtomicUsize>,
    /// Told whenever a message has gone.
    gone: Arc<Notify>,
}

/// The other side reads too slowly or is gone: the connection ends, dialogs stay.
#[derive(Debug)]
pub(crate) struct Overflow;

/// Splits a connection into what is sent, by a task of its own, and what is received.
pub(crate) fn split(socket: WebSocket) -> (Outbox, SplitStream<WebSocket>) {
    let (sink, stream) = socket.split();
    let (messages, receiver) = mpsc::channel(MESSAGES);
    let outbox = Outbox {
        messages,
        waiting: Arc::default(),
        gone: Arc::default(),
    };
    let (waiting, gone) = (Arc::clone(&outbox.waiting), Arc::clone(&outbox.gone));
    tokio::spawn(send_all(sink, receiver, waiting, gone));
    (outbox, stream)
}

impl Outbox {
    pub(crate) fn send(&self, message: &Value) -> Result<(), Overflow> {
        self.push(Message::Text(message.to_string().into()))
    }

    /// As [`Outbox::send`], but waits for room, as one of many messages at once must.
    pub(crate) async fn send_in_turn(&self, message: &Value) -> Result<(), Overflow> {
        let message = Message::Text(message.to_string().into());
        loop {
            let gone = self.gone.notified();
            if self.messages.is_closed() {
                return Err(Overflow);
            }
            if self.has_room(&message) {
                return self.push(message);
            }
            gone.await;
        }
    }

    /// As [`Outbox::send`], for what is no text.
    pub(crate) fn send_bytes(&self, bytes: Vec<u8>) -> Result<(), Overflow> {
        self.push(Message::Binary(bytes.into()))
    }

    /// Waits until everything has gone.
    pub(crate) async fn idle(&self) -> Result<(), Overflow> {
        loop {
            let gone = self.gone.notified();
            if self.messages.is_closed() {
                return Err(Overflow);
            }
            if self.waiting.load(Ordering::Relaxed) == 0 {
                return Ok(());
            }
            gone.await;
        }
    }

    pub(crate) fn ping(&self) -> Result<(), Overflow> {
        self.push(Message::Ping(Vec::new().into()))
    }

    pub(crate) fn close(&self, code: u16, reason: &'static str) {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // It is closed either way.
        let _full = self.push(Message::Close(Some(frame)));
    }

    fn has_room(&self, message: &Message) -> bool {
        let waiting = self.waiting.load(Ordering::Relaxed);
        // A single message that is larger still may go alone.
        self.messages.capacity() > 0 && (waiting == 0 || waiting + size_of(message) <= BYTES)
    }

    fn push(&self, message: Message) -> Result<(), Overflow> {
        if !self.has_room(&message) {
            return Err(Overflow);
        }
        self.waiting.fetch_add(size_of(&message), Ordering::Relaxed);
        self.messages.try_send(message).map_err(|_| Overflow)
    }
}

async fn send_all(
    mut sink: SplitSink<WebSocket, Message>,
    mut messages: mpsc::Receiver<Message>,
    waiting: Arc<AtomicUsize>,
    gone: Arc<Notify>,
) {
    while let Some(message) = messages.recv().await {
        let size = size_of(&message);
        let is_last = matches!(message, Message::Close(_));
        let sent = tokio::time::timeout(TAKES_WITHIN, sink.send(message)).await;
        waiting.fetch_sub(size, Ordering::Relaxed);
        gone.notify_waiters();
        if is_last || !matches!(sent, Ok(Ok(()))) {
            break;
        }
    }
    // Who waits for room finds that there will be none.
    drop(messages);
    gone.notify_waiters();
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
