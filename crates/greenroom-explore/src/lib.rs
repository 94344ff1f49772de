//! Plays a course that nobody scripted, as a thorough learner would, and reports what came of it.
//!
//! [`explore`] sees everything that it can reach, tries to pass, to fail, and to leave in the middle
//! and come back. A state is what the page shows together with the data model and the tracking
//! (`state.rs`); what can be done there are its acts (`act.rs`, `offers.rs`, `question.rs`); a run never
//! does the same act twice in the same state (`run.rs`), and goes back by replaying from the launch.
//! What was learned about answers in one run helps the next (`knowledge.rs`).

mod act;
mod atlas;
mod candidate;
mod choosing;
mod concluding;
mod coverage;
mod dead_ends;
mod exploration;
mod explorer;
mod feedback;
mod fields;
mod findings;
mod knowledge;
mod known;
mod learners;
mod looks;
mod moments;
mod notebook;
mod notes;
mod noting;
mod offers;
mod options;
mod pairs;
mod perform;
mod question;
mod rehearsing;
mod report;
mod resuming;
mod run;
mod standing;
mod state;
mod verdict;
mod way_through;

pub use atlas::{Picture, StateNode};
pub use coverage::{Coverage, Share};
pub use exploration::{Exploration, explore};
pub use findings::{Finding, Severity};
pub use moments::{Followed, Path, Paths, Sight, Stopped, paths};
pub use options::ExploreOptions;
pub use rehearsing::FoundRehearsal;
pub use report::html;
pub use standing::Standing;
pub use verdict::Verdict;
pub use way_through::{WayThrough, way_through};
