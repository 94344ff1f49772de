//! The addresses of the server, behind gate and token.

use std::sync::{Arc, RwLock};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{any, get, put};
use greenroom_stdx::IgnorePoison as _;
use greenroom_tools::{ErrorCode, ToolError};
use greenroom_web::gate::only_one;
use tokio_util::sync::CancellationToken;

use super::gate::{self, Gate};
use super::house::Houses;
use super::refusal::{nothing_here, refuse, unauthorized};
use super::tokens::{Grant, Tokens};
use super::{endpoint, own_files, uploads};

/// Who may come in, and where to.
#[derive(Clone, Debug)]
pub(super) struct Door(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    tokens: RwLock<Tokens>,
    houses: Houses,
    /// Fires when no further request is taken.
    ending: CancellationToken,
}

impl Door {
    pub(super) fn new(tokens: Tokens, houses: Houses, ending: CancellationToken) -> Self {
        Self(Arc::new(Inner {
            tokens: RwLock::new(tokens),
            houses,
            ending,
        }))
    }

    pub(super) fn houses(&self) -> &Houses {
        &self.0.houses
    }

    /// From now on these count, and no others.
    pub(super) fn exchange(&self, tokens: Tokens) {
        *self.0.tokens.write().ignore_poison() = tokens;
    }

    fn grant(&self, headers: &HeaderMap) -> Result<Grant, &'static str> {
        if !headers.contains_key(header::AUTHORIZATION) {
            return Err("the request has no token");
        }
        let given = only_one(headers, &header::AUTHORIZATION);
        let (scheme, token) = given
            .and_then(|given| given.split_once(' '))
            .ok_or("the header Authorization is not `Bearer TOKEN`")?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err("the header Authorization is not `Bearer TOKEN`");
        }
        let tokens = self.0.tokens.read().ignore_poison();
        let grant = tokens.find(token.trim());
        grant.cloned().ok_or("the token is none of this server's")
    }
}

/// The whole server.
pub(super) fn router(door: &Door, gate: Gate) -> Router {
    Router::new()
        .route("/mcp", any(endpoint::handle))
        .route("/uploads", get(uploads::list))
        .route("/uploads/{name}", put(uploads::put).delete(uploads::remove))
        .route("/files/{*path}", get(own_files::get))
        // Each has limits of its own, in our words.
        .layer(DefaultBodyLimit::disable())
        .route_layer(from_fn_with_state(door.clone(), let_in))
        .fallback(nothing_here)
        .layer(from_fn_with_state(gate, gate::check))
}

/// Opens the caller's house, or refuses before the body is read.
async fn let_in(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    if door.0.ending.is_cancelled() {
        let error = ToolError::new(ErrorCode::HttpRefused, "the server is about to end")
            .hint("Send it again in a moment.");
        let mut response = refuse(StatusCode::SERVICE_UNAVAILABLE, &error);
        let soon = HeaderValue::from_static("2");
        response.headers_mut().insert(header::RETRY_AFTER, soon);
        return response;
    }
    let grant = match door.grant(request.headers()) {
        Ok(grant) => grant,
        Err(why) => {
            tracing::warn!(target: "http", why, "HTTP_UNAUTHORIZED");
            return unauthorized(why);
        }
    };
    match door.0.houses.enter(&grant) {
        Ok(house) => {
            // Nothing behind this needs the token.
            request.headers_mut().remove(header::AUTHORIZATION);
            request.extensions_mut().insert(house);
            next.run(request).await
        }
        Err(error) => {
            tracing::error!(target: "http", house = grant.name, %error, "no house");
            let error =
                ToolError::new(ErrorCode::UnknownError, "the server cannot keep your files")
                    .hint("Tell the operator: the log of the server has the reason.");
            refuse(StatusCode::INTERNAL_SERVER_ERROR, &error)
        }
    }
}
