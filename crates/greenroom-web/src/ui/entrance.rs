//! Who may ask on the UI socket, and what every answer carries.
//!
//! Session ids are guessable. What keeps foreign web pages from driving Lua is that they can
//! choose neither `Host` nor `Origin`; both are checked before routing.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names of this socket.
#[derive(Clone, Debug)]
pub(super) struct Entrance {
    /// The one host under which pages live; workers and locks meet by origin.
    host: String,
    /// The other name of the same machine; navigations are sent on.
    alias: String,
    origin: String,
    policy: HeaderValue,
}

impl Entrance {
    pub(super) fn new(port: u16) -> Self {
        let host = format!("127.0.0.1:{port}");
        let policy = format!(
            "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; \
             style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
             connect-src 'self' ws://{host}; frame-ancestors 'none'; base-uri 'none'; \
             form-action 'none'"
        );
        Self {
            alias: format!("localhost:{port}"),
            origin: format!("http://{host}"),
            policy: HeaderValue::from_str(&policy)
                .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'")),
            host,
        }
    }

    fn refusal(&self, request: &Request) -> Option<Response> {
        let headers = request.headers();
        let Some(host) = only(headers, &header::HOST) else {
            return Some(StatusCode::BAD_REQUEST.into_response());
        };
        let upgrade = headers.contains_key(header::UPGRADE);
        let origin = headers.get_all(header::ORIGIN).iter().count();
        let own_origin = only(headers, &header::ORIGIN) == Some(self.origin.as_str());
        if host.eq_ignore_ascii_case(&self.alias) && !upgrade && request.method() == Method::GET {
            let path = request
                .uri()
                .path_and_query()
                .map_or("/", |path| path.as_str());
            let target = format!("{}{path}", self.origin);
            let place = [(header::LOCATION, target)];
            return Some((StatusCode::PERMANENT_REDIRECT, place).into_response());
        }
        let foreign = host != self.host || (origin > 0 && !own_origin) || (upgrade && origin == 0);
        if foreign {
            return Some(StatusCode::FORBIDDEN.into_response());
        }
        let reads = [Method::GET, Method::HEAD].contains(request.method());
        (!reads).then(|| StatusCode::METHOD_NOT_ALLOWED.into_response())
    }
}

/// Marks an answer that may be kept: its address changes with its content.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashed;

/// The middleware around all routes.
pub(super) async fn check(
    State(entrance): State<Entrance>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match entrance.refusal(&request) {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    let cache = if response.extensions().get::<Hashed>().is_some() {
        "public, max-age=31536000, immutable"
    } else {
        "no-store"
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, entrance.policy.clone());
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
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    async fn answer(method: Method, headers: &[(&str, &str)]) -> Response {
        let app = Router::new().route("/x", get(async || "in")).layer(
            axum::middleware::from_fn_with_state(Entrance::new(4000), check),
        );
        let mut request = axum::http::Request::builder().method(method).uri("/x?y=1");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        app.oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn only_the_own_host_and_origin_come_in() {
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
            let answer = answer(Method::GET, &headers).await;
            assert_eq!(answer.status().as_u16(), want, "{headers:?}");
            let policy = answer.headers()["content-security-policy"]
                .to_str()
                .unwrap();
            assert!(policy.contains("ws://127.0.0.1:4000;"), "{policy}");
            assert_eq!(answer.headers()["cache-control"], "no-store");
        }
        let moved = answer(Method::GET, &[("host", "localhost:4000")]).await;
        assert_eq!(moved.headers()["location"], "http://127.0.0.1:4000/x?y=1");
        assert_eq!(answer(Method::POST, &[own]).await.status().as_u16(), 405);
        assert_eq!(
            answer(Method::POST, &[("host", "localhost:4000")])
                .await
                .status()
                .as_u16(),
            403
        );
    }
}
