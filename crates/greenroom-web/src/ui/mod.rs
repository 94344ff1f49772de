//! The UI socket: pages that an agent builds in Lua and HTML.
//!
//! It has a port and so an origin of its own: view definitions are code of the agent, and such
//! code must not be able to answer a dialog.

mod announcement;
mod background;
mod entry;
mod message_page;
mod project_files;
mod routes;
mod server;
mod sessions;
mod socket;
mod static_files;
mod upload;
mod watch;

pub(crate) use announcement::{Announced, announced};
pub use server::{Stopped, UiOptions, UiServer, UiStartError};
pub use sessions::{OpenError, is_session_id};
pub use upload::{UploadError, Uploaded};
