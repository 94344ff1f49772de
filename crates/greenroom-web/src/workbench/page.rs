//! The files of the workbench page.

use crate::assets;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// The page itself.
pub(super) fn index() -> Response {
    file("workbench/index.html")
}

/// What the page loads: files of its own folder, and those that pages share.
pub(super) async fn asset(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("workbench/") || path.starts_with("shared/") {
        file(path)
    } else {
        file(&format!("workbench/{path}"))
    }
}

fn file(path: &str) -> Response {
    match assets::find(path) {
        Some(bytes) => ([(header::CONTENT_TYPE, assets::mime(path))], bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
