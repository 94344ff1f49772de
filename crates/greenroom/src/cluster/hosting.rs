//! What other servers ask of this one, on an address of their own and with the secret of all.

use std::sync::{Arc, Weak};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use greenroom_tools::Request;
use tokio_util::sync::CancellationToken;

use super::member::Member;
use super::wire::{FORM, FORM_HEADER, ForwardedAnswer, ForwardedCall, of_outcome};
use crate::mcp::LONGEST_LINE;

/// The routes for other servers.
pub(super) fn router(member: &Arc<Member>) -> Router {
    Router::new()
        .route("/call", post(call))
        .layer(DefaultBodyLimit::max(2 * LONGEST_LINE))
        .with_state(Arc::downgrade(member))
}

/// Makes a call here. It is never sent on.
async fn call(
    State(member): State<Weak<Member>>,
    headers: HeaderMap,
    Json(call): Json<ForwardedCall>,
) -> Response {
    let Some(member) = member.upgrade() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    if !is_known(&headers, &member.secret) {
        tracing::warn!(target: "cluster", "FORWARDED_CALL_REFUSED: the secret is not that of the cluster");
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if headers.get(FORM_HEADER).and_then(|form| form.to_str().ok()) != Some(FORM) {
        return StatusCode::NOT_IMPLEMENTED.into_response();
    }
    Json(answer(&member, call).await).into_response()
}

async fn answer(member: &Arc<Member>, call: ForwardedCall) -> ForwardedAnswer {
    if member.cluster.is_draining() {
        return ForwardedAnswer::Draining;
    }
    let ForwardedCall {
        house,
        tool,
        arguments,
        rpc_id,
        client,
    } = call;
    let (Some((app, caller)), Some(link)) = (member.house(&house), member.link_of(&house)) else {
        return ForwardedAnswer::NotThere;
    };
    // A session that this server let slip is taken again; one of another server is not asked for.
    match link.is_here(&app, &tool, &arguments).await {
        Ok(true) => {}
        Ok(false) => return ForwardedAnswer::NotThere,
        Err(error) => return ForwardedAnswer::Failed(error.to_tell()),
    }
    // When the other server no longer waits, its connection ends, and this future with it.
    let cancel = CancellationToken::new();
    let _ended = cancel.clone().drop_guard();
    let request = Request {
        rpc_id,
        method: Some("tools/call"),
        client,
        cancel,
        ..Request::default()
    };
    of_outcome(&caller.call_here(&app, &tool, arguments, request).await)
}

fn is_known(headers: &HeaderMap, secret: &str) -> bool {
    let given = headers.get(header::AUTHORIZATION);
    let given = given.and_then(|given| given.as_bytes().strip_prefix(b"Bearer "));
    given.is_some_and(|given| {
        // By hashes, so that the time tells nothing of the secret.
        use sha2::{Digest as _, Sha256};
        Sha256::digest(given) == Sha256::digest(secret)
    })
}
