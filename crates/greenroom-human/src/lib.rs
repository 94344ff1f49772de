//! The way to the human: who asks, who holds, who answers.
//!
//! A [`Call`] of a client asks ([`hold::ask`]) and waits. [`Humans`] finds the [`Line`] to the
//! human: this process has the desk and is the host, or another process has it and this one is
//! its guest, or a parent app shows the dialogs. The [`Hub`] is the desk with everyone who watches
//! it. No HTTP here: whoever makes [`Humans`] hands in how a workbench is served
//! ([`StartWorkbench`]).

pub mod backlog;
mod call;
pub mod client;
mod collected;
mod config;
pub mod debug;
pub mod desk_folder;
mod elicitation;
mod error;
mod guest;
pub mod hold;
mod host;
mod hub;
mod humans;
pub mod inspected;
mod line;
mod not_taken;
mod parent;
mod patience;
mod pool;
pub mod pulse;
pub mod run_files;
mod stderr;
mod token;
mod workbench;

use std::sync::LazyLock;

pub use call::Call;
pub use collected::{Collected, CollectedImage};
pub use config::{DialogsConfig, Unusable};
pub use elicitation::{Elicitation, Elicitor};
pub use error::HumanError;
use greenroom_dialog::Registry;
pub use guest::Guest;
pub use host::Host;
pub use hub::{Hub, Status};
pub use humans::Humans;
pub use line::Line;
pub use patience::GaveUp;
pub use stderr::print_line;
pub use token::{Token, TokenError, digest};
pub use workbench::{Place, Start, StartWorkbench, Started, WorkbenchPage};

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);

/// What may be asked.
pub fn registry() -> &'static Registry {
    &REGISTRY
}
