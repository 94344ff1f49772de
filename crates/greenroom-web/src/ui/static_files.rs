//! Files of the project's `html` folder, and nothing outside of it.

use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use greenroom_lua::limits::STATIC_FILE_BYTES;
use percent_encoding::percent_decode_str;
use tower::ServiceExt as _;
use tower_http::services::ServeFile;

/// The regular file that a path means: decoded once, no dot files, inside also after links are
/// followed.
pub(super) async fn find(html: &Path, path: &str) -> Option<PathBuf> {
    let relative = percent_decode_str(path).decode_utf8().ok()?;
    if relative.is_empty() || relative.contains(['\\', '\0']) {
        return None;
    }
    let relative = Path::new(relative.as_ref());
    let plain = relative.components().all(|part| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    });
    if !plain {
        return None;
    }
    let file = tokio::fs::canonicalize(html.join(relative)).await.ok()?;
    let root = tokio::fs::canonicalize(html).await.ok()?;
    let is_file = tokio::fs::metadata(&file).await.ok()?.is_file();
    (file.starts_with(&root) && is_file).then_some(file)
}

/// Answers with a file.
pub(super) async fn serve(file: PathBuf, request: Request) -> Response {
    let size = tokio::fs::metadata(&file)
        .await
        .map_or(0, |found| found.len());
    if size > STATIC_FILE_BYTES {
        let text = format!("LIMIT: a static file is limited to {STATIC_FILE_BYTES} bytes");
        return (StatusCode::PAYLOAD_TOO_LARGE, text).into_response();
    }
    let Ok(response) = ServeFile::new(file).oneshot(request).await;
    response.map(Body::new)
}
