//! Rehearsals: files that play a course and state what must happen.

mod case;
pub mod compare;
mod engine_theatre;
pub mod format;
mod monkey;
mod page_acts;
mod report;
mod runner;
mod statements;
mod theatre;
mod unstated;

pub use case::{Case, CaseCourse, CaseFault};
pub use engine_theatre::{RecordedSession, Recording};
pub use monkey::Monkey;
pub use page_acts::in_words;
pub use report::{Failure, Report};
pub use runner::{record, run, run_in};
pub use theatre::{
    Acted, CallMade, Difference, PageFault, Requested, Standing, Theatre, UnloadCall,
};
