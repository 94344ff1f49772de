//! A session: its thread, its queue, its pages, its events.

mod connection_handle;
mod errors;
mod events;
mod handle;
mod job;
mod link;
mod queue;
mod shared;
mod timers;
mod worker;

pub use connection_handle::ConnectionHandle;
pub use errors::{RunError, StartError};
pub use events::{Event, Events, Waited};
pub use handle::{Session, SessionOptions};
pub use job::{AppState, Pushed, Ran, StateError};
pub use link::{Outbox, Outgoing, Tab};
pub use shared::SessionStatus;

pub(crate) use link::{Link, Links};
pub(crate) use timers::Timers;
