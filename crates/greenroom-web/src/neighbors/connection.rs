//! The connection to a process that plays: made with what it announces, and again when it is lost.

use super::known::Known;
use super::wire::ToPlayer;
use super::{Announcement, PATH, PROTOCOL};
use crate::workbench::courses::OutOfReach;
use futures::{SinkExt as _, StreamExt as _};
use greenroom_human::pulse::{Gone, Pulse};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The largest message that is read: a frame, or a list of sessions.
const LARGEST: usize = 8 << 20;
/// A connection that cannot be made in this time is none.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// A process that cannot be reached is tried again after this.
const AGAIN: Duration = Duration::from_secs(1);
/// A process that takes no message for this long is gone.
const TAKES_WITHIN: Duration = Duration::from_secs(10);

/// Connects, and again whenever the connection is lost.
pub(super) async fn keep_connected(known: &Known, announcement: &Announcement) {
    loop {
        let why = match connect(announcement).await {
            Ok(socket) => {
                let messages = known.connected();
                carry(socket, messages, known).await;
                OutOfReach::NoAnswer
            }
            Err(tungstenite::Error::Http(reply)) if reply.status() == 409 => {
                OutOfReach::OtherVersion
            }
            Err(error) => {
                tracing::debug!(%error, "a process that plays was not reached");
                OutOfReach::NoAnswer
            }
        };
        known.lost(why);
        tokio::time::sleep(AGAIN).await;
    }
}

async fn connect(announcement: &Announcement) -> Result<Socket, tungstenite::Error> {
    let Announcement { port, secret, .. } = announcement;
    let address = format!("ws://127.0.0.1:{port}{PATH}?protocol={PROTOCOL}");
    let mut request = address.into_client_request()?;
    let bearer = format!("Bearer {secret}").parse()?;
    request.headers_mut().insert("Authorization", bearer);
    let limits = WebSocketConfig::default()
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST));
    let connecting = tokio_tungstenite::connect_async_with_config(request, Some(limits), true);
    match tokio::time::timeout(CONNECT_WITHIN, connecting).await {
        Ok(connected) => Ok(connected?.0),
        Err(_) => Err(tungstenite::Error::ConnectionClosed),
    }
}

/// Carries messages until the connection is over.
async fn carry(mut socket: Socket, mut messages: mpsc::Receiver<ToPlayer>, known: &Known) {
    let mut pulse = Pulse::start();
    loop {
        let message = tokio::select! {
            message = messages.recv() => match message {
                Some(message) => Message::Text(serde_json::json!(message).to_string().into()),
                None => return,
            },
            message = socket.next() => {
                pulse.heard();
                match message {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(message) => known.take(message),
                        Err(error) => {
                            tracing::debug!(%error, "a message of another process is not understood");
                            return;
                        }
                    },
                    Some(Ok(Message::Binary(bytes))) => known.take_frame(&bytes),
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                }
                continue;
            }
            beat = pulse.beat() => match beat {
                Ok(()) => Message::Ping(Vec::new().into()),
                Err(Gone) => return,
            },
        };
        let sent = tokio::time::timeout(TAKES_WITHIN, socket.send(message)).await;
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}
