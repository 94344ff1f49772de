//! The dialog tools: the agent pauses and asks its human.
//!
//! What may be asked is declared in `greenroom-dialog`; here a question becomes a tool call that
//! holds as long as its client is believed to wait.

mod collected;
pub(crate) mod confirm;
mod data_schema;
mod desk_folder;
mod elicitation;
mod guest;
mod hold;
mod host;
mod humans;
mod inspected;
mod line;
mod listening;
pub(crate) mod multi_choice;
mod parent;
mod patience;
pub(crate) mod planner;
pub(crate) mod question;
pub(crate) mod result;
pub(crate) mod screenshot_request;
pub(crate) mod single_choice;
pub(crate) mod text_input;

pub(crate) use humans::Humans;
pub(crate) use patience::GaveUp;
