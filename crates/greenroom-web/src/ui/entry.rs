//! Who may see the pages of a UI, and who may act on them.
//!
//! Ports of this machine are open to all its users, and so are pages without a secret. The token
//! is the human's: it comes with the address that is opened for them (behind the `#`, so it is never
//! sent), and the page keeps it in the storage of its origin. What acts, the socket, asks for it.
//! Addresses and files of the project are read with a cookie, which is all that a browser sends
//! along with them. Cookies go to every port of a host, so the cookie is another secret, which
//! opens nothing but views.

use std::path::Path;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use greenroom_dialog::ids;
use greenroom_stdx::private_files;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest as _, Sha256};

use crate::gate::{Token, TokenError};

/// The page that takes a token, and tells whoever has none how to get in.
const PAGE: &str = include_str!("../../../../web/ui/entry.html");
const PLACE: &str = "/-/enter";

/// The way into one UI server.
#[derive(Clone, Debug)]
pub(super) struct Entry(Arc<Secrets>);

#[derive(Debug)]
struct Secrets {
    token: Token,
    cookie_name: String,
    cookie: Token,
}

impl Entry {
    /// The entry of a server. The token outlives it in the data directory, so that open pages come
    /// back after a restart.
    pub(super) fn new(data_directory: Option<&Path>, port: u16) -> Result<Self, TokenError> {
        let token = match data_directory {
            Some(data_directory) => kept_token(data_directory)?,
            None => Token::draw()?,
        };
        let digest = Sha256::digest(format!("view {port} {}", token.reveal()));
        Ok(Self(Arc::new(Secrets {
            cookie: Token::from_text(&ids::hex(&digest)),
            cookie_name: format!("greenroom-ui-{port}"),
            token,
        })))
    }

    /// Where a browser gets in on its way to an address of this server.
    pub(super) fn address(&self, base: &str, url: &str) -> String {
        let to = url.strip_prefix(base).unwrap_or("/");
        let to = utf8_percent_encode(to, NON_ALPHANUMERIC);
        format!("{base}{PLACE}?to={to}#{}", self.0.token.reveal())
    }

    pub(super) fn token(&self) -> &Token {
        &self.0.token
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(header::AUTHORIZATION);
        given
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .is_some_and(|given| self.0.token.matches(given))
    }

    fn may_view(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter();
        let mut cookies = cookies
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='));
        cookies.any(|(name, value)| name == self.0.cookie_name && self.0.cookie.matches(value))
            || self.has_token(headers)
    }

    /// A socket cannot send headers of its own choice.
    fn may_act(&self, request: &Request) -> bool {
        let query = request.uri().query().unwrap_or_default();
        query
            .split('&')
            .filter_map(|part| part.strip_prefix("token="))
            .any(|given| self.0.token.matches(given))
            || self.has_token(request.headers())
    }

    fn enter(&self, request: &Request) -> Response {
        if request.method() != Method::POST {
            return page(StatusCode::OK);
        }
        if !self.has_token(request.headers()) {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        let (name, value) = (&self.0.cookie_name, self.0.cookie.reveal());
        let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax");
        (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
    }
}

/// The middleware: inside of the gate, outside of all routes.
pub(super) async fn check(State(entry): State<Entry>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_open = path.starts_with("/-/assets/") || path.starts_with("/-/worker/");
    if path == PLACE {
        return entry.enter(&request);
    }
    let admitted = if path.starts_with("/-/ws/") {
        entry.may_act(&request)
    } else {
        is_open || entry.may_view(request.headers())
    };
    if admitted {
        next.run(request).await
    } else {
        page(StatusCode::UNAUTHORIZED)
    }
}

fn page(status: StatusCode) -> Response {
    let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (status, html, PAGE).into_response()
}

/// The token of this user's pages, drawn when there is none.
fn kept_token(data_directory: &Path) -> Result<Token, TokenError> {
    let folder = data_directory.join("run");
    let path = folder.join("ui.token");
    if let Ok(text) = std::fs::read_to_string(&path)
        && text.trim().len() == 64
    {
        return Ok(Token::from_text(&text));
    }
    let token = Token::draw()?;
    let kept = private_files::create_dir(&folder).and_then(|()| token.write(&path));
    if let Err(error) = kept {
        tracing::warn!(target: "ui", %error, "pages have to be opened again after a restart");
    }
    Ok(token)
}
