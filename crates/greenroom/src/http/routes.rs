//! The addresses of the server, behind gate and token.

use std::sync::{Arc, RwLock};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{any, get, put};
use greenroom_stdx::IgnorePoison as _;
use greenroom_tools::{ErrorCode, ToolError};
use greenroom_web::gate::only_one;
use tokio_util::sync::CancellationToken;

use super::denial::Denial;
use super::gate::{self, Gate};
use super::grant::Grant;
use super::health::{self, Health};
use super::house::Houses;
use super::oauth::{self, ResourceServer};
use super::refusal::{nothing_here, refuse};
use super::tokens::Tokens;
use super::{endpoint, meters, own_files, traces, uploads};

/// Who may come in, and where to.
#[derive(Clone, Debug)]
pub(super) struct Door(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    tokens: RwLock<Option<Tokens>>,
    /// Whose tokens count too.
    issuer: Option<Arc<ResourceServer>>,
    houses: Houses,
    /// Fires when no further request is taken.
    ending: CancellationToken,
    /// Held by every message that is being answered.
    running: tokio::sync::RwLock<()>,
}

impl Door {
    pub(super) fn new(
        tokens: Option<Tokens>,
        issuer: Option<ResourceServer>,
        houses: Houses,
        ending: CancellationToken,
    ) -> Self {
        Self(Arc::new(Inner {
            tokens: RwLock::new(tokens),
            issuer: issuer.map(Arc::new),
            houses,
            ending,
            running: tokio::sync::RwLock::default(),
        }))
    }

    /// Waits until every message that was let in is answered.
    pub(super) async fn until_answered(&self) {
        drop(self.0.running.write().await);
    }

    pub(super) fn houses(&self) -> &Houses {
        &self.0.houses
    }

    /// From now on these count, and no others.
    pub(super) fn exchange(&self, tokens: Option<Tokens>) {
        *self.0.tokens.write().ignore_poison() = tokens;
        if let Some(issuer) = &self.0.issuer {
            issuer.forget_keys();
        }
    }

    /// What the caller is given, and whether it depends on the token's scopes.
    async fn grant(&self, headers: &HeaderMap) -> Result<(Grant, bool), Denial> {
        if !headers.contains_key(header::AUTHORIZATION) {
            return Err(Denial::NoToken("the request has no token"));
        }
        let given = only_one(headers, &header::AUTHORIZATION);
        let bearer = given
            .and_then(|given| given.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let Some((_, token)) = bearer else {
            let why = "the header Authorization is not `Bearer TOKEN`";
            return Err(Denial::NoToken(why));
        };
        let token = token.trim();
        if let Some(issuer) = &self.0.issuer
            && ResourceServer::is_one(token)
        {
            return issuer.grant(token).await.map(|grant| (grant, true));
        }
        let tokens = self.0.tokens.read().ignore_poison();
        let grant = tokens.as_ref().and_then(|tokens| tokens.find(token));
        let unknown = || Denial::InvalidToken("the token is none of this server's".to_owned());
        grant
            .cloned()
            .map(|grant| (grant, false))
            .ok_or_else(unknown)
    }

    fn deny(&self, denial: &Denial) -> Response {
        meters::denied(denial.kind());
        tracing::warn!(target: "http", why = denial.why(), "HTTP_UNAUTHORIZED");
        let challenge = self.0.issuer.as_ref().map(|issuer| issuer.challenge());
        denial.answer(challenge.as_deref())
    }
}

/// The whole server.
pub(super) fn router(door: &Door, gate: Gate, health: &Health) -> Router {
    let own = Router::new()
        .route("/mcp", any(endpoint::handle))
        .route("/uploads", get(uploads::list))
        .route("/uploads/{name}", put(uploads::put).delete(uploads::remove))
        .route("/files", get(own_files::list))
        .route(
            "/files/{*path}",
            get(own_files::get).delete(own_files::remove),
        )
        // Each has limits of its own, in our words.
        .layer(DefaultBodyLimit::disable())
        .route_layer(from_fn_with_state(door.clone(), let_in));
    own.merge(open_to_all(door))
        .fallback(nothing_here)
        .layer(from_fn_with_state(gate, gate::check))
        // Balancers and supervisors ask by whatever name the machine has for them.
        .merge(health::routes(health))
        .layer(from_fn(traces::carry))
}

/// What needs no token.
fn open_to_all(door: &Door) -> Router {
    let behind = format!("{}/{{*path}}", oauth::WELL_KNOWN);
    Router::new()
        .route(oauth::WELL_KNOWN, get(oauth::metadata))
        .route(&behind, get(oauth::metadata))
        .with_state(door.0.issuer.clone())
}

/// Opens the caller's house, or refuses before the body is read.
async fn let_in(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    // Streams of the older revisions stay open; they are not waited for.
    let is_message = request.method() == axum::http::Method::POST;
    let running = door.0.running.try_read();
    let is_late = door.0.ending.is_cancelled() || running.is_err();
    let _answering = running.ok().filter(|_| is_message);
    if is_late {
        let error = ToolError::new(ErrorCode::HttpRefused, "the server is about to end")
            .hint("Send it again in a moment.");
        let mut response = refuse(StatusCode::SERVICE_UNAVAILABLE, &error);
        let soon = HeaderValue::from_static("2");
        response.headers_mut().insert(header::RETRY_AFTER, soon);
        return response;
    }
    let (grant, is_by_scope) = match door.grant(request.headers()).await {
        Ok(granted) => granted,
        Err(denial) => return door.deny(&denial),
    };
    match door.0.houses.enter(&grant) {
        // A token with fewer scopes must not come to what another has opened.
        Ok(house) if is_by_scope && !grant.covers(&house.grant) => {
            let why = "your house was opened with scopes that give more than those of this token";
            door.deny(&Denial::InsufficientScope(why.to_owned()))
        }
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
