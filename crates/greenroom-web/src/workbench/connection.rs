//! One connection of a page or program: what comes over it, what changes at the desk meanwhile,
//! and whether the other side is still there.

use super::LARGEST_FRAME;
use super::outbox::{Outbox, Overflow};
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use futures::StreamExt as _;
use futures::stream::SplitStream;
use greenroom_dialog::Change;
use greenroom_human::Hub;
use greenroom_human::pulse::{Gone, Pulse};
use tokio::sync::broadcast;

/// Close code: the frame is larger than what is read.
const TOO_LARGE: u16 = 1009;

/// The receiving half of a connection.
#[derive(Debug)]
pub(super) struct Connection {
    incoming: SplitStream<WebSocket>,
    changes: broadcast::Receiver<Change>,
    pulse: Pulse,
}

/// What happened.
#[derive(Debug)]
pub(super) enum Happening {
    /// A frame came.
    Frame(Bytes),
    /// Something changed at the desk.
    Change(Change),
}

/// Reads a little more than the largest frame, so that the other side can be told of its fault.
pub(super) fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(2 * LARGEST_FRAME)
        .max_frame_size(2 * LARGEST_FRAME)
}

impl Connection {
    /// Watches from now on, so that nothing falls between.
    pub(super) fn new(incoming: SplitStream<WebSocket>, hub: &Hub) -> Self {
        Self {
            incoming,
            changes: hub.watch(),
            pulse: Pulse::start(),
        }
    }

    /// What happens next; nothing when the connection is over. Nothing is lost when this future
    /// is dropped.
    pub(super) async fn next(&mut self, outbox: &Outbox) -> Result<Option<Happening>, Overflow> {
        loop {
            tokio::select! {
                message = self.incoming.next() => {
                    self.pulse.heard();
                    let frame: Bytes = match message {
                        Some(Ok(Message::Text(text))) => text.into(),
                        Some(Ok(Message::Binary(bytes))) => bytes,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                    };
                    if frame.len() > LARGEST_FRAME {
                        outbox.close(TOO_LARGE, "a frame is limited to 16 MB");
                        return Ok(None);
                    }
                    return Ok(Some(Happening::Frame(frame)));
                }
                change = self.changes.recv() => {
                    // Too many at once: it comes back and gets all again.
                    let change = change.map_err(|_| Overflow)?;
                    return Ok(Some(Happening::Change(change)));
                }
                beat = self.pulse.beat() => match beat {
                    Ok(()) => outbox.ping()?,
                    Err(Gone) => return Ok(None),
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::gate::Listeners;
    use crate::workbench::courses::NoCourses;
    use crate::workbench::{Workbench, WorkbenchOptions};
    use greenroom_dialog::Registry;
    use greenroom_human::Hub;
    use std::sync::Arc;
    use std::time::Duration;
    use tokio::net::TcpStream;
    use tokio::time::Instant;

    /// Waits until some program is connected, or none.
    async fn until_connected(hub: &Hub, wanted: bool) {
        let mut changes = hub.watch();
        while hub.status().connected != wanted {
            changes.recv().await.unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_program_that_answers_no_ping_is_let_go() {
        let home = tempfile::tempdir().unwrap();
        let hub = Hub::open(&home.path().join("dialogs"), Registry::standard()).unwrap();
        let options = WorkbenchOptions {
            data_directory: home.path().to_owned(),
            ws_no_token: true,
            ..WorkbenchOptions::default()
        };
        let listeners = Listeners::bind(0).await.unwrap();
        let workbench = Workbench::serve(listeners, hub, options, Arc::new(NoCourses)).unwrap();
        let stream = TcpStream::connect(("127.0.0.1", workbench.port()));
        let address = format!("ws://127.0.0.1:{}/", workbench.port());
        // It reads nothing more, so it answers nothing.
        let silent = tokio_tungstenite::client_async(address, stream.await.unwrap())
            .await
            .unwrap();
        until_connected(workbench.hub(), true).await;
        let connected = Instant::now();
        until_connected(workbench.hub(), false).await;
        let silence = connected.elapsed();
        let longest = Duration::from_secs(45) + Duration::from_millis(5);
        assert!(
            (Duration::from_secs(30)..=longest).contains(&silence),
            "{silence:?}"
        );
        drop(silent);
    }
}
