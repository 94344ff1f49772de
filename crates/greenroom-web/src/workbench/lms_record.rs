//! What the LMS has stored that a course plays in.

use super::courses::{NoCourses, NotDone};
use futures::future::BoxFuture;
use serde::Serialize;
use std::collections::BTreeMap;

/// The records of the LMSs that courses are played in.
pub trait LmsRecords {
    /// What is stored of the activity that was played last.
    fn lms_record<'a>(&'a self, session_id: &'a str) -> BoxFuture<'a, Result<LmsRecord, NotDone>>;
}

/// The record of one activity, beside what the course believes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LmsRecord {
    /// The name of its profile.
    pub lms: String,
    /// The identifier of the activity.
    pub activity: String,
    /// `not attempted`, or the words that are stored.
    pub status: String,
    pub score: Option<f64>,
    /// In percent.
    pub grade: Option<f64>,
    /// Why it is not what a course may expect.
    pub grade_reason: Option<String>,
    /// `not_started`, `incomplete`, `completed`, `passed` or `failed`.
    pub completion: String,
    pub total_time: Option<String>,
    /// Set with success, and not stored or stored with another value; the lost ones first.
    pub differing: Vec<DifferingValue>,
    pub next_launch: NextLaunch,
    pub stored: BTreeMap<String, String>,
}

/// A value that the LMS does not have as the course has set it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DifferingValue {
    pub element: String,
    pub believed: String,
    /// Absent where nothing is stored.
    pub stored: Option<String>,
    pub reason: String,
}

/// What the learner meets who comes back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NextLaunch {
    /// cmi.mode.
    pub mode: String,
    /// What a course may not expect then.
    pub reasons: Vec<String>,
}

impl LmsRecords for NoCourses {
    fn lms_record<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<LmsRecord, NotDone>> {
        Self::refusal()
    }
}
