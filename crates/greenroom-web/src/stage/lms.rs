//! The server of the LMS that a course is played in: it launches SCOs, and takes what the LMS's
//! code in the page saves.
//!
//! Saves carry a key of their own in their address, since a beacon has no headers. Content can see
//! such addresses, as it can in an LMS: with the key it can save in its own name, which it can do
//! through the API too, and nothing else.

use super::host::Playing;
use crate::gate::Token;
use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Query, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The header of a launch that proves it to be the player's.
const KEY: &str = "x-greenroom-key";
/// What the page is told of a save that was taken; see `web/player/lms.ts`.
const SAVED: &str = "saved";
/// What an LMS answers whose session has timed out.
const LOGIN_PAGE: &str = "<!DOCTYPE html><title>Log in</title><form method=post><input name=username><input name=password type=password></form>";
/// A save may hold everything that a course has set.
const LARGEST_SAVE: usize = 16 << 20;
/// An identifier of an item.
const LONGEST_ACTIVITY: usize = 64 << 10;

/// How the server of an LMS answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Condition {
    /// In order.
    #[default]
    Ok,
    /// With HTTP 500; nothing is kept.
    ServerError,
    /// With its login page and HTTP 200; nothing is kept.
    LoginPage,
    /// Not at all: the connection breaks, and nothing is kept.
    NoConnection,
}

/// A request of the LMS's code in the page.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The launch that it belongs to.
    pub launch: u32,
    /// Its number within the launch.
    pub request: u32,
    /// How it left the page.
    pub via: String,
    /// What it carries, checked by whoever keeps it.
    pub body: Vec<u8>,
}

/// What a SCO is launched with.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LmsLaunch {
    /// Counts the launches of the session.
    pub number: u32,
    /// What the LMS's code begins with; opaque to the page.
    pub launch: serde_json::Value,
}

/// Keeps what arrives at the server of an LMS.
pub trait LmsServer: Send + Sync {
    /// An item is launched; none if the course has no such item.
    fn launch(&self, activity: &str) -> Option<LmsLaunch>;

    /// Whether it keeps no connection open for the requests to come.
    fn closes_connections(&self) -> bool;

    /// A request arrived: how it is answered, and after which time.
    fn arrived(&self, arrival: Arrival) -> (Condition, Duration);
}

/// The server of the LMS, as a course on the stage has it.
#[derive(Clone)]
pub struct Lms {
    /// What only the player knows.
    pub key: Token,
    pub server: Arc<dyn LmsServer>,
}

impl std::fmt::Debug for Lms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lms").finish_non_exhaustive()
    }
}

/// `POST /player/lms/launch`: the item in the body is launched.
pub(super) async fn launch(
    Playing(course): Playing,
    request: Request,
) -> Result<Response, StatusCode> {
    let lms = course.lms.as_ref().ok_or(StatusCode::NOT_FOUND)?;
    let key = request.headers().get(KEY).and_then(|key| key.to_str().ok());
    if !key.is_some_and(|key| lms.key.matches(key)) {
        course.events.intruded("a launch without the key");
        return Err(StatusCode::FORBIDDEN);
    }
    let body = to_bytes(request.into_body(), LONGEST_ACTIVITY).await;
    let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    let activity = std::str::from_utf8(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    let launch = lms.server.launch(activity).ok_or(StatusCode::NOT_FOUND)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(launch)).into_response())
}

/// What the address of a save says.
#[derive(Deserialize)]
pub(super) struct Address {
    key: String,
    launch: u32,
    request: u32,
    via: String,
}

/// `POST /player/lms`: what the LMS's code sends.
pub(super) async fn save(
    Playing(course): Playing,
    Query(address): Query<Address>,
    request: Request,
) -> Result<Response, StatusCode> {
    let lms = course.lms.as_ref().ok_or(StatusCode::NOT_FOUND)?;
    if !lms.key.matches(&address.key) {
        course.events.intruded("a save without the key");
        return Err(StatusCode::FORBIDDEN);
    }
    let body = to_bytes(request.into_body(), LARGEST_SAVE).await;
    let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    let (condition, latency) = lms.server.arrived(Arrival {
        launch: address.launch,
        request: address.request,
        via: address.via,
        body: body.to_vec(),
    });
    if !latency.is_zero() {
        tokio::time::sleep(latency).await;
    }
    Ok(match condition {
        Condition::Ok => SAVED.into_response(),
        Condition::ServerError => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Condition::LoginPage => ([(header::CONTENT_TYPE, "text/html")], LOGIN_PAGE).into_response(),
        Condition::NoConnection => broken_off(),
    })
}

/// An answer whose connection breaks before it has come.
fn broken_off() -> Response {
    let breaks = futures::stream::once(async {
        Err::<axum::body::Bytes, _>(std::io::Error::from(std::io::ErrorKind::ConnectionReset))
    });
    let mut response = Body::from_stream(breaks).into_response();
    response
        .headers_mut()
        .insert(header::CONTENT_LENGTH, 5.into());
    response
}
