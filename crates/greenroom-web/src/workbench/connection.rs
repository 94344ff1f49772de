//! One connection of a page or program: what comes over it, what changes at the desk meanwhile,
//! and whether the other side is still there.

use super::hub::Hub;
use super::outbox::{DEAD_AFTER, HEARTBEAT, Outbox, Overflow};
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures::StreamExt as _;
use futures::stream::SplitStream;
use greenroom_dialog::Change;
use tokio::sync::broadcast;
use tokio::time::{Instant, Interval};

/// The receiving half of a connection.
#[derive(Debug)]
pub(super) struct Connection {
    incoming: SplitStream<WebSocket>,
    changes: broadcast::Receiver<Change>,
    heartbeat: Interval,
    heard: Instant,
}

/// What happened.
#[derive(Debug)]
pub(super) enum Happening {
    /// A frame came.
    Frame(Bytes),
    /// Something changed at the desk.
    Change(Change),
}

impl Connection {
    /// Watches from now on, so that nothing falls between.
    pub(super) fn new(incoming: SplitStream<WebSocket>, hub: &Hub) -> Self {
        Self {
            incoming,
            changes: hub.watch(),
            heartbeat: tokio::time::interval(HEARTBEAT),
            heard: Instant::now(),
        }
    }

    /// What happens next; nothing when the connection is over. Nothing is lost when this future
    /// is dropped.
    pub(super) async fn next(&mut self, outbox: &Outbox) -> Result<Option<Happening>, Overflow> {
        loop {
            tokio::select! {
                message = self.incoming.next() => {
                    self.heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            return Ok(Some(Happening::Frame(text.into())));
                        }
                        Some(Ok(Message::Binary(bytes))) => {
                            return Ok(Some(Happening::Frame(bytes)));
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                    }
                }
                change = self.changes.recv() => {
                    // Too many at once: it comes back and gets all again.
                    let change = change.map_err(|_| Overflow)?;
                    return Ok(Some(Happening::Change(change)));
                }
                _ = self.heartbeat.tick() => {
                    if self.heard.elapsed() > DEAD_AFTER {
                        return Ok(None);
                    }
                    outbox.ping()?;
                }
            }
        }
    }
}
