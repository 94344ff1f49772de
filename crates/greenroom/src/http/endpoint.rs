//! `/mcp`: what comes in is judged as on stdio, then rmcp answers it.

use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use greenroom_tools::{ErrorCode, ToolError};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage};
use serde_json::{Value, json};

use super::house::House;
use super::refusal::{answer, empty, in_our_form, of_body, refuse};
use crate::mcp::{LONGEST_LINE, Message, read_message};

/// The header that names an MCP session of the revisions that have them.
const SESSION: &str = "mcp-session-id";
/// The header that names the revision.
const VERSION: &str = "mcp-protocol-version";
/// The first revision in which a status tells of an unknown method.
const STATELESS: &str = "2026-07-28";

/// Answers a request to `/mcp`.
pub(super) async fn handle(Extension(house): Extension<Arc<House>>, request: Request) -> Response {
    if let Some(id) = text_of(request.headers(), SESSION) {
        house.note_session(id);
    }
    if request.method() != Method::POST {
        return pass_on(&house, request).await;
    }
    let Ok(_place) = house.bodies.clone().try_acquire_owned() else {
        let message = "too many of your requests have not been answered";
        let error = ToolError::new(ErrorCode::LimitExceeded, message)
            .hint("Wait for some of them, then send again.");
        return refuse(StatusCode::TOO_MANY_REQUESTS, &error);
    };
    let (parts, body) = request.into_parts();
    let body = match axum::body::to_bytes(body, LONGEST_LINE).await {
        Ok(body) => body,
        Err(error) => return of_body(&error, LONGEST_LINE),
    };
    let message = read_message(&body);
    if is_stateless(&parts.headers)
        && let Some(id) = beginning(&message, &body)
    {
        return answer(StatusCode::NOT_FOUND, no_sessions(&id));
    }
    match message {
        Message::Refused(refused) => {
            let error_code = refused["error"]["data"]["error_code"].as_str();
            tracing::warn!(target: "http", error_code, "MCP_REFUSED");
            let status = status_of(&refused, &parts.headers);
            answer(status, refused)
        }
        Message::Ignored(what) => {
            tracing::debug!(target: "http", what, "MCP_IGNORED");
            empty(StatusCode::ACCEPTED)
        }
        Message::Good(message) => {
            let begins = begins(&message).is_some();
            if begins {
                house.make_room_for_session().await;
            }
            let response = pass_on(&house, whole(parts, body)).await;
            if let Some(id) = text_of(response.headers(), SESSION).filter(|_| begins) {
                house.note_session(id);
            }
            response
        }
    }
}

fn whole(parts: axum::http::request::Parts, body: Bytes) -> Request {
    Request::from_parts(parts, Body::from(body))
}

async fn pass_on(house: &House, request: Request) -> Response {
    let response = house.service.handle(request).await;
    in_our_form(response.map(Body::new)).await
}

/// A message that is no request is a bad one of HTTP too. A request is answered, whatever with, as
/// clients look for the answer only in what succeeded; since 2026-07-28 an unknown method is not
/// found.
fn status_of(refused: &Value, headers: &HeaderMap) -> StatusCode {
    let code = refused["error"]["code"].as_i64();
    match code {
        Some(-32601) if is_stateless(headers) => StatusCode::NOT_FOUND,
        Some(-32601 | -32602) => StatusCode::OK,
        _ => StatusCode::BAD_REQUEST,
    }
}

/// Whether the request says that it is of a revision without sessions.
fn is_stateless(headers: &HeaderMap) -> bool {
    text_of(headers, VERSION).is_some_and(|version| version >= STATELESS)
}

/// The id of a request that begins a session.
fn begins(message: &ClientJsonRpcMessage) -> Option<Value> {
    match message {
        JsonRpcMessage::Request(request)
            if matches!(request.request, ClientRequest::InitializeRequest(_)) =>
        {
            Some(request.id.clone().into_json_value())
        }
        _ => None,
    }
}

/// As [`begins`], also of one whose parameters are wrong.
fn beginning(message: &Message, body: &[u8]) -> Option<Value> {
    match message {
        Message::Good(message) => begins(message),
        Message::Refused(refused) => {
            let sent: Value = serde_json::from_slice(body).ok()?;
            (sent["method"] == "initialize").then(|| refused["id"].clone())
        }
        Message::Ignored(_) => None,
    }
}

/// Since 2026-07-28 there is no `initialize`, whatever stands in it.
fn no_sessions(id: &Value) -> Value {
    let message = format!("{STATELESS} has no method initialize");
    let error = ToolError::new(ErrorCode::MethodNotFound, message)
        .hint("Send the request itself, or name an older revision in MCP-Protocol-Version.");
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "error": {
            "code": error.code.rpc_code(),
            "message": error.wire_message(),
            "data": error.wire_data(),
        },
    })
}

fn text_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
