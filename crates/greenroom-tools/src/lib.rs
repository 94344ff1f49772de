//! The tools: registry, dispatcher, errors, one file per tool.
//!
//! A tool is a type in its own file that implements [`Tool`] and stands in [`TOOLS`]. Its file
//! follows from its name ([`registry::file_of`]). The faces (MCP, command line, workbench) know
//! only [`call`] and [`Toolset`].
//!
//! To add `scorm_dom_click`: write `src/scorm/dom/click.rs` with the type `ScormDomClick`, declare
//! the module, add one line to [`TOOLS`].

mod answer;
mod app;
mod background;
mod call;
pub mod config;
mod counted;
mod cx;
mod dialog;
pub mod docs;
mod envelope;
mod error;
mod error_code;
mod example;
mod hands;
mod named_paths;
mod peoples_work;
mod playing;
pub mod registry;
mod reply;
mod request;
mod schema;
mod scorm;
mod system;
mod tool;
mod turns;
mod ui;
mod validation;
mod waiting;
mod workbench_view;

pub use app::{App, Logs};
pub use call::{call, take_turn};
pub use counted::counted;
pub use cx::Cx;
pub use envelope::{CallResult, Content};
pub use error::ToolError;
pub use error_code::ErrorCode;
pub use registry::{Offered, TOOLS, Toolset};
pub use reply::{Artifact, Image, Reply};
pub use request::{Elicitation, Elicitor, ProgressSink, Request};
pub use tool::{DEFAULT_DEADLINE, Effect, ErasedTool, Tool};
pub use turns::Turn;
pub use ui::UiPlatform;

/// The version of Greenroom.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
