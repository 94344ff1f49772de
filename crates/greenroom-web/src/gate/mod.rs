//! What stands before every socket that people's browsers reach: who may ask at all.
//!
//! A foreign web page can send requests to a loopback port, and DNS rebinding can give it our
//! port under its own name. It cannot choose `Host` and `Origin`, so both are checked before
//! routing, on every request and upgrade. Tokens say the rest.

mod connections;
mod listen;
mod slots;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
pub(crate) use connections::serve;
pub use greenroom_human::{Token, TokenError, digest};
pub use listen::{Listeners, Serving};
pub(crate) use slots::ConnectionLimits;
use std::sync::Arc;

/// Who may ask on one socket, and what every answer carries.
#[derive(Clone, Debug)]
pub struct Gate(Arc<Rules>);

#[derive(Debug)]
struct Rules {
    /// `127.0.0.1:P`, `localhost:P`, `[::1]:P`, and what the human allowed.
    hosts: Vec<String>,
    /// A name that is sent on to the only host.
    sent_on: Option<String>,
    /// Sockets are for pages alone, and pages name their origin.
    sockets_need_origin: bool,
    content_security_policy: HeaderValue,
}

/// Marks an answer that may be kept: its address changes with its content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hashed;

impl Gate {
    /// The gate of a loopback socket. `more_hosts` are host names that the human allowed; a name
    /// without a port means this port.
    pub fn new(port: u16, more_hosts: &[String], content_security_policy: &'static str) -> Self {
        let mut hosts: Vec<String> = ["127.0.0.1", "localhost", "[::1]"]
            .iter()
            .map(|host| format!("{host}:{port}"))
            .collect();
        hosts.extend(more_hosts.iter().map(|host| with_port(host, port)));
        Self(Arc::new(Rules {
            hosts,
            sent_on: None,
            sockets_need_origin: false,
            content_security_policy: HeaderValue::from_static(content_security_policy),
        }))
    }

    /// The gate of a socket with one name only, because its pages meet by origin: workers, locks.
    /// `localhost` is sent on to it.
    pub(crate) fn of_one_origin(port: u16, content_security_policy: HeaderValue) -> Self {
        Self(Arc::new(Rules {
            hosts: vec![format!("127.0.0.1:{port}")],
            sent_on: Some(format!("localhost:{port}")),
            sockets_need_origin: true,
            content_security_policy,
        }))
    }

    /// Whether an `Origin` is one of this socket's own.
    pub fn is_own_origin(&self, origin: &str) -> bool {
        origin
            .strip_prefix("http://")
            .is_some_and(|host| self.is_own_host(host))
    }

    fn is_own_host(&self, host: &str) -> bool {
        self.0
            .hosts
            .iter()
            .any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Where a navigation under the other name belongs.
    fn elsewhere(&self, request: &Request) -> Option<Response> {
        let host = only_one(request.headers(), &header::HOST)?;
        let own = self.0.hosts.first()?;
        let is_other = self.0.sent_on.as_deref()?.eq_ignore_ascii_case(host);
        let is_socket = request.headers().contains_key(header::UPGRADE);
        if !is_other || is_socket || request.method() != Method::GET {
            return None;
        }
        let path = request.uri().path_and_query();
        let target = format!("http://{own}{}", path.map_or("/", |path| path.as_str()));
        let place = [(header::LOCATION, target)];
        Some((StatusCode::PERMANENT_REDIRECT, place).into_response())
    }

    fn refusal(&self, request: &Request) -> Option<StatusCode> {
        let Some(host) = only_one(request.headers(), &header::HOST) else {
            return Some(StatusCode::BAD_REQUEST);
        };
        // A request line may name a host too (`GET http://host/`); both must be ours.
        let in_line = request
            .uri()
            .authority()
            .map(axum::http::uri::Authority::as_str);
        if !self.is_own_host(host) || in_line.is_some_and(|name| !self.is_own_host(name)) {
            return Some(StatusCode::FORBIDDEN);
        }
        let headers = request.headers();
        let must_tell = self.0.sockets_need_origin && headers.contains_key(header::UPGRADE);
        let origin_is_foreign = (must_tell || headers.contains_key(header::ORIGIN))
            && !only_one(headers, &header::ORIGIN).is_some_and(|origin| self.is_own_origin(origin));
        origin_is_foreign.then_some(StatusCode::FORBIDDEN)
    }
}

/// The middleware: put it outside of all routes with `from_fn_with_state(gate, gate::check)`.
pub async fn check(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let mut response = match (gate.elsewhere(&request), gate.refusal(&request)) {
        (Some(elsewhere), _) => elsewhere,
        (None, Some(status)) => status.into_response(),
        (None, None) => next.run(request).await,
    };
    let cache = if response.extensions().get::<Hashed>().is_some() {
        "public, max-age=31536000, immutable"
    } else {
        "no-store"
    };
    let headers = response.headers_mut();
    // Whoever answers may be stricter.
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert_with(|| gate.0.content_security_policy.clone());
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (header::CACHE_CONTROL, cache),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The value of a header that must stand exactly once.
pub fn only_one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn with_port(host: &str, port: u16) -> String {
    let port_given = host
        .rsplit_once(':')
        .is_some_and(|(_, end)| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()));
    if port_given {
        host.to_owned()
    } else {
        format!("{host}:{port}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt;

    async fn status(headers: &[(&str, &str)]) -> StatusCode {
        let gate = Gate::new(3000, &["bench.test".to_owned()], "default-src 'none'");
        let app = Router::new()
            .route("/", get(async || "in"))
            .layer(axum::middleware::from_fn_with_state(gate, check));
        let mut request = axum::http::Request::get("/nowhere");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = app
            .oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        assert_eq!(response.headers()["cache-control"], "no-store");
        response.status()
    }

    #[tokio::test]
    async fn only_own_hosts_come_in_whatever_the_route() {
        for (host, want) in [
            ("127.0.0.1:3000", StatusCode::NOT_FOUND),
            ("localhost:3000", StatusCode::NOT_FOUND),
            ("[::1]:3000", StatusCode::NOT_FOUND),
            ("bench.test:3000", StatusCode::NOT_FOUND),
            ("evil.example", StatusCode::FORBIDDEN),
            ("0.0.0.0:3000", StatusCode::FORBIDDEN),
            ("localhost.evil.example:3000", StatusCode::FORBIDDEN),
            ("localhost:3001", StatusCode::FORBIDDEN),
            ("localhost", StatusCode::FORBIDDEN),
            ("", StatusCode::FORBIDDEN),
        ] {
            assert_eq!(status(&[("host", host)]).await, want, "{host}");
        }
        assert_eq!(status(&[]).await, StatusCode::BAD_REQUEST);
        let twice = [("host", "localhost:3000"), ("host", "evil.example")];
        assert_eq!(status(&twice).await, StatusCode::BAD_REQUEST);
    }

    #[tokio::test]
    async fn only_own_origins_come_in() {
        for (origin, want) in [
            ("http://localhost:3000", StatusCode::NOT_FOUND),
            ("http://127.0.0.1:3000", StatusCode::NOT_FOUND),
            ("https://localhost:3000", StatusCode::FORBIDDEN),
            ("http://localhost:8000", StatusCode::FORBIDDEN),
            ("http://abc.localhost:3000", StatusCode::FORBIDDEN),
            ("http://evil.example", StatusCode::FORBIDDEN),
            ("null", StatusCode::FORBIDDEN),
            ("", StatusCode::FORBIDDEN),
        ] {
            let headers = [("host", "localhost:3000"), ("origin", origin)];
            assert_eq!(status(&headers).await, want, "{origin}");
        }
    }

    async fn of_one_origin(method: Method, headers: &[(&str, &str)]) -> Response {
        let policy = HeaderValue::from_static("default-src 'self'");
        let app = Router::new().route("/x", get(async || "in")).layer(
            axum::middleware::from_fn_with_state(Gate::of_one_origin(4000, policy), check),
        );
        let mut request = axum::http::Request::builder().method(method).uri("/x?y=1");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        app.oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn a_socket_of_one_origin_has_one_name_and_no_nameless_pages() {
        let own = ("host", "127.0.0.1:4000");
        let ws = ("upgrade", "websocket");
        for (headers, want) in [
            (vec![own], 200),
            (vec![], 400),
            (vec![("host", "0.0.0.0:4000")], 403),
            (vec![("host", "evil.example")], 403),
            (vec![("host", "127.0.0.1:4001")], 403),
            (vec![("host", "127.0.0.1")], 403),
            (vec![("host", "localhost:4000")], 308),
            (
                vec![
                    ("host", "localhost:4000"),
                    ws,
                    ("origin", "http://localhost:4000"),
                ],
                403,
            ),
            (vec![own, ("origin", "http://127.0.0.1:4000")], 200),
            (vec![own, ("origin", "http://evil.example")], 403),
            (vec![own, ("origin", "null")], 403),
            (vec![own, ws], 403),
            (vec![own, ws, ("origin", "null")], 403),
            (vec![own, ws, ("origin", "http://127.0.0.1:4000")], 200),
        ] {
            let answer = of_one_origin(Method::GET, &headers).await;
            assert_eq!(answer.status().as_u16(), want, "{headers:?}");
            assert_eq!(
                answer.headers()["content-security-policy"],
                "default-src 'self'"
            );
            assert_eq!(answer.headers()["cache-control"], "no-store");
        }
        let moved = of_one_origin(Method::GET, &[("host", "localhost:4000")]).await;
        assert_eq!(moved.headers()["location"], "http://127.0.0.1:4000/x?y=1");
        assert_eq!(
            of_one_origin(Method::POST, &[own]).await.status().as_u16(),
            405
        );
        assert_eq!(
            of_one_origin(Method::POST, &[("host", "localhost:4000")])
                .await
                .status()
                .as_u16(),
            403
        );
    }
}
