//! Which hosts and origins come in, before anything is looked at.
//!
//! A page of another site can send requests here, and DNS rebinding can give it this server under
//! its own name. It cannot choose `Host` and `Origin`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use greenroom_tools::{ErrorCode, ToolError};
use greenroom_web::gate::only_one;

use super::refusal::refuse;

/// The names of this server.
#[derive(Clone, Debug)]
pub(super) struct Gate(Arc<Names>);

#[derive(Debug)]
struct Names {
    /// With a port, exactly so; without one, under any port: a proxy may pass on another.
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Gate {
    pub(super) fn new(address: SocketAddr, hosts: &[String], origins: &[String]) -> Self {
        let port = address.port();
        let own = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
        let mut all = own.to_vec();
        if !address.ip().is_unspecified() {
            all.push(address.to_string());
        }
        all.extend(hosts.iter().map(|host| host.to_ascii_lowercase()));
        Self(Arc::new(Names {
            hosts: all,
            origins: origins
                .iter()
                .map(|origin| origin.trim_end_matches('/').to_ascii_lowercase())
                .collect(),
        }))
    }

    fn is_own_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = without_port(&host);
        self.0.hosts.iter().any(|own| *own == host || own == name)
    }

    /// Pages that this server itself could have served, and those that the operator named.
    fn is_own_origin(&self, origin: &str) -> bool {
        let origin = origin.to_ascii_lowercase();
        let host = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        self.0.origins.contains(&origin) || host.is_some_and(|host| self.is_own_host(host))
    }

    fn refusal(&self, request: &Request) -> Option<(StatusCode, &'static str)> {
        let headers = request.headers();
        let Some(host) = only_one(headers, &header::HOST) else {
            return Some((StatusCode::BAD_REQUEST, "the request needs one Host"));
        };
        let in_line = request
            .uri()
            .authority()
            .map(axum::http::uri::Authority::as_str);
        if !self.is_own_host(host) || in_line.is_some_and(|name| !self.is_own_host(name)) {
            return Some((
                StatusCode::FORBIDDEN,
                "this Host is no name of this server; the operator adds names with --host",
            ));
        }
        let is_foreign = headers.contains_key(header::ORIGIN)
            && !only_one(headers, &header::ORIGIN).is_some_and(|it| self.is_own_origin(it));
        is_foreign.then_some((
            StatusCode::FORBIDDEN,
            "pages of this Origin may not call; the operator allows origins with --origin",
        ))
    }
}

/// The middleware, outside of all routes.
pub(super) async fn check(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let mut response = match gate.refusal(&request) {
        Some((status, why)) => {
            tracing::warn!(target: "http", status = status.as_u16(), why, "HTTP_REFUSED");
            refuse(status, &ToolError::new(ErrorCode::HttpRefused, why))
        }
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        // Whatever is fetched from here is data, never a page with rights.
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox; frame-ancestors 'none'",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn status(headers: &[(&str, &str)]) -> Option<u16> {
        let address = "127.0.0.1:8800".parse().unwrap();
        let hosts = ["courses.example.com".to_owned(), "lab:9000".to_owned()];
        let gate = Gate::new(address, &hosts, &["https://app.example.com".to_owned()]);
        let mut request = axum::http::Request::post("/mcp");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        gate.refusal(&request).map(|(status, _)| status.as_u16())
    }

    #[test]
    fn only_own_names_come_in() {
        for (host, want) in [
            ("127.0.0.1:8800", None),
            ("LOCALHOST:8800", None),
            ("[::1]:8800", None),
            ("courses.example.com", None),
            ("courses.example.com:443", None),
            ("lab:9000", None),
            ("lab", Some(403)),
            ("lab:9001", Some(403)),
            ("127.0.0.1", Some(403)),
            ("127.0.0.1:8801", Some(403)),
            ("evil.example", Some(403)),
            ("courses.example.com.evil.example", Some(403)),
            ("", Some(403)),
        ] {
            assert_eq!(status(&[("host", host)]), want, "{host}");
        }
        assert_eq!(status(&[]), Some(400));
        assert_eq!(status(&[("host", "lab:9000"), ("host", "x")]), Some(400));
    }

    #[test]
    fn only_own_and_named_origins_come_in() {
        let host = ("host", "127.0.0.1:8800");
        for (origin, want) in [
            ("http://127.0.0.1:8800", None),
            ("https://app.example.com", None),
            ("https://courses.example.com", None),
            ("http://app.example.com", Some(403)),
            ("https://app.example.com:8443", Some(403)),
            ("http://abc.localhost:8800", Some(403)),
            ("http://localhost:3000", Some(403)),
            ("http://evil.example", Some(403)),
            ("null", Some(403)),
            ("", Some(403)),
        ] {
            assert_eq!(status(&[host, ("origin", origin)]), want, "{origin}");
        }
        let twice = [
            host,
            ("origin", "http://127.0.0.1:8800"),
            ("origin", "null"),
        ];
        assert_eq!(status(&twice), Some(403));
    }
}
