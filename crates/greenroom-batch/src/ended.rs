//! How a job ended.

use serde::{Deserialize, Serialize};

/// What is known of a package at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Nothing was found that counts.
    Passed,
    /// Something was.
    Findings,
    /// It could not be read, or the machinery failed as often as is allowed.
    NotJudged,
}

impl Outcome {
    /// As results spell it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Findings => "findings",
            Self::NotJudged => "not_judged",
        }
    }
}

/// The end of one job. The judgement itself is kept under its key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// Of the job.
    pub number: u64,
    /// As the caller names the package.
    pub shown: String,
    pub outcome: Outcome,
    /// Where the judgement is kept.
    pub key: Option<String>,
    /// Why there is none.
    pub reason: Option<String>,
    /// The judgement was there already: the content has not changed.
    pub reused: bool,
    /// How often it was tried.
    pub attempts: u32,
    /// How long the last try took.
    pub seconds: f64,
}
