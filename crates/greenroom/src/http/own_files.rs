//! `GET /files/…`: the bytes behind an address `greenroom://…` of the caller.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::Path as InAddress;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use greenroom_store::{OWN_SCHEME, Purpose};
use greenroom_tools::{ErrorCode, ToolError};
use tokio_util::io::ReaderStream;

use super::house::House;
use super::refusal::refuse;
use crate::mcp::media_type;

/// Gives a file, whatever its size.
pub(super) async fn get(
    Extension(house): Extension<Arc<House>>,
    InAddress(path): InAddress<String>,
) -> Response {
    let address = format!("{OWN_SCHEME}{path}");
    // The same answer for what is not there and what is not theirs.
    let missing = || {
        let shown: String = address.chars().take(200).collect();
        let error = ToolError::new(
            ErrorCode::HttpRefused,
            format!("no file of yours is {shown}"),
        )
        .hint("Answers of tools link to what they wrote; resources/list has all.");
        refuse(StatusCode::NOT_FOUND, &error)
    };
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
