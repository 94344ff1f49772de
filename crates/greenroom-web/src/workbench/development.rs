//! Courses that people edit while they look at them.

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::courses::NotDone;

/// What follows the files of courses.
pub trait Develops {
    /// Follows the files of a session's course from now on; without a wish, no longer.
    fn develop<'a>(
        &'a self,
        session_id: &'a str,
        reload: Option<OnSave>,
    ) -> BoxFuture<'a, Result<(), NotDone>>;

    /// What is wrong with a course whose files are followed.
    fn findings(&self, session_id: &str) -> Option<LiveFindings>;
}

/// What becomes of a course when one of its files is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnSave {
    /// Loaded again, and resumed.
    Keep,
    /// Loaded again, from the start.
    StartOver,
    /// Left as it is.
    Stay,
}

/// What is wrong with a course now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LiveFindings {
    pub on_save: OnSave,
    pub score: u32,
    pub errors: usize,
    pub warnings: usize,
    /// The worst first.
    pub findings: Vec<FindingLine>,
    /// Findings that are not listed.
    pub omitted: usize,
    /// Rises whenever the course is to be loaded again.
    pub reloads: u64,
    /// Why the course was not loaded again, until it is.
    pub held_back: Option<String>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FindingLine {
    /// `error`, `warning` or `info`.
    pub severity: String,
    pub message: String,
    pub code: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// What to do about it.
    pub advice: String,
}
