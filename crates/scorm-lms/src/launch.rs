//! What the LMS knows when it launches a SCO.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Everything the LMS gives to a launch, in the words of the launched version's data model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Launch {
    /// Who learns.
    pub learner: Learner,
    /// `adlcp:masteryscore` of SCORM 1.2.
    pub mastery_score: Option<String>,
    /// The primary objective's minimum normalized measure in SCORM 2004.
    pub scaled_passing_score: Option<String>,
    /// `adlcp:completionThreshold`.
    pub completion_threshold: Option<String>,
    /// `normal`, `browse`, `review`; `normal` when none is said.
    pub mode: Option<String>,
    /// `credit`, `no-credit`; follows from the mode when none is said.
    pub credit: Option<String>,
    /// `dataFromLMS`
    pub launch_data: Option<String>,
    /// `maxTimeAllowed`, the attempt's absolute duration limit.
    pub max_time_allowed: Option<String>,
    /// `timeLimitAction`
    pub time_limit_action: Option<String>,
    /// The stored values of the attempt that goes on; see [`crate::Record::next`].
    pub prior: BTreeMap<String, String>,
    /// Objectives that the manifest names, SCORM 2004.
    pub objectives: Vec<String>,
}

impl Launch {
    /// The mode's word.
    pub fn mode(&self) -> &str {
        self.mode.as_deref().unwrap_or("normal")
    }
}

/// A learner; LMSs show different parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Learner {
    /// The number or key in the LMS's database.
    pub id: String,
    /// What the learner logs in with.
    pub login: String,
    /// `Family, Given`, as the standard wants it.
    pub name: String,
}

impl Default for Learner {
    fn default() -> Self {
        Self {
            id: "5".to_owned(),
            login: "jdoe".to_owned(),
            name: "Doe, Jane".to_owned(),
        }
    }
}

impl Learner {
    /// `Given Family`.
    pub fn given_first(&self) -> String {
        match self.name.split_once(", ") {
            Some((family, given)) => format!("{given} {family}"),
            None => self.name.clone(),
        }
    }
}
