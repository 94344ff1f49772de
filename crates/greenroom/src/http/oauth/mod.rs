//! This server as an OAuth 2.1 resource server: callers with tokens of an identity provider.
//!
//! The provider is the operator's and is named in a file. Here its signatures are checked and its
//! claims are read; nobody logs in here. RFC 9728 tells clients where they can.

mod discovery;
mod file;
mod house_name;
mod keys;
mod metadata;
mod signatures;
mod tokens;

pub(super) use file::read;
pub(super) use metadata::{WELL_KNOWN, get as metadata};
pub(super) use tokens::ResourceServer;
