//! Sizes, numbers of requests, costly calls.

pub(crate) mod api_call_in_frequent_event;
pub(crate) mod picture_too_large;
pub(crate) mod too_many_requests;
pub(crate) mod uncompressed_media;
