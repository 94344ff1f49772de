//! Leaves a course in every way a learner leaves it, in a browser as learners have it, comes back, and
//! tells what was kept.
//!
//! [`test_exits`] plays the course to a moment (`moment.rs`), leaves it in one way (`ways/`, one file
//! each) while it hears what the content tries (`eavesdropping.rs`), compares that with what arrived at
//! the LMS (`arrivals/`) and with an orderly leave (`verdict.rs`), and comes back (`homecoming.rs`,
//! `returning.rs`). `cell.rs` is that for one way at one moment, `round.rs` for all ways, `matrix.rs`
//! for all moments and LMSs.

mod arrivals;
mod cell;
mod eavesdropping;
mod homecoming;
mod lms;
mod matrix;
mod moment;
mod report;
mod returning;
mod round;
mod verdict;
mod ways;

pub use arrivals::{Arrivals, Arrived, Changed};
pub use eavesdropping::{Listener, Tried};
pub use matrix::{ExitOptions, Matrix, test_exits};
pub use moment::{Moment, RehearsedMoment};
pub use report::html;
pub use returning::Return;
pub use verdict::{Lost, LostKind, Row, Verdict};
pub use ways::{WAYS, Way, find as find_way};
