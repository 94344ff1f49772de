//! MCP over HTTP, for callers elsewhere.
//!
//! Every token has a *house*: a state of its own with a data directory of its own, the same that a
//! server on stdio has for its person. So sessions, artifacts, questions and UIs of others are not
//! hidden from a caller; they cannot be named. Paths are bounded by `greenroom_store::Reach`.

mod endpoint;
mod gate;
mod house;
mod options;
mod own_files;
mod refusal;
mod routes;
mod serving;
mod tokens;
mod uploads;

pub(crate) use options::ServeOptions;
pub(crate) use serving::serve;
pub(crate) use tokens::entry as token_entry;
