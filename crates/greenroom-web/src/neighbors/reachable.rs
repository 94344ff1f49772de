//! The side that plays: a socket on loopback for workbenches of the same user.

use super::{Announcement, PATH, PROTOCOL, Seated, visit};
use crate::gate::{self, Gate, Listeners, Serving, Token};
use crate::workbench::driving::Driving;
use crate::workbench::http::bearer;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use std::io;
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// Workbenches that may be connected.
const VISITS: usize = 8;
/// The largest message that is read: a text of 10,000 characters in its longest form.
const LARGEST: usize = 256 << 10;
/// Nothing here is a page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// What plays in this process.
pub trait Played: Driving {
    /// Who is at the open sessions.
    fn seated(&self) -> Vec<Seated>;

    /// Fires whenever a session begins or ends, or somebody else drives it.
    fn changes(&self) -> watch::Receiver<u64>;

    /// Fires whenever the course of a session did something; nothing if none plays.
    fn moves(&self, session_id: &str) -> Option<watch::Receiver<u64>>;
}

/// Workbenches of this user can reach what plays here until this is dropped.
#[derive(Debug)]
pub struct Reachable {
    port: u16,
    secret: Token,
    _serving: Serving,
}

#[derive(Clone)]
struct Door {
    played: Arc<dyn Played>,
    secret: Token,
    places: Arc<Semaphore>,
}

impl Reachable {
    /// Listens on any port of loopback, with a new secret.
    pub async fn serve(played: Arc<dyn Played>) -> io::Result<Self> {
        let listeners = Listeners::bind(0).await?;
        let port = listeners.port();
        let secret = Token::draw().map_err(io::Error::other)?;
        let door = Door {
            played,
            secret: secret.clone(),
            places: Arc::new(Semaphore::new(VISITS)),
        };
        let gate = Gate::new(port, &[], CONTENT_SECURITY_POLICY);
        let app = Router::new()
            .route(PATH, get(enter))
            .with_state(door)
            .layer(axum::middleware::from_fn_with_state(gate, gate::check));
        Ok(Self {
            port,
            secret,
            _serving: listeners.serve(&app),
        })
    }

    /// What workbenches need to know; for this user's eyes only.
    pub fn announcement(&self) -> Vec<u8> {
        let announcement = Announcement::new(self.port, &self.secret);
        serde_json::json!(announcement).to_string().into_bytes()
    }
}

#[derive(Deserialize)]
struct Version {
    protocol: u32,
}

async fn enter(
    State(door): State<Door>,
    Query(version): Query<Version>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // Pages name their origin, and no page has anything to ask here.
    if headers.contains_key(header::ORIGIN) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if !bearer(&headers).is_some_and(|given| door.secret.matches(given)) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if version.protocol != PROTOCOL {
        return StatusCode::CONFLICT.into_response();
    }
    let Ok(place) = Arc::clone(&door.places).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .on_upgrade(async move |socket| {
            visit::receive(door.played, socket).await;
            drop(place);
        })
}
