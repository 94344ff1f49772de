//! What came of a rehearsal.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The result of one rehearsal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Name of the rehearsal.
    pub id: String,
    /// Everything was as stated.
    pub passed: bool,
    /// Steps played.
    pub steps: usize,
    /// API calls compared.
    pub calls: usize,
    /// Questions about the learner's controls compared.
    pub ui_checks: usize,
    /// Acts on pages carried out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub acts: usize,
    /// Files written, such as pictures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<String>,
    /// How often it failed before this result.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    pub retries: u32,
    /// Things stated that were looked at.
    #[serde(skip)]
    pub statements: usize,
    /// The first difference.
    pub failure: Option<Failure>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_none_yet(count: &u32) -> bool {
    *count == 0
}

impl Report {
    /// Of a rehearsal that has not begun.
    pub(super) fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            passed: false,
            steps: 0,
            calls: 0,
            ui_checks: 0,
            acts: 0,
            artifacts: Vec::new(),
            retries: 0,
            statements: 0,
            failure: None,
        }
    }

    /// Of a rehearsal that could not even begin.
    pub fn not_played(id: &str, why: &str) -> Self {
        Self {
            failure: Some(Failure {
                step: 0,
                activity: String::new(),
                call: "reading the rehearsal".to_owned(),
                expected: "a rehearsal that can be played".to_owned(),
                actual: why.to_owned(),
                act_before: None,
                picture: None,
                trace: Vec::new(),
                of_theatre: false,
            }),
            ..Self::new(id)
        }
    }
}

/// The first difference between what was stated and what happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Number of the step, from 1; 0 before the first.
    pub step: usize,
    /// The activity that the step expects.
    pub activity: String,
    /// The call, or what else was looked at.
    pub call: String,
    /// What was stated.
    pub expected: String,
    /// What happened.
    pub actual: String,
    /// What was done before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act_before: Option<String>,
    /// A picture of the page as it was then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The sequencing processes since the step began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
    /// The theatre itself failed: this says nothing of the course.
    #[serde(skip)]
    pub of_theatre: bool,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            step,
            activity,
            call,
            expected,
            actual,
            act_before,
            picture: _,
            trace: _,
            of_theatre: _,
        } = self;
        write!(
            f,
            "step {step} ({activity}): {call}: expected {expected}, got {actual}"
        )?;
        match act_before {
            Some(act) => write!(f, ", after {act}"),
            None => Ok(()),
        }
    }
}
