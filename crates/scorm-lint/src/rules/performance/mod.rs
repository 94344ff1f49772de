//! Sizes, numbers of requests, costly calls.

pub(crate) mod api_call_in_frequent_event;
pub(crate) mod picture_too_large;
pub(crate) mod too_many_requests;
pub(crate) mod uncompressed_media;

/// The extension of a file name, in lower case.
pub(crate) fn extension(name: &str) -> String {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    extension.unwrap_or_default().to_ascii_lowercase()
}
