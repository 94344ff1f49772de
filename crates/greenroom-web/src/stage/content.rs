//! The course's own files, streamed with ranges, and nothing outside the package.

use super::host::Playing;
use super::person_page;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use std::path::{Component, Path, PathBuf};
use tower::ServiceExt;
use tower_http::services::ServeFile;

/// Where the files of a course begin.
pub(super) const PREFIX: &str = "/content/";

/// Answers with one file of the package.
pub(super) async fn serve(Playing(course): Playing, request: Request) -> Response {
    let Some(file) = resolve(&course.root, request.uri().path()).await else {
        return (StatusCode::NOT_FOUND, "no such file in the package").into_response();
    };
    let Ok(response) = ServeFile::new(file).oneshot(request).await;
    let mut response = response.map(Body::new);
    person_page::hold(&course, &mut response);
    if course.unload_denied {
        response.headers_mut().insert(
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("unload=()"),
        );
    }
    // A course under work changes between two looks at it.
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The file below `root` that the path of a request means: decoded once, inside the package also
/// after links are followed. Another letter case is forgiven where only one file can be meant.
async fn resolve(root: &Path, path: &str) -> Option<PathBuf> {
    let relative = percent_decode_str(path.strip_prefix(PREFIX)?)
        .decode_utf8()
        .ok()?;
    if relative.contains(['\\', '\0']) {
        return None;
    }
    let relative = Path::new(relative.as_ref());
    if !relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)))
    {
        return None;
    }
    let file = if let Ok(exact) = tokio::fs::canonicalize(root.join(relative)).await {
        exact
    } else {
        let (root, relative) = (root.to_owned(), relative.to_owned());
        let find = move || greenroom_store::find_ignoring_case(&root, &relative);
        let found = tokio::task::spawn_blocking(find).await.ok()??;
        tokio::fs::canonicalize(found).await.ok()?
    };
    let root = tokio::fs::canonicalize(root).await.ok()?;
    (file.starts_with(&root) && file.is_file()).then_some(file)
}
