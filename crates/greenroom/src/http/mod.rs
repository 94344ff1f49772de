//! MCP over HTTP, for callers elsewhere.
//!
//! Every token has a *house*: a state of its own with a data directory of its own, the same that a
//! server on stdio has for its person. So sessions, artifacts, questions and UIs of others are not
//! hidden from a caller; they cannot be named. Paths are bounded by `greenroom_store::Reach`.

mod company;
mod denial;
mod endpoint;
mod gate;
mod grant;
mod health;
mod house;
pub(crate) mod meters;
mod oauth;
mod options;
mod own_files;
mod refusal;
mod routes;
mod scraping;
mod serving;
mod tokens;
mod traces;
mod uploads;

#[cfg(feature = "cluster")]
pub(crate) use company::{Company, Linked};
pub(crate) use options::ServeOptions;
pub(crate) use serving::serve;
pub(crate) use tokens::entry as token_entry;
