//! The UI platform for agents: a live page in Lua and HTML.

pub(crate) mod configure;
pub(crate) mod get_state;
pub(crate) mod open_browser;
pub(crate) mod run;
pub(crate) mod start;
pub(crate) mod status;
pub(crate) mod stop;
pub(crate) mod upload_viewdef;
pub(crate) mod wait;

mod browser_url;
mod failure;
mod opener;
mod platform;
mod project;
mod redirect_file;
mod settings;

pub use platform::UiPlatform;

/// Other spellings of parameters that all tools of this family take.
const ALIASES: &[(&str, &str)] = &[("session_id", "sessionId")];

/// The session that tools mean when they are told of none.
fn first_session() -> String {
    "1".to_owned()
}
