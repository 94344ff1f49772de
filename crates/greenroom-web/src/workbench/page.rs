//! The files of the workbench page.
//!
//! Their addresses in the page name the build they belong to, so that browsers may keep them: a page
//! that is loaded again needs no script compiled again.

use crate::assets;
use crate::gate::Hashed;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::OnceLock;

/// The page itself.
pub(super) fn index() -> Response {
    static PAGE: OnceLock<String> = OnceLock::new();
    let page = PAGE.get_or_init(|| {
        let page = assets::page_text("workbench/index.html");
        let build = build();
        page.replace(".js\"", &format!(".js?{build}\""))
            .replace(".css\"", &format!(".css?{build}\""))
    });
    let kind = [(header::CONTENT_TYPE, assets::mime("index.html"))];
    (kind, page.as_str()).into_response()
}

/// What the page loads: files of its own folder, and those that pages share.
pub(super) async fn asset(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("workbench/") || path.starts_with("shared/") {
        file(path, &uri)
    } else {
        file(&format!("workbench/{path}"), &uri)
    }
}

/// `GET /workbench/engine.wasm`: the engine of those who look at a session.
pub(super) async fn engine(uri: Uri) -> Response {
    kept("engine.wasm", assets::inspecting_engine(), &uri)
}

fn file(path: &str, uri: &Uri) -> Response {
    match assets::find(path) {
        Some(bytes) => kept(path, bytes, uri),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file that a browser may keep if its address names this build.
fn kept(path: &str, bytes: &'static [u8], uri: &Uri) -> Response {
    let mut response = ([(header::CONTENT_TYPE, assets::mime(path))], bytes).into_response();
    if uri.query() == Some(build()) {
        response.extensions_mut().insert(Hashed);
    }
    response
}

/// Changes whenever a file of the page does.
fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let mut hasher = DefaultHasher::new();
        assets::inspecting_engine().hash(&mut hasher);
        for (path, bytes) in assets::of_workbench() {
            (path, bytes).hash(&mut hasher);
        }
        format!("{:016x}", hasher.finish())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;

    async fn text(response: Response) -> String {
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn files_may_be_kept_under_the_address_that_the_page_names() {
        let page = text(index()).await;
        let address = format!("/workbench/workbench.js?{}", build());
        assert!(page.contains(&format!("src=\"{address}\"")), "{page}");
        let is_kept = |response: &Response| response.extensions().get::<Hashed>().is_some();
        let named: Uri = address.parse().unwrap();
        assert!(is_kept(&asset(named).await));
        for other in ["/workbench/workbench.js", "/workbench/workbench.js?older"] {
            let response = asset(other.parse().unwrap()).await;
            assert!(!is_kept(&response), "{other}");
            assert_eq!(response.status(), StatusCode::OK);
        }
        let engine_of_build = format!("/workbench/engine.wasm?{}", build());
        assert!(is_kept(&engine(engine_of_build.parse().unwrap()).await));
        assert!(!is_kept(&index()));
    }
}
