//! What browsers talk to: the stage, where courses play, and the workbench, where people work.
//!
//! Each face has a socket and so an origin of its own. The stage serves courses and the player
//! page, every session under its own host name (`<session>.localhost`), so that one course can
//! reach neither another course's storage nor anything made for people.

mod assets;
pub mod gate;
pub mod neighbors;
pub mod stage;
mod task;
pub mod ui;
pub mod ui_page;
pub mod workbench;

pub use assets::{Assets, all as all_assets, axe, inspecting_engine, page_text};
