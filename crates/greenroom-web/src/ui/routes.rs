//! The routes of the UI socket.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use greenroom_lua::limits::PAGE_FRAME_BYTES;
use greenroom_lua::{Session, StartError};
use serde::Deserialize;
use serde_json::json;

use super::entry::{self, Entry};
use super::message_page::{self, Message};
use super::sessions::{OpenError, SharedSessions, is_session_id};
use super::{socket, static_files};
use crate::gate::{self, Gate, Hashed};
use crate::ui_page;

/// What the routes need.
#[derive(Clone, Debug)]
pub(super) struct Routes {
    pub(super) sessions: SharedSessions,
    /// The project's `html` folder.
    pub(super) html: Arc<PathBuf>,
}

/// The application, apart from its socket.
pub(super) fn app(routes: Routes, entry: Entry, port: u16) -> Router {
    Router::new()
        .route("/", get(async |uri: Uri| redirect("/1/", &uri)))
        .route("/-/ws/{session}", get(upgrade))
        .route("/-/assets/{build}/{file}", get(asset))
        .route("/-/worker/{file}", get(worker))
        .route("/-/api/sessions/{session}/tabs", get(tabs))
        .route("/-/api/sessions/{session}/variables", get(variables))
        .route("/{session}", get(bare))
        .route("/{session}/", get(page))
        .route("/{session}/{*path}", get(page))
        .fallback(async |headers: HeaderMap| missing(&headers))
        .layer(axum::middleware::from_fn_with_state(entry, entry::check))
        .layer(axum::middleware::from_fn_with_state(
            Gate::of_one_origin(port, content_security_policy(port)),
            gate::check,
        ))
        .with_state(routes)
}

/// Pages run the agent's code, and reach nothing but this socket. Session ids are guessable: what
/// keeps foreign pages from driving Lua is the gate, and what keeps other users out is the entry.
fn content_security_policy(port: u16) -> HeaderValue {
    let policy = format!(
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         connect-src 'self' ws://127.0.0.1:{port}; frame-ancestors 'none'; base-uri 'none'; \
         form-action 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

fn redirect(to: &str, uri: &Uri) -> Response {
    let target = match uri.query() {
        Some(query) => format!("{to}?{query}"),
        None => to.to_owned(),
    };
    (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, target)]).into_response()
}

async fn bare(Path(session): Path<String>, uri: Uri, headers: HeaderMap) -> Response {
    if is_session_id(&session) {
        redirect(&format!("/{session}/"), &uri)
    } else {
        missing(&headers)
    }
}

/// A file of the project, else the page for whoever navigates.
async fn page(State(routes): State<Routes>, request: Request) -> Response {
    // Not from the router: it decodes, and a path is decoded once.
    let path = request.uri().path().to_owned();
    let Some((session, rest)) = path.trim_start_matches('/').split_once('/') else {
        return missing(request.headers());
    };
    if !is_session_id(session) {
        return missing(request.headers());
    }
    if let Some(file) = static_files::find(&routes.html, rest).await {
        return static_files::serve(file, request).await;
    }
    let climbs = rest.split('/').any(is_climb);
    if climbs || !accepts_html(request.headers()) {
        return missing(request.headers());
    }
    if routes.sessions.find(session).is_none() {
        if !is_navigation(request.headers()) {
            return missing(request.headers());
        }
        if let Err(error) = routes.sessions.open(session).await {
            return failed(&error);
        }
    }
    let has = async |name: &str| static_files::find(&routes.html, name).await.is_some();
    let html = ui_page::html(session, has("app.css").await, has("app.js").await);
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

/// `..` and dot files, also in their encoded forms.
fn is_climb(part: &str) -> bool {
    let decoded = percent_encoding::percent_decode_str(part).decode_utf8_lossy();
    decoded.starts_with('.') || decoded.contains(['/', '\\', '\0'])
}

/// Scripts and pictures accept anything too; the browser says what it fetches them for. Whoever
/// says nothing takes anything.
fn accepts_html(headers: &HeaderMap) -> bool {
    let for_nothing = !headers.contains_key("sec-fetch-dest");
    let mut ranges = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter(|range| !range.replace(' ', "").ends_with(";q=0"))
        .map(|range| range.split(';').next().unwrap_or_default().trim())
        .filter(|range| !range.is_empty())
        .peekable();
    if ranges.peek().is_none() && !headers.contains_key(header::ACCEPT) {
        return for_nothing;
    }
    ranges.any(|range| match range {
        "text/html" | "text/*" => true,
        "*/*" => for_nothing,
        _ => false,
    })
}

/// A page for people, and nothing for programs.
fn missing(headers: &HeaderMap) -> Response {
    if accepts_html(headers) {
        message_page::not_found()
    } else {
        StatusCode::NOT_FOUND.into_response()
    }
}

/// Whether a human opens this page, as far as the browser says; another site's page may not.
fn is_navigation(headers: &HeaderMap) -> bool {
    let says = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    says("sec-fetch-site").is_none_or(|site| site != "cross-site")
        && says("sec-fetch-mode").is_none_or(|mode| mode == "navigate")
        && says("sec-fetch-dest").is_none_or(|dest| dest == "document")
}

/// The page for a human whose session could not be made.
fn failed(error: &OpenError) -> Response {
    let (status, title, text, details) = match error {
        OpenError::Limit(limit) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "This UI has too many sessions",
            "LIMIT_EXCEEDED: close a page that you no longer need, then try again.",
            limit.to_string(),
        ),
        OpenError::Start(StartError::Lua(failure)) => (
            StatusCode::INTERNAL_SERVER_ERROR,
            "The program of this page does not run",
            "LUA_ERROR: lua/main.lua failed. Tell the agent what stands below, or mend the file and \
             try again.",
            format!(
                "{}\n{}",
                failure.message,
                failure.traceback.as_deref().unwrap_or_default()
            ),
        ),
        OpenError::Start(StartError::Internal(problem)) => (
            StatusCode::INTERNAL_SERVER_ERROR,
            "This page could not be started",
            "UNKNOWN_ERROR: the server's log says more.",
            problem.clone(),
        ),
    };
    let message = Message {
        title,
        text,
        details: &details,
    };
    message.page(status)
}

async fn upgrade(
    State(routes): State<Routes>,
    Path(session): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(session) = routes.sessions.find(&session) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // A little more than the limit is read, so that the page can be told of it.
    upgrade
        .max_message_size(2 * PAGE_FRAME_BYTES)
        .max_frame_size(2 * PAGE_FRAME_BYTES)
        .on_upgrade(async move |socket| socket::serve(socket, session).await)
}

async fn asset(Path((build, file)): Path<(String, String)>) -> Response {
    match ui_page::asset(&file).filter(|_| build == ui_page::build()) {
        Some(file) => {
            let mut response = embedded(file);
            response.extensions_mut().insert(Hashed);
            response
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Never kept: a worker outlives the pages that started it.
async fn worker(Path(file): Path<String>) -> Response {
    let is_this_build = file.strip_suffix(".js") == Some(ui_page::build());
    match ui_page::worker().filter(|_| is_this_build) {
        Some(file) => embedded(file),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn embedded(file: ui_page::File) -> Response {
    ([(header::CONTENT_TYPE, file.mime)], file.bytes).into_response()
}

#[derive(Deserialize)]
struct Asking {
    #[serde(default)]
    tab: String,
}

async fn tabs(
    State(routes): State<Routes>,
    Path(session): Path<String>,
    Query(asking): Query<Asking>,
) -> Response {
    // A session that is not there has no tabs; the page that asks is about to make it.
    let tabs = routes.sessions.find(&session).map(|session| session.tabs());
    let tabs = tabs.unwrap_or_default();
    let others = tabs.iter().filter(|tab| tab.tab != asking.tab).count();
    Json(json!({ "others": others })).into_response()
}

async fn variables(State(routes): State<Routes>, Path(session): Path<String>) -> Response {
    let rows = match routes.sessions.find(&session) {
        Some(session) => rows(&session).await,
        None => return StatusCode::NOT_FOUND.into_response(),
    };
    rows.map_or_else(
        || StatusCode::SERVICE_UNAVAILABLE.into_response(),
        |rows| Json(rows).into_response(),
    )
}

async fn rows(session: &Session) -> Option<Vec<greenroom_lua::VariableRow>> {
    session.rows().await
}
