//! Which session a request belongs to: the host name says it, and nothing else is served.

use super::{Conditions, Course, Courses, above};
use crate::gate;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::watch;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

#[derive(Clone)]
pub(crate) struct Hosts {
    pub(super) courses: Arc<Courses>,
    pub(super) port: u16,
}

pub(super) fn name(session_id: &str, port: u16) -> String {
    format!("{session_id}.localhost:{port}")
}

impl Hosts {
    fn course(&self, headers: &HeaderMap) -> Option<watch::Receiver<Option<Arc<Course>>>> {
        self.courses.find(self.session(headers)?)
    }

    fn conditions(&self, headers: &HeaderMap) -> Option<Arc<Conditions>> {
        self.courses.conditions(self.session(headers)?)
    }

    /// Whether the LMS in which the course plays keeps no connection open.
    fn closes_connections(&self, headers: &HeaderMap) -> bool {
        let Some(course) = self.course(headers) else {
            return false;
        };
        let course = course.borrow();
        let lms = course.as_ref().and_then(|course| course.lms.as_ref());
        lms.is_some_and(|lms| lms.server.closes_connections())
    }

    fn session<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        self.session_of(gate::only_one(headers, &header::HOST)?)
    }

    fn session_of<'h>(&self, host: &'h str) -> Option<&'h str> {
        host.strip_suffix(&format!(".localhost:{}", self.port))
    }

    /// Whether a session plays under this host.
    fn knows(&self, host: &str) -> bool {
        let session = self.session_of(host);
        session.is_some_and(|session| self.courses.find(session).is_some())
    }
}

/// The course of the request's host, waited for if it is expected.
pub(super) struct Playing(pub(super) Arc<Course>);

impl FromRequestParts<Hosts> for Playing {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, hosts: &Hosts) -> Result<Self, StatusCode> {
        let gone = StatusCode::MISDIRECTED_REQUEST;
        let mut course = hosts.course(&parts.headers).ok_or(gone)?;
        let there = course.wait_for(Option::is_some).await.map_err(|_| gone)?;
        there.clone().map(Self).ok_or(gone)
    }
}

/// The conditions of the request's host.
pub(super) struct Under(pub(super) Arc<Conditions>);

impl FromRequestParts<Hosts> for Under {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, hosts: &Hosts) -> Result<Self, Infallible> {
        Ok(Self(hosts.conditions(&parts.headers).unwrap_or_default()))
    }
}

/// Refuses every request that names another host, or comes from a page of another origin.
///
/// A foreign page can send a request to a loopback port; it cannot choose these two headers. A
/// request line may name a host too (`GET http://host/`), and it must be the same.
pub(super) async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = gate::only_one(headers, &header::HOST);
    let in_line = request.uri().authority().map(Authority::as_str);
    if let Some(player) = host.and_then(above::host_below)
        && in_line.is_none()
        && hosts.knows(player)
    {
        return above::answer(player, request.uri().path());
    }
    if hosts.course(headers).is_none() || in_line.is_some_and(|name| Some(name) != host) {
        return StatusCode::MISDIRECTED_REQUEST.into_response();
    }
    let own = host.map(|host| format!("http://{host}"));
    if headers.contains_key(header::ORIGIN)
        && gate::only_one(headers, &header::ORIGIN) != own.as_deref()
    {
        return StatusCode::FORBIDDEN.into_response();
    }
    let blocked = hosts
        .conditions(headers)
        .is_some_and(|conditions| conditions.unload_blocked);
    let closes = hosts.closes_connections(headers);
    let mut response = next.run(request).await;
    if closes && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    if blocked {
        let policy = HeaderValue::from_static("unload=()");
        response.headers_mut().insert(PERMISSIONS_POLICY, policy);
    }
    response
}
