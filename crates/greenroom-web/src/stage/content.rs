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
    let path = request.uri().path();
    let path = percent_decode_str(path.strip_prefix(PREFIX).unwrap_or(path));
    let path = path.decode_utf8_lossy().into_owned();
    let wanted = relative(request.uri().path());
    let wanted = match &course.by_name {
        Some(files) => wanted.and_then(|path| files.find(&path).map(str::to_owned)),
        None => wanted,
    };
    let found = match wanted {
        Some(path) => resolve(&course.root, &path).await,
        None => None,
    };
    let Some(file) = found else {
        let missing = (StatusCode::NOT_FOUND, "no such file in the package").into_response();
        person_page::note(&course, &path, &missing);
        return missing;
    };
    let Ok(response) = ServeFile::new(file).oneshot(request).await;
    let mut response = response.map(Body::new);
    person_page::hold(&course, &mut response);
    person_page::note(&course, &path, &response);
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

/// The path of a request within the package, decoded once.
fn relative(path: &str) -> Option<String> {
    let path = percent_decode_str(path.strip_prefix(PREFIX)?);
    path.decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

/// The file below `root` at a path, inside the package also after links are followed. Another
/// letter case is forgiven where only one file can be meant.
async fn resolve(root: &Path, relative: &str) -> Option<PathBuf> {
    if relative.contains(['\\', '\0']) {
        return None;
    }
    let relative = Path::new(relative);
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
