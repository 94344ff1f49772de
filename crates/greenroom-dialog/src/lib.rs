//! Questions to the human: what may be asked, what an answer is, and where each question stands.
//!
//! No HTTP and no clock here: callers bring the time and show what comes out. [`Desk`] holds all
//! dialogs; [`Registry`] holds the tools that may be asked.

pub mod attachments;
pub mod change;
pub mod compression;
pub mod declaration;
pub mod desk;
pub mod dialog;
pub mod drafts;
pub mod error;
pub mod held_act;
pub mod holds;
pub mod ids;
pub mod inspector;
pub mod iso_time;
pub mod journal;
pub mod metrics;
pub mod outcome;
pub mod preferences;
pub mod queue;
pub mod rate;
pub mod refusal;
pub mod registry;
pub mod request;
pub mod result;
pub mod shared_desk;
pub mod standing_answers;
pub mod state;
pub mod submission;
mod tools;

pub use change::{By, Change};
pub use declaration::DialogTool;
pub use desk::{Asked, Delivery, Desk, HistoryFilter, Submitter};
pub use dialog::{Asker, Dialog};
pub use error::{Category, DialogError};
pub use greenroom_schema::Fault;
pub use outcome::{Outcome, Proof, Source};
pub use refusal::Refusal;
pub use registry::Registry;
pub use request::DialogRequest;
pub use state::{Event, State};
