//! The written form of the activity tree's state, in snapshots and in a learner's record.

use std::collections::BTreeMap;

use scorm_sequencing::{
    ActivityId, ActivityState, ActivityTree, GlobalObjectives, ObjectiveProgress, State,
};
use serde::{Deserialize, Serialize};

/// State of a whole tree, by identifiers where people read it and by order where they do not.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TreeRecord {
    /// Current Activity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    /// Suspended Activity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspended: Option<String>,
    /// Attempts begun so far on all activities.
    pub attempts_begun: u64,
    /// Every activity in preorder.
    pub activities: Vec<ActivityRecord>,
}

/// State and tracking of one activity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ActivityRecord {
    /// Identifier of the item.
    pub identifier: String,
    /// Activity Is Active.
    #[serde(default, skip_serializing_if = "is_default")]
    pub active: bool,
    /// Activity Is Suspended.
    #[serde(default, skip_serializing_if = "is_default")]
    pub suspended: bool,
    /// Available Children by their place in preorder, where selection or order changed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_children: Option<Vec<u32>>,
    /// Selection and randomization have been applied for the next attempt.
    #[serde(default, skip_serializing_if = "is_default")]
    pub children_prepared: bool,
    /// Attempt Count.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attempt_count: u64,
    /// Objective progress, the primary objective first.
    pub objectives: Vec<ObjectiveRecord>,
    /// When the present attempt began, counted in attempts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attempt_began: u64,
    /// When objective information was recorded last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub objective_recorded: u64,
    /// When completion information was recorded last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub progress_recorded: u64,
    /// The content reported its success status as unknown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reported_success_unknown: bool,
    /// The content reported its completion status as unknown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reported_completion_unknown: bool,
    /// SCORM 1.2: the last lesson status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson_status: Option<String>,
}

/// What is known about an objective; absent is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct ObjectiveRecord {
    /// Objective Satisfied Status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub satisfied: Option<bool>,
    /// Objective Normalized Measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Real>,
    /// Raw score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_score: Option<Real>,
    /// Lowest raw score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_score: Option<Real>,
    /// Highest raw score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_score: Option<Real>,
    /// Completion status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed: Option<bool>,
    /// Progress measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Real>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl TreeRecord {
    /// Writes down the state of a tree.
    pub fn write(tree: &ActivityTree, state: &State) -> Self {
        let name = |id: ActivityId| tree.activity(id).identifier.clone();
        let activities = tree.ids().zip(&state.activities);
        Self {
            current: state.current.map(name),
            suspended: state.suspended.map(name),
            attempts_begun: state.attempts_begun,
            activities: activities
                .map(|(id, state)| write_activity(name(id), state))
                .collect(),
        }
    }

    /// Reads the state back; nothing if it belongs to another tree.
    pub fn read(&self, tree: &ActivityTree) -> Option<State> {
        let find = |name: &Option<String>| match name {
            None => Some(None),
            Some(name) => tree.find(name).map(Some),
        };
        let same_names = tree.len() == self.activities.len()
            && tree
                .ids()
                .zip(&self.activities)
                .all(|(id, record)| tree.activity(id).identifier == record.identifier);
        if !same_names {
            return None;
        }
        let state = State {
            activities: self.activities.iter().map(read_activity).collect(),
            current: find(&self.current)?,
            suspended: find(&self.suspended)?,
            attempts_begun: self.attempts_begun,
        };
        state.fits(tree).then_some(state)
    }
}

fn write_activity(identifier: String, state: &ActivityState) -> ActivityRecord {
    let ActivityState {
        active,
        suspended,
        available_children,
        children_prepared,
        attempt_count,
        objectives,
        attempt_began,
        objective_recorded,
        progress_recorded,
        reported_success_unknown,
        reported_completion_unknown,
        lesson_status,
    } = state;
    ActivityRecord {
        identifier,
        active: *active,
        suspended: *suspended,
        available_children: available_children
            .as_ref()
            .map(|children| children.iter().map(|child| child.0).collect()),
        children_prepared: *children_prepared,
        attempt_count: u64::from(*attempt_count),
        objectives: objectives.iter().map(ObjectiveRecord::from).collect(),
        attempt_began: *attempt_began,
        objective_recorded: *objective_recorded,
        progress_recorded: *progress_recorded,
        reported_success_unknown: *reported_success_unknown,
        reported_completion_unknown: *reported_completion_unknown,
        lesson_status: lesson_status.map(|status| status.as_str().to_owned()),
    }
}

fn read_activity(record: &ActivityRecord) -> ActivityState {
    ActivityState {
        active: record.active,
        suspended: record.suspended,
        available_children: record
            .available_children
            .as_ref()
            .map(|children| children.iter().map(|child| ActivityId(*child)).collect()),
        children_prepared: record.children_prepared,
        attempt_count: u32::try_from(record.attempt_count).unwrap_or(u32::MAX),
        objectives: record
            .objectives
            .iter()
            .map(ObjectiveProgress::from)
            .collect(),
        attempt_began: record.attempt_began,
        objective_recorded: record.objective_recorded,
        progress_recorded: record.progress_recorded,
        reported_success_unknown: record.reported_success_unknown,
        reported_completion_unknown: record.reported_completion_unknown,
        lesson_status: record
            .lesson_status
            .as_deref()
            .and_then(scorm_sequencing::LessonStatus::parse),
    }
}

impl From<&ObjectiveProgress> for ObjectiveRecord {
    fn from(known: &ObjectiveProgress) -> Self {
        Self {
            satisfied: known.satisfied,
            measure: known.measure.map(Real),
            raw_score: known.raw_score.map(Real),
            min_score: known.min_score.map(Real),
            max_score: known.max_score.map(Real),
            completed: known.completed,
            progress: known.progress.map(Real),
        }
    }
}

impl From<&ObjectiveRecord> for ObjectiveProgress {
    fn from(record: &ObjectiveRecord) -> Self {
        let number = |real: Option<Real>| real.map(|real| real.0);
        Self {
            satisfied: record.satisfied,
            measure: number(record.measure),
            raw_score: number(record.raw_score),
            min_score: number(record.min_score),
            max_score: number(record.max_score),
            completed: record.completed,
            progress: number(record.progress),
        }
    }
}

/// A number kept as text, like every value of the data models, and so exact: JSON readers differ
/// in the last digit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Real(pub f64);

impl From<Real> for String {
    fn from(real: Real) -> Self {
        real.0.to_string()
    }
}

impl TryFrom<String> for Real {
    type Error = std::num::ParseFloatError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

/// Global objectives by name.
pub type ObjectiveRecords = BTreeMap<String, ObjectiveRecord>;

/// Writes global objectives down.
pub(crate) fn write_objectives(globals: &GlobalObjectives) -> ObjectiveRecords {
    let mut records = ObjectiveRecords::new();
    records.extend(
        globals
            .iter()
            .map(|(name, known)| (name.clone(), known.into())),
    );
    records
}

/// Reads global objectives back.
pub(crate) fn read_objectives(records: &ObjectiveRecords) -> GlobalObjectives {
    let mut globals = GlobalObjectives::new();
    globals.extend(
        records
            .iter()
            .map(|(name, known)| (name.clone(), known.into())),
    );
    globals
}
