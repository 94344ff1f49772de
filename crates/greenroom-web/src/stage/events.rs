//! How events of the page reach the journal: in order, each acknowledged once it is kept.
//!
//! Only the player may speak here. Content of the same origin can reach these addresses too, but
//! it does not know the key.

use super::Course;
use super::conditions::{self, Conditions};
use super::host::{Playing, Under};
use super::person_page::{Blocked, Served};
use super::player_start::Order;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use futures::FutureExt as _;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

/// The header of a single request that proves it to be the player's.
const KEY: &str = "x-greenroom-key";
/// What the page is told once nothing more can be kept; see `web/player/journal.ts`.
const LOST: &str = "lost";
/// How many events are written in one go.
const MOST_AT_ONCE: usize = 1000;
/// How long a connection may take to prove itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// An event as the page numbered it.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JournalEntry {
    /// Starts at 1 and rises by 1 within one page.
    pub seq: u64,
    /// The event, checked by whoever keeps it.
    #[serde(default)]
    pub event: serde_json::Value,
    /// Instead of an event: the one that the server made under this number has happened now.
    #[serde(default)]
    pub ticket: Option<u64>,
    /// How long that took in the page, in microseconds.
    #[serde(default)]
    pub took_us: Option<u32>,
    /// What the code of an LMS told the content, checked by whoever keeps it.
    #[serde(default)]
    pub lms: Option<serde_json::Value>,
    /// Beside the event that closes the course: its content left its window by itself.
    #[serde(default)]
    pub departure: Option<Departure>,
    /// Instead of an event: what a person did to the page. Checked by whoever keeps it.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<super::person_act::PersonAct>")
    )]
    pub act: Option<serde_json::Value>,
    /// Beside a call of the content: where its script made it, the innermost first.
    #[serde(default)]
    pub source: Vec<CallFrame>,
}

/// A place in a script of the course.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct CallFrame {
    /// Path below the package.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in UTF-16 units.
    pub column: u32,
    /// The function that the place is in, as the browser calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// How content left its window by itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Departure {
    /// In which way.
    pub how: DepartureKind,
    /// Where it wanted to go.
    pub url: Option<String>,
}

/// In which way content left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DepartureKind {
    /// `top.close()` and the like.
    ClosesWindow,
    /// `top.location = …` and the like.
    NavigatesTop,
}

/// The events were not kept.
#[derive(Debug, thiserror::Error)]
pub enum SinkError {
    /// The page sends them again.
    #[error("{0}")]
    Again(String),
    /// Nothing more can be kept.
    #[error("{0}")]
    Lost(String),
}

impl SinkError {
    /// What a single request is answered with.
    fn status(&self) -> StatusCode {
        match self {
            Self::Again(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Lost(_) => StatusCode::INSUFFICIENT_STORAGE,
        }
    }
}

/// Keeps the events of one session.
pub trait EventSink: Send + Sync {
    /// Keeps what is new of `entries` and answers with the highest number that is now safe.
    fn append(
        &self,
        entries: Vec<JournalEntry>,
    ) -> Pin<Box<dyn Future<Output = Result<u64, SinkError>> + Send + '_>>;

    /// Somebody other than the player tried to speak for the page, in this way.
    fn intruded(&self, how: &'static str);

    /// The browser of a person kept the course from loading something.
    fn blocked(&self, what: Blocked);

    /// The browser of a person was given a file of the course, or told why not.
    fn served(&self, file: Served);
}

/// The live channel of the player page.
pub(super) async fn socket(
    Playing(course): Playing,
    Under(conditions): Under,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_message_size(super::LARGEST_BATCH)
        .max_frame_size(super::LARGEST_BATCH)
        .on_upgrade(move |socket| receive(socket, course, conditions))
}

async fn receive(mut socket: WebSocket, course: Arc<Course>, conditions: Arc<Conditions>) {
    let first = tokio::time::timeout(PATIENCE, socket.recv()).await;
    let known = matches!(&first, Ok(Some(Ok(Message::Text(key)))) if course.key.matches(key));
    if !known {
        course.events.intruded("a socket without the key");
        return;
    }
    let mut orders = course.person.as_ref().map(|page| page.follow());
    let mut connection = conditions.follow();
    loop {
        let message = tokio::select! {
            biased;
            () = cut(&course) => return,
            message = socket.recv() => message,
            refuses = conditions::ends(&mut connection) => {
                if refuses {
                    // Told before the next save, so that it is answered with a failure.
                    drop(socket.send(Message::Text(LOST.into())).await);
                }
                return;
            }
            order = next_order(&mut orders) => {
                let order = serde_json::json!(order).to_string();
                if socket.send(Message::Text(order.into())).await.is_err() {
                    return;
                }
                continue;
            }
        };
        let Some(Ok(message)) = message else {
            return;
        };
        let Some(entries) = with_those_behind(message, &mut socket) else {
            return;
        };
        match conditions.admit() {
            Ok(()) => {}
            Err(SinkError::Again(_)) => return,
            Err(SinkError::Lost(_)) => {
                drop(socket.send(Message::Text(LOST.into())).await);
                return;
            }
        }
        let answer = match course.events.append(entries).await {
            Ok(kept) => kept.to_string(),
            Err(SinkError::Again(error)) => {
                tracing::error!(%error, "events of the page were not kept");
                return;
            }
            Err(SinkError::Lost(error)) => {
                tracing::error!(%error, "events of the page cannot be kept any more");
                LOST.to_owned()
            }
        };
        if socket.send(Message::Text(answer.into())).await.is_err() {
            return;
        }
    }
}

/// Waits until the connection of a person's page is cut.
async fn cut(course: &Course) {
    match &course.person {
        Some(page) => page.is_cut().await,
        None => std::future::pending().await,
    }
}

/// What the page is to do next, of a course that a person plays.
async fn next_order(orders: &mut Option<broadcast::Receiver<Order>>) -> Order {
    if let Some(orders) = orders {
        loop {
            match orders.recv().await {
                Ok(order) => return order,
                // Who waits for one that was passed over is told that the page did not answer.
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => break,
            }
        }
    }
    std::future::pending().await
}

/// The events of a message and of those that have arrived behind it: one write and one sync are
/// enough for all of them. None for what the player never sends.
fn with_those_behind(first: Message, socket: &mut WebSocket) -> Option<Vec<JournalEntry>> {
    let mut entries = Vec::new();
    let mut next = Some(first);
    while let Some(message) = next.take() {
        if let Message::Text(text) = message {
            entries.extend(serde_json::from_str::<Vec<JournalEntry>>(&text).ok()?);
        }
        if entries.len() < MOST_AT_ONCE
            && let Some(Some(Ok(behind))) = socket.recv().now_or_never()
        {
            next = Some(behind);
        }
    }
    Some(entries)
}

/// Events of a page that waits for them to be on disk, or that is going away.
pub(super) async fn post(
    Playing(course): Playing,
    Under(conditions): Under,
    request: Request,
) -> Result<String, StatusCode> {
    let key = request.headers().get(KEY).and_then(|key| key.to_str().ok());
    if !key.is_some_and(|key| course.key.matches(key)) {
        course.events.intruded("a request without the key");
        return Err(StatusCode::FORBIDDEN);
    }
    let body = to_bytes(request.into_body(), super::LARGEST_BATCH)
        .await
        .map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    let entries = serde_json::from_slice(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    conditions.admit().map_err(|refused| refused.status())?;
    let kept = course.events.append(entries).await;
    kept.map(|kept| kept.to_string()).map_err(|error| {
        tracing::error!(%error, "events that the page waits for were not kept");
        error.status()
    })
}
