//! CDP over a WebSocket, for a browser or grid that runs elsewhere.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::cut::Cutter;
use super::{INCOMING_QUEUE, Transport};

const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// How long the other side may take to say goodbye.
const CLOSE_LIMIT: Duration = Duration::from_secs(1);

/// Connect to a browser's own endpoint, `ws://host:port/devtools/browser/…`.
pub(crate) async fn transport(address: &str) -> Result<Transport, String> {
    // Pictures of whole pages are large; the browser is trusted not to flood us.
    let config = WebSocketConfig::default()
        .max_message_size(None)
        .max_frame_size(None);
    let connect = tokio_tungstenite::connect_async_with_config(address, Some(config), true);
    let connected = tokio::time::timeout(CONNECT_LIMIT, connect).await;
    let connected = connected.map_err(|_| "no connection within 10 s".to_owned())?;
    let (socket, _) = connected.map_err(|error| error.to_string())?;
    let (mut sink, mut stream) = socket.split();
    let (outgoing, mut to_write) = mpsc::unbounded_channel::<String>();
    let (read, incoming) = mpsc::channel(INCOMING_QUEUE);
    let (writing, mut written) = oneshot::channel::<()>();
    tokio::spawn(async move {
        while let Some(text) = to_write.recv().await {
            if sink.send(Message::text(text)).await.is_err() {
                return;
            }
        }
        drop(tokio::time::timeout(CLOSE_LIMIT, sink.close()).await);
        // A host that is gone never ends a connection; with this the reader does.
        drop(writing);
    });
    tokio::spawn(async move {
        loop {
            let message = tokio::select! {
                message = stream.next() => message,
                _ = &mut written => return,
            };
            let mut cutter = Cutter::default();
            match message {
                Some(Ok(Message::Text(text))) => cutter.take(text.as_bytes()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            }
            if read.send(cutter.finish()).await.is_err() {
                return;
            }
        }
    });
    Ok(Transport { outgoing, incoming })
}
