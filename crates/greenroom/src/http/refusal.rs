//! Failures over HTTP: a status, and the same JSON that a failed call has.

use axum::Json;
use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use greenroom_tools::{ErrorCode, ToolError};
use serde_json::{Value, json};

/// Bytes of a foreign text that a failure carries.
const LONGEST: usize = 1 << 10;

/// A failure that belongs to no JSON-RPC request, or to one whose id is not known.
pub(super) fn refuse(status: StatusCode, error: &ToolError) -> Response {
    let body = json!({
        "jsonrpc": "2.0",
        "id": null,
        "error": {
            "code": error.code.rpc_code(),
            "message": error.wire_message(),
            "data": error.wire_data(),
        },
    });
    answer(status, body)
}

/// A JSON body under a status.
pub(super) fn answer(status: StatusCode, body: Value) -> Response {
    (status, Json(body)).into_response()
}

/// Gives failures of others, which are plain text, our form.
pub(super) async fn in_our_form(response: Response) -> Response {
    let status = response.status();
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.starts_with("application/json"));
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let text = axum::body::to_bytes(body, LONGEST).await;
    let text = text.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut error = ToolError::new(ErrorCode::HttpRefused, text.trim());
    if status == StatusCode::NOT_FOUND {
        error = error.hint("The session has ended; begin another one with initialize.");
    }
    let mut refused = refuse(status, &error);
    if let Some(allow) = parts.headers.get(header::ALLOW) {
        refused.headers_mut().insert(header::ALLOW, allow.clone());
    }
    refused
}

/// No such address here.
pub(super) async fn nothing_here() -> Response {
    let error = ToolError::new(ErrorCode::HttpRefused, "there is nothing at this address")
        .hint("POST /mcp speaks MCP; PUT /uploads/NAME takes a package; GET /files/… gives yours.");
    refuse(StatusCode::NOT_FOUND, &error)
}

/// The body was too large or did not come to its end.
pub(super) fn of_body(error: &axum::Error, most: usize) -> Response {
    let text = error.to_string();
    if text.contains("length limit") {
        return too_large(most as u64);
    }
    let error = ToolError::new(
        ErrorCode::HttpRefused,
        format!("the body did not come to its end: {text}"),
    );
    refuse(StatusCode::BAD_REQUEST, &error)
}

/// More bytes than are taken.
pub(super) fn too_large(most: u64) -> Response {
    let message = format!("the body has more than {most} bytes");
    let error = ToolError::new(ErrorCode::LimitExceeded, message)
        .hint("Send less; packages go to PUT /uploads/NAME.")
        .detail("maximum", most);
    refuse(StatusCode::PAYLOAD_TOO_LARGE, &error)
}

/// An answer without a body.
pub(super) fn empty(status: StatusCode) -> Response {
    (status, Body::empty()).into_response()
}
