//! `/files`: what lies behind the addresses `greenroom://…` of the caller, and the folder that they
//! write to.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::Path as InAddress;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use greenroom_stdx::private_files;
use greenroom_store::{OWN_SCHEME, Purpose, WRITABLE};
use greenroom_tools::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio_util::io::ReaderStream;

use super::house::House;
use super::refusal::{answer, empty, refuse};
use crate::mcp::media_type;

/// Files that are listed.
const MOST_LISTED: usize = 1000;

/// Gives a file, whatever its size.
pub(super) async fn get(
    Extension(house): Extension<Arc<House>>,
    InAddress(path): InAddress<String>,
) -> Response {
    let address = format!("{OWN_SCHEME}{path}");
    let missing = || missing(&address);
    if let Some(elsewhere) = &house.caller.elsewhere
        && let Err(error) = elsewhere.bring(&address).await
    {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, &error);
    }
    let Ok(path) = house.app.reach().find(&address, Purpose::Read) else {
        return missing();
    };
    let is_own = path.starts_with(house.directory());
    let file = tokio::fs::File::open(&path).await;
    let (Ok(file), true) = (file, is_own && path.is_file()) else {
        return missing();
    };
    let length = file.metadata().await.map(|facts| facts.len());
    let mut response = Body::from_stream(ReaderStream::new(file)).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        header::HeaderValue::from_static(media_type(&path)),
    );
    headers.insert(
        header::CONTENT_DISPOSITION,
        header::HeaderValue::from_static("attachment"),
    );
    if let Ok(length) = length {
        headers.insert(header::CONTENT_LENGTH, length.into());
    }
    response
}

/// What tools wrote to the caller's folder, and how much of it there may be.
pub(super) async fn list(Extension(house): Extension<Arc<House>>) -> Response {
    let folder = house.directory().join(WRITABLE);
    let (most, used) = house.app.reach().file_bytes().unwrap_or_default();
    let (mut files, mut folders) = (Vec::new(), vec![folder]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = private_files::list_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let Ok(facts) = entry.metadata() else {
                continue;
            };
            if facts.is_dir() {
                folders.push(entry.path());
            } else if files.len() < MOST_LISTED {
                files.push((entry.path(), facts.len()));
            }
        }
    }
    files.sort();
    let told = files.iter().filter_map(|(path, bytes)| {
        let inside = path.strip_prefix(house.directory()).ok()?.to_str()?;
        Some(json!({"path": format!("{OWN_SCHEME}{inside}"), "bytes": bytes}))
    });
    let told: Vec<Value> = told.collect();
    let body = json!({"files": told, "used": used, "maximum": most});
    answer(StatusCode::OK, body)
}

/// `DELETE /files/files/PATH`: a file or folder below the folder that the caller writes to.
pub(super) async fn remove(
    Extension(house): Extension<Arc<House>>,
    InAddress(path): InAddress<String>,
) -> Response {
    let address = format!("{OWN_SCHEME}{path}");
    let own: PathBuf = house.directory().join(WRITABLE);
    // Read, since there may be no room to write.
    let found = house.app.reach().find(&address, Purpose::Read).ok();
    let found = found.filter(|path| path.starts_with(&own) && *path != own);
    let Some(found) = found.filter(|path| path.exists()) else {
        return missing(&address);
    };
    let removed = if found.is_dir() {
        private_files::remove_dir(&found)
    } else {
        std::fs::remove_file(&found)
    };
    match removed {
        Ok(()) => empty(StatusCode::NO_CONTENT),
        Err(error) => {
            let message = format!("it was not removed: {error}");
            let error = ToolError::new(ErrorCode::ArtifactWriteFailed, message);
            refuse(StatusCode::INTERNAL_SERVER_ERROR, &error)
        }
    }
}

/// The same answer for what is not there and what is not theirs.
fn missing(address: &str) -> Response {
    let shown: String = address.chars().take(200).collect();
    let error = ToolError::new(
        ErrorCode::HttpRefused,
        format!("no file of yours is {shown}"),
    )
    .hint("Answers of tools link to what they wrote; resources/list has all.");
    refuse(StatusCode::NOT_FOUND, &error)
}
