//! Thousands of packages in one go: which they are, what became of each, what they say together.
//!
//! [`source`] finds the packages, [`Shard`] takes a stable part of them. A [`Batch`] of [`Job`]s
//! goes through a [`JobQueue`]; [`EmbeddedQueue`] is the one inside this process, and the reference
//! for others. [`Judging`] is what a worker does with a job: the content is hashed, a result that is
//! kept for it is taken as it is, and otherwise a [`Performer`] judges the package. [`run`] sees a
//! batch through, and [`output`] writes what came of it.

mod authoring_tool;
mod batch;
mod content_hash;
mod embedded;
mod ended;
mod fetch;
mod judged;
mod judging;
#[cfg(feature = "cluster")]
pub mod objects;
pub mod output;
#[cfg(feature = "cluster")]
mod postgres;
mod queue;
mod run;
mod shard;
pub mod source;
mod stop;

pub use authoring_tool::authoring_tool;
pub use batch::{Batch, Job, Kind, VERSION};
pub use content_hash::{ContentHash, content_hash};
pub use embedded::EmbeddedQueue;
pub use ended::{Ended, Outcome};
pub use fetch::{Fetched, fetch};
pub use judged::{FoundFault, InLms, Judged, Kept, RuleCount};
pub use judging::{Judging, NotJudged, Performer};
#[cfg(feature = "cluster")]
pub use postgres::{PostgresQueue, Recovery};
pub use queue::{Handled, Handler, JobQueue, Progress, QueueError};
pub use run::{Watcher, run};
pub use shard::{NotAShard, Shard};
pub use stop::Stop;
