//! The connection of an endpoint: what waits to be sent, and the task that carries it.

use super::Waiting;
use crate::backlog;
use crate::pulse::{Gone, Pulse};
use futures::{SinkExt as _, StreamExt as _};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{Notify, mpsc, watch};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The other side has this time to hear that the connection ends.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How the other side is asked whether it is there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Heartbeat {
    /// WebSocket pings.
    Frames,
    /// JSON-RPC `ping`, which any parent app answers.
    Requests,
}

impl Heartbeat {
    fn message(self) -> Message {
        match self {
            Self::Frames => Message::Ping(Vec::new().into()),
            Self::Requests => {
                let ping = json!({"jsonrpc": "2.0", "id": "ping", "method": "ping"});
                Message::Text(ping.to_string().into())
            }
        }
    }
}

/// What waits to be sent: in order, and bounded.
#[derive(Clone, Debug)]
pub(super) struct Outgoing {
    messages: mpsc::Sender<Message>,
    bytes: Arc<AtomicUsize>,
    /// More came than may wait: the connection ends.
    overflow: Arc<Notify>,
}

impl Outgoing {
    pub(super) fn new() -> (Self, mpsc::Receiver<Message>) {
        let (messages, receiver) = mpsc::channel(backlog::MESSAGES);
        let outgoing = Self {
            messages,
            bytes: Arc::default(),
            overflow: Arc::default(),
        };
        (outgoing, receiver)
    }

    /// Whether there was room.
    pub(super) fn push(&self, text: String) -> bool {
        let waiting = self.bytes.load(Ordering::Relaxed);
        // A single message that is larger still may go alone.
        let has_room = waiting == 0 || waiting + text.len() <= backlog::BYTES;
        self.bytes.fetch_add(text.len(), Ordering::Relaxed);
        let is_taken = has_room && self.messages.try_send(Message::Text(text.into())).is_ok();
        if !is_taken {
            self.overflow.notify_one();
        }
        is_taken
    }
}

/// Why a connection is over.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error("closed")]
    Closed,
    #[error("no answer")]
    NoAnswer,
    #[error("the other side reads too slowly")]
    TooSlow,
    #[error(transparent)]
    Socket(#[from] tungstenite::Error),
}

/// The connection itself, in a task of its own.
pub(super) struct Connection {
    socket: Socket,
    /// Bytes that wait to be sent.
    bytes: Arc<AtomicUsize>,
    overflow: Arc<Notify>,
    heartbeat: Heartbeat,
}

impl Connection {
    pub(super) fn new(socket: Socket, outgoing: &Outgoing, heartbeat: Heartbeat) -> Self {
        Self {
            socket,
            bytes: Arc::clone(&outgoing.bytes),
            overflow: Arc::clone(&outgoing.overflow),
            heartbeat,
        }
    }

    pub(super) async fn serve(
        mut self,
        messages: mpsc::Receiver<Message>,
        waiting: Arc<Waiting>,
        open: watch::Sender<bool>,
    ) {
        let reason = self.run(messages, &waiting).await;
        open.send_replace(false);
        waiting.fail(&reason.to_string());
        // The other side may be gone.
        let _gone = tokio::time::timeout(CLOSE_WITHIN, self.socket.close(None)).await;
    }

    /// Carries messages until the connection is over; the reason.
    async fn run(&mut self, mut messages: mpsc::Receiver<Message>, waiting: &Waiting) -> Ended {
        let mut pulse = Pulse::start();
        loop {
            let sent = tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => {
                        let size = message.len();
                        let sent = self.send(message).await;
                        self.bytes.fetch_sub(size, Ordering::Relaxed);
                        sent
                    }
                    // All handles are dropped.
                    None => return Ended::Closed,
                },
                message = self.socket.next() => {
                    pulse.heard();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            if let Ok(message) = serde_json::from_str(&text) {
                                waiting.take(&message);
                            }
                        }
                        Some(Ok(Message::Close(_))) | None => return Ended::Closed,
                        Some(Ok(_)) => {}
                        Some(Err(error)) => return error.into(),
                    }
                    Ok(())
                }
                beat = pulse.beat() => match beat {
                    Ok(()) => self.send(self.heartbeat.message()).await,
                    Err(Gone) => return Ended::NoAnswer,
                },
            };
            if let Err(reason) = sent {
                return reason;
            }
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        tokio::select! {
            biased;
            () = self.overflow.notified() => Err(Ended::TooSlow),
            sent = self.socket.send(message) => Ok(sent?),
            () = tokio::time::sleep(backlog::TAKES_WITHIN) => Err(Ended::NoAnswer),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::backlog;
    use crate::client::{Endpoint, RequestError};
    use serde_json::json;
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn more_than_may_wait_ends_the_connection() {
        let large = "x".repeat(backlog::BYTES / 2);
        for (number, text) in [(backlog::MESSAGES, "small"), (2, &large)] {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = format!("ws://{}/", listener.local_addr().unwrap());
            let app = tokio::spawn(async move {
                let (stream, _) = listener.accept().await.unwrap();
                tokio_tungstenite::accept_async(stream).await.unwrap()
            });
            let endpoint = Endpoint::connect_to(&address).await.unwrap();
            // It reads nothing.
            let _app = app.await.unwrap();
            let params = json!({ "text": text });
            let sent: Vec<_> = (0..=number)
                .map(|_| endpoint.send("tools/call", &params))
                .collect();
            for request in sent {
                let reply = request.reply().await;
                assert!(matches!(reply, Err(RequestError::Lost(_))), "{reply:?}");
            }
            endpoint.closed().await;
        }
    }
}
