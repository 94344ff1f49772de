//! What an LMS keeps about one learner, across courses and sessions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::runtime_record::RuntimeRecord;
use crate::tree_record::{ObjectiveRecords, TreeRecord};

/// A learner's record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Learner {
    /// Shown as `cmi.learner_id` (1.2: `cmi.core.student_id`).
    pub id: String,
    /// Shown as `cmi.learner_name` (1.2: `cmi.core.student_name`), family name first.
    pub name: String,
    /// Global objectives of the courses with `objectivesGlobalToSystem`.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "serde_json::Map<String, serde_json::Value>")
    )]
    pub objectives: ObjectiveRecords,
    /// `adl.data` stores of the courses with `sharedDataGlobalToSystem`.
    #[serde(default)]
    pub shared_data: BTreeMap<String, String>,
    /// What each course left behind, by [`crate::Course::key`].
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "serde_json::Map<String, serde_json::Value>")
    )]
    pub courses: BTreeMap<String, CourseRecord>,
}

impl Learner {
    /// A learner without a past.
    pub fn new(id: &str, name: &str) -> Self {
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            ..Self::default()
        }
    }
}

/// What one course left behind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CourseRecord {
    /// The activity tree.
    pub tree: TreeRecord,
    /// Global objectives kept for this course alone.
    #[serde(default)]
    pub objectives: ObjectiveRecords,
    /// `adl.data` stores kept for this course alone.
    #[serde(default)]
    pub shared_data: BTreeMap<String, String>,
    /// Run-time data of the last learner session of each activity, by identifier.
    #[serde(default)]
    pub activities: BTreeMap<String, RuntimeRecord>,
}
