//! What the run-time data of a delivered activity begin with.

use crate::definition::SharedDataMap;
use crate::objective::PRIMARY;
use crate::sequencer::Sequencer;
use crate::state::ObjectiveProgress;
use crate::tree::ActivityId;

/// A delivered activity as its run-time data see it.
#[derive(Clone, Debug, PartialEq)]
pub struct InitialData {
    /// The leaf.
    pub activity: ActivityId,
    /// Attempts on it so far, this one included; 0 for an untracked activity.
    pub attempt: u32,
    /// Initial `cmi.objectives`: every objective with an id, the primary one first.
    pub objectives: Vec<InitialObjective>,
    /// `cmi.scaled_passing_score`.
    pub scaled_passing_score: Option<f64>,
    /// `cmi.completion_threshold`.
    pub completion_threshold: Option<f64>,
    /// `cmi.max_time_allowed`, as in the manifest.
    pub max_time_allowed: Option<String>,
    /// Stores of `adl.data`, in document order.
    pub shared_data: Vec<SharedDataMap>,
}

/// An initial record of `cmi.objectives`.
#[derive(Clone, Debug, PartialEq)]
pub struct InitialObjective {
    /// Its id.
    pub id: String,
    /// It is the primary objective.
    pub is_primary: bool,
    /// Its status through the read maps; what is unknown is left unset.
    pub progress: ObjectiveProgress,
}

impl Sequencer {
    /// What the run-time data of an activity begin with; on resume, what they are refreshed with.
    pub fn initial_data(&self, activity: ActivityId) -> InitialData {
        let definition = self.tree.definition(activity);
        let primary = &definition.objectives[PRIMARY];
        let objectives =
            definition
                .objectives
                .iter()
                .enumerate()
                .filter_map(|(index, objective)| {
                    Some(InitialObjective {
                        id: objective.id.clone()?,
                        is_primary: index == PRIMARY,
                        progress: self.objective_view(activity, index),
                    })
                });
        InitialData {
            activity,
            attempt: self.activity_state(activity).attempt_count,
            objectives: objectives.collect(),
            scaled_passing_score: primary
                .satisfied_by_measure
                .then_some(primary.min_normalized_measure),
            completion_threshold: definition.run_time_threshold,
            max_time_allowed: definition.attempt_absolute_duration_limit.clone(),
            shared_data: definition.shared_data.clone(),
        }
    }

    /// The status of an activity as rules and rollup see it; unknown if it is untracked.
    pub fn status(&self, activity: ActivityId) -> ObjectiveProgress {
        if !self.is_tracked(activity) {
            return ObjectiveProgress::default();
        }
        let since = crate::objective::Horizon::NONE;
        ObjectiveProgress {
            satisfied: self.satisfied(activity, PRIMARY, since),
            completed: self.completed(activity, PRIMARY, since),
            ..self.objective_view(activity, PRIMARY)
        }
    }
}
