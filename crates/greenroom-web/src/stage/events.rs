//! How events of the page reach the journal: in order, each acknowledged once it is kept.

use super::host::Playing;
use axum::Json;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// An event as the page numbered it.
#[derive(Debug, Clone, Deserialize)]
pub struct JournalEntry {
    /// Starts at 1 and rises by 1 within one page.
    pub seq: u64,
    /// The event, checked by whoever keeps it.
    pub event: serde_json::Value,
}

/// The events could not be kept; the page sends them again.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SinkError(pub String);

/// Keeps the events of one session.
pub trait EventSink: Send + Sync {
    /// Keeps what is new of `entries` and answers with the highest number that is now safe.
    fn append(
        &self,
        entries: Vec<JournalEntry>,
    ) -> Pin<Box<dyn Future<Output = Result<u64, SinkError>> + Send + '_>>;
}

/// The live channel of the player page.
pub(super) async fn socket(Playing(course): Playing, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(super::LARGEST_BATCH)
        .max_frame_size(super::LARGEST_BATCH)
        .on_upgrade(move |socket| receive(socket, Arc::clone(&course.events)))
}

async fn receive(mut socket: WebSocket, events: Arc<dyn EventSink>) {
    while let Some(Ok(message)) = socket.recv().await {
        let Message::Text(text) = message else {
            continue;
        };
        // A page that sends anything else is not the player: end the connection.
        let Ok(entries) = serde_json::from_str::<Vec<JournalEntry>>(&text) else {
            return;
        };
        let kept = match events.append(entries).await {
            Ok(kept) => kept,
            Err(error) => {
                tracing::error!(%error, "events of the page were not kept");
                return;
            }
        };
        if socket
            .send(Message::Text(kept.to_string().into()))
            .await
            .is_err()
        {
            return;
        }
    }
}

/// The last events of a page that is going away.
pub(super) async fn beacon(
    Playing(course): Playing,
    body: String,
) -> Result<Json<u64>, StatusCode> {
    let entries = serde_json::from_str(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    match course.events.append(entries).await {
        Ok(kept) => Ok(Json(kept)),
        Err(error) => {
            tracing::error!(%error, "the last events of the page were not kept");
            Err(StatusCode::INTERNAL_SERVER_ERROR)
        }
    }
}
