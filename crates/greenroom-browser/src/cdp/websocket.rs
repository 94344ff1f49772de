//! CDP over a WebSocket, for a browser or grid that runs elsewhere.

use futures::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::cut::Cutter;
use super::{INCOMING_QUEUE, Transport};
use crate::error::{BrowserError, Result};

/// Connect to a browser's own endpoint, `ws://host:port/devtools/browser/…`.
pub(crate) async fn transport(address: &str) -> Result<Transport> {
    // Pictures of whole pages are large; the browser is trusted not to flood us.
    let config = WebSocketConfig::default()
        .max_message_size(None)
        .max_frame_size(None);
    let connect = tokio_tungstenite::connect_async_with_config(address, Some(config), true);
    let (socket, _) = connect.await.map_err(|error| BrowserError::LaunchFailed {
        path: address.into(),
        reason: error.to_string(),
    })?;
    let (mut sink, mut stream) = socket.split();
    let (outgoing, mut to_write) = mpsc::unbounded_channel::<String>();
    let (read, incoming) = mpsc::channel(INCOMING_QUEUE);
    tokio::spawn(async move {
        while let Some(text) = to_write.recv().await {
            if sink.send(Message::text(text)).await.is_err() {
                return;
            }
        }
    });
    tokio::spawn(async move {
        while let Some(Ok(message)) = stream.next().await {
            let mut cutter = Cutter::default();
            match message {
                Message::Text(text) => cutter.take(text.as_bytes()),
                Message::Close(_) => return,
                _ => continue,
            }
            if read.send(cutter.finish()).await.is_err() {
                return;
            }
        }
    });
    Ok(Transport { outgoing, incoming })
}
