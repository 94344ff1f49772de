//! The connection of one page: frames in both directions, and a heartbeat.

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures::{Sink, SinkExt as _};
use greenroom_human::pulse::{self, Pulse};
use greenroom_lua::frame::{CloseCode, PageFrame, SocketCode};
use greenroom_lua::limits::PAGE_FRAME_BYTES;
use greenroom_lua::{ConnectionHandle, Outgoing, Session};
use tokio::sync::mpsc;

/// Frames that wait for a slow page; it is dropped beyond, and comes back with a full view.
const WAITING_FRAMES: usize = 4_096;

/// Serves a page until one side ends.
pub(super) async fn serve(mut socket: WebSocket, session: Session) {
    let (sender, mut outgoing) = mpsc::channel(WAITING_FRAMES);
    let (overflow, mut overflowed) = mpsc::channel(1);
    let outbox = Box::new(move |message: Outgoing| {
        if sender.try_send(message).is_err() {
            let _told_once = overflow.try_send(());
        }
    });
    let handle = match session.connect(outbox) {
        Ok(handle) => handle,
        Err(limit) => {
            close(&mut socket, CloseCode::Limit, &format!("LIMIT: {limit}")).await;
            return;
        }
    };
    drop(session);
    let mut pulse = Pulse::start();
    loop {
        tokio::select! {
            message = outgoing.recv() => match message {
                Some(Outgoing::Frame(text)) => {
                    if !send(&mut socket, Message::Text(text.into())).await {
                        return;
                    }
                }
                Some(Outgoing::Close(code)) => {
                    close(&mut socket, code, reason(code)).await;
                    return;
                }
                None => return,
            },
            Some(()) = overflowed.recv() => {
                close(&mut socket, CloseCode::Limit, "LIMIT: the page reads too slowly").await;
                return;
            }
            received = socket.recv() => {
                pulse.heard();
                let Some(Ok(message)) = received else { return };
                match take(&handle, &message) {
                    Taken::Yes => {}
                    Taken::End => return,
                    Taken::Close(code) => {
                        drain(&mut socket, &mut outgoing).await;
                        close(&mut socket, code, reason(code)).await;
                        return;
                    }
                }
            }
            beat = pulse.beat() => {
                if beat.is_err() || !send(&mut socket, Message::Ping(Vec::new().into())).await {
                    return;
                }
            }
        }
    }
}

/// What became of a message of the page.
enum Taken {
    Yes,
    End,
    Close(CloseCode),
}

fn take(handle: &ConnectionHandle, message: &Message) -> Taken {
    let text = match message {
        Message::Text(text) => text.as_str(),
        Message::Binary(_) => return Taken::Close(CloseCode::ProtocolFault),
        Message::Close(_) => return Taken::End,
        Message::Ping(_) | Message::Pong(_) => return Taken::Yes,
    };
    if text.len() > PAGE_FRAME_BYTES {
        let words = format!("a frame from a page is limited to {PAGE_FRAME_BYTES} bytes");
        handle.fault(SocketCode::Limit, &words);
        return Taken::Close(CloseCode::Limit);
    }
    match serde_json::from_str::<PageFrame>(text) {
        Ok(frame) => {
            if let Err(limit) = handle.frame(frame) {
                handle.fault(SocketCode::Limit, &limit.to_string());
            }
            Taken::Yes
        }
        Err(error) => {
            handle.fault(SocketCode::BadMessage, &error.to_string());
            Taken::Close(CloseCode::ProtocolFault)
        }
    }
}

/// Sends what explains a close before it.
async fn drain(socket: &mut WebSocket, outgoing: &mut mpsc::Receiver<Outgoing>) {
    while let Ok(Outgoing::Frame(text)) = outgoing.try_recv() {
        if !send(socket, Message::Text(text.into())).await {
            return;
        }
    }
}

/// Sends a message. No: the page is gone, or has read nothing for as long as it may be silent.
async fn send(socket: &mut (impl Sink<Message> + Unpin), message: Message) -> bool {
    let sent = tokio::time::timeout(pulse::SILENCE, socket.send(message)).await;
    matches!(sent, Ok(Ok(())))
}

fn reason(code: CloseCode) -> &'static str {
    match code {
        CloseCode::SessionEnded => "session ended",
        CloseCode::Stopping => "stopping",
        CloseCode::Limit => "limit",
        CloseCode::UnknownSession => "unknown session",
        CloseCode::ProtocolFault => "protocol fault",
    }
}

async fn close(socket: &mut WebSocket, code: CloseCode, reason: &str) {
    let frame = CloseFrame {
        code: code as u16,
        reason: reason.to_owned().into(),
    };
    let _page_gone = send(socket, Message::Close(Some(frame))).await;
}

#[cfg(test)]
mod tests {
    use futures::channel::mpsc;
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_page_that_never_reads_is_left() {
        let (mut page, _reads_nothing) = mpsc::channel(0);
        let began = Instant::now();
        assert!(!send(&mut page, Message::Text("unread".into())).await);
        assert_eq!(began.elapsed(), pulse::SILENCE);
    }
}
