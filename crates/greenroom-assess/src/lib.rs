//! Plays a course in LMSs and tells in which of them it works, and why it does not in the others.
//!
//! [`assess`] finds one way through the course by the book (`book.rs`), plays it in every LMS
//! (`playing.rs`, `noting.rs`), once more with a server that fails for one act (`outage.rs`, `failing.rs`), and leaves it there
//! (`greenroom-exits`). What was seen are facts (`facts.rs`), the answers are pure functions of them (`judging/`,
//! one file per question). What to change follows from the rules of lint that fit an answer (`advice.rs`).

mod advice;
mod answer;
mod assessment;
mod book;
mod facts;
mod failing;
mod judging;
mod noting;
mod otherwise;
mod outage;
mod playing;
mod report;
mod time;
mod verdicts;
mod which;

pub use advice::{Change, Lint};
pub use answer::{Answer, Question, Reason, Verdict, Word};
pub use assessment::{AssessOptions, Assessment, LmsAssessment, assess};
pub use report::html;
pub use which::{DEFAULT_WAYS, by_default, shipped_like};
