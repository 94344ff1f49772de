//! Every request belongs to a trace, which its log lines and its answer name.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use super::meters;
use crate::logging;
use crate::trace_id::TraceId;

/// The header that a proxy or client sends.
const PARENT: &str = "traceparent";
/// The header of the answer.
const ID: HeaderName = HeaderName::from_static("x-trace-id");

/// The middleware around everything.
pub(super) async fn carry(mut request: Request, next: Next) -> Response {
    let given = request
        .headers()
        .get(PARENT)
        .and_then(|it| it.to_str().ok());
    let trace = given.and_then(TraceId::of_parent);
    let trace = trace.unwrap_or_else(TraceId::draw);
    request.extensions_mut().insert(trace.clone());
    let (method, started) = (request.method().clone(), Instant::now());
    // The pattern of the address, not the address: it may hold names.
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", MatchedPath::as_str).to_owned();
    let id = HeaderValue::from_str(trace.as_str());
    logging::traced(trace, async move {
        let mut response = next.run(request).await;
        let (status, took) = (response.status().as_u16(), started.elapsed());
        tracing::debug!(
            target: "http", %method, route, status, duration_ms = took.as_millis() as u64,
            "HTTP_REQUEST"
        );
        meters::requested(&route, status);
        if let Ok(id) = id {
            response.headers_mut().insert(ID, id);
        }
        response
    })
    .await
}
