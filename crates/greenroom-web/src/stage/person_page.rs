//! The player page of a course that a person plays in a browser of their own.
//!
//! There is no second world of scripts for the player there, and no proxy before the network. So
//! the page proves itself with a ticket that is good once, and a Content Security Policy holds the
//! course. Content shares the player's origin and can come to know its key; with it, it can write
//! nothing into the journal but what its own calls would write.

use super::Course;
use super::host::Playing;
use super::player_start::{Order, PlayerStart};
use crate::assets;
use crate::gate::{Token, TokenError};
use axum::Json;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{broadcast, watch};

/// The ticket is 64 digits.
const LONGEST_TICKET: usize = 128;
/// A report of the browser names an address and a directive.
const LONGEST_REPORT: usize = 64 << 10;
/// What the scripts of the page ask for one after the other comes at once.
const EARLY: &str = "<person.js>; rel=modulepreload, <player.js>; rel=modulepreload, \
                     <boot.json>; rel=preload; as=fetch; crossorigin, \
                     <engine.wasm>; rel=preload; as=fetch; crossorigin";
/// Orders that a page may be behind; people do not click faster.
const ORDERS: usize = 64;

/// The page of one person, for as long as it is open.
#[derive(Debug)]
pub struct PersonPage {
    ticket: Token,
    is_taken: AtomicBool,
    launch: Order,
    orders: broadcast::Sender<Order>,
    policy: HeaderValue,
    cut: watch::Sender<bool>,
}

/// What the course asked for and the policy refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    pub url: String,
    /// The part of the policy, like `img-src`.
    pub directive: String,
}

/// A file of the course that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Served {
    /// Path below the package.
    pub path: String,
    pub status: u16,
    pub bytes: Option<u64>,
}

/// No page of the course is open.
#[derive(Debug, thiserror::Error)]
#[error("no page of the course is open")]
pub struct NobodyThere;

impl PersonPage {
    /// A page that begins with this event. `framed_by` are the origins of the workbench; `host` is
    /// the course's own.
    pub fn new(
        launch: Order,
        framed_by: &[String],
        host: &str,
        allow_network: bool,
    ) -> Result<Self, TokenError> {
        Ok(Self {
            ticket: Token::draw()?,
            is_taken: AtomicBool::new(false),
            launch,
            orders: broadcast::Sender::new(ORDERS),
            policy: policy(framed_by, host, allow_network),
            cut: watch::Sender::new(false),
        })
    }

    /// What the page shows to be let in, once.
    pub fn ticket(&self) -> &Token {
        &self.ticket
    }

    /// Ends the connection, as a network does: the page is not told.
    pub fn cut(&self) {
        self.cut.send_replace(true);
    }

    /// Waits until the connection is cut.
    pub(super) async fn is_cut(&self) {
        let mut cut = self.cut.subscribe();
        // The sender lives as long as `self`.
        drop(cut.wait_for(|cut| *cut).await);
    }

    /// Has the page carry out an event.
    pub fn order(&self, order: Order) -> Result<(), NobodyThere> {
        if *self.cut.borrow() {
            return Err(NobodyThere);
        }
        self.orders.send(order).map(drop).map_err(|_| NobodyThere)
    }

    /// Whether a page is connected.
    pub fn is_there(&self) -> bool {
        self.orders.receiver_count() > 0
    }

    /// Waits until no page is connected.
    pub async fn left(&self) {
        self.orders.closed().await;
    }

    pub(super) fn follow(&self) -> broadcast::Receiver<Order> {
        self.orders.subscribe()
    }

    pub(super) fn policy(&self) -> HeaderValue {
        self.policy.clone()
    }

    fn admits(&self, ticket: &str) -> bool {
        self.ticket.matches(ticket) && !self.is_taken.swap(true, Ordering::SeqCst)
    }
}

/// What the course may load, and who may show it in a frame.
fn policy(framed_by: &[String], host: &str, allow_network: bool) -> HeaderValue {
    let own = format!("'self' http://{host} data: blob: 'unsafe-inline' 'unsafe-eval'");
    let sources = if allow_network {
        // Everything but the machine itself: another loopback port may trust whoever asks.
        format!("{own} https:")
    } else {
        own
    };
    let text = format!(
        "default-src {sources}; connect-src {sources} ws://{host}; form-action 'self'; \
         base-uri 'self'; frame-ancestors 'self' {}; report-uri /player/blocked",
        framed_by.join(" ")
    );
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
}

/// `GET /player/person`: the player page, with what lets a person's page begin by itself.
pub(super) async fn page(Playing(course): Playing) -> Result<Response, StatusCode> {
    if course.person.is_none() {
        return Err(StatusCode::NOT_FOUND);
    }
    let page = assets::find("player/index.html").unwrap_or_default();
    let page = String::from_utf8_lossy(page);
    let begins = "<script type=\"module\" src=\"person.js\"></script>\n  </body>";
    let page = page.replacen("</body>", begins, 1);
    let headers = [
        (header::CONTENT_TYPE, assets::mime("index.html")),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::LINK, EARLY),
    ];
    let mut response = (headers, page).into_response();
    hold(&course, &mut response);
    Ok(response)
}

/// `POST /player/begin`: the ticket becomes the key of the journal and the first event.
pub(super) async fn begin(
    Playing(course): Playing,
    request: Request,
) -> Result<Response, StatusCode> {
    let body = to_bytes(request.into_body(), LONGEST_TICKET).await;
    let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    let ticket = std::str::from_utf8(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    let page = course.person.as_deref().ok_or(StatusCode::NOT_FOUND)?;
    if !page.admits(ticket) {
        return Err(StatusCode::FORBIDDEN);
    }
    let beginning = PlayerStart {
        key: course.key.reveal(),
        lms_key: course.lms.as_ref().map_or("", |lms| lms.key.reveal()),
        launch: &page.launch,
    };
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((headers, Json(beginning)).into_response())
}

/// A report of the browser, as far as it counts here.
#[derive(Deserialize)]
struct Report {
    #[serde(rename = "csp-report")]
    report: Violation,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Violation {
    #[serde(default)]
    blocked_uri: String,
    #[serde(default)]
    effective_directive: String,
    #[serde(default)]
    violated_directive: String,
}

/// `POST /player/blocked`: what the policy refused, as the browser reports it.
pub(super) async fn blocked(Playing(course): Playing, request: Request) -> StatusCode {
    let Ok(body) = to_bytes(request.into_body(), LONGEST_REPORT).await else {
        return StatusCode::PAYLOAD_TOO_LARGE;
    };
    let Ok(Report { report }) = serde_json::from_slice(&body) else {
        return StatusCode::BAD_REQUEST;
    };
    if course.person.is_none() {
        return StatusCode::NOT_FOUND;
    }
    let directive = if report.effective_directive.is_empty() {
        report.violated_directive
    } else {
        report.effective_directive
    };
    course.events.blocked(Blocked {
        url: report.blocked_uri,
        directive,
    });
    StatusCode::NO_CONTENT
}

/// Tells what a person's browser was given of the course.
pub(super) fn note(course: &Course, path: &str, response: &Response) {
    if course.person.is_some() {
        let length = response.headers().get(header::CONTENT_LENGTH);
        let bytes = length.and_then(|length| length.to_str().ok()?.parse().ok());
        course.events.served(Served {
            path: path.to_owned(),
            status: response.status().as_u16(),
            bytes,
        });
    }
}

/// Lets the policy stand on everything that a person's browser gets of the course.
pub(super) fn hold(course: &Course, response: &mut Response) {
    if let Some(page) = &course.person {
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, page.policy());
    }
}
