//! The dialog tools: the agent pauses and asks its human.
//!
//! What may be asked is declared in `greenroom-dialog`, the way to the human is
//! `greenroom-human`; here a question becomes a tool call.

mod asking;
pub(crate) mod confirm;
mod data_schema;
pub(crate) mod multi_choice;
pub(crate) mod planner;
pub(crate) mod question;
pub(crate) mod result;
pub(crate) mod screenshot_request;
pub(crate) mod single_choice;
pub(crate) mod text_input;
