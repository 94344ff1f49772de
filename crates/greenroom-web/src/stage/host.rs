//! Which session a request belongs to: the host name says it, and nothing else is served.

use super::{Course, Courses};
use crate::gate;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use tokio::sync::watch;

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
        let host = gate::only_one(headers, &header::HOST)?;
        let session_id = host.strip_suffix(&format!(".localhost:{}", self.port))?;
        self.courses.find(session_id)
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

/// Refuses every request that names another host, or comes from a page of another origin.
///
/// A foreign page can send a request to a loopback port; it cannot choose these two headers. A
/// request line may name a host too (`GET http://host/`), and it must be the same.
pub(super) async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = gate::only_one(headers, &header::HOST);
    let in_line = request.uri().authority().map(Authority::as_str);
    if hosts.course(headers).is_none() || in_line.is_some_and(|name| Some(name) != host) {
        return StatusCode::MISDIRECTED_REQUEST.into_response();
    }
    let own = host.map(|host| format!("http://{host}"));
    if headers.contains_key(header::ORIGIN)
        && gate::only_one(headers, &header::ORIGIN) != own.as_deref()
    {
        return StatusCode::FORBIDDEN.into_response();
    }
    next.run(request).await
}
