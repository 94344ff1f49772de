//! Lint in a process of its own, so that a hostile package costs one file and not the server.
//!
//! Code can be nested until the parser's stack overflows, or be written to fill memory or to run
//! for hours; no such end can be caught inside the process where it happens. So the rules run in a
//! worker, the same program with limits of memory and stack (`worker.rs`), which knows the package
//! only through a pipe. It marks each piece of work before it begins; when it dies or stands still,
//! the last mark tells what ended it, and the package is linted again without that piece
//! (`examination.rs`). Workers are kept for the next package and replaced before they grow.

mod bounds;
mod examination;
mod frame;
mod last_words;
mod message;
mod order;
mod patience;
mod process;
mod worker;

pub use self::bounds::StopOnDrop;
pub use self::bounds::{Bounds, Stop, Unfinished};
pub use self::examination::{Examination, keep_workers, use_workers};
pub use self::worker::serve;
