//! All that changes while a course is taken: tracking (SN 4.2) and activity state (SN 4.3).
//!
//! Plain data. A clone is a snapshot, assigning it back restores it.

use crate::prerequisites::LessonStatus;
use crate::tree::{ActivityId, ActivityTree};

/// The mutable state of a course, apart from global objectives.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// One entry per activity, in preorder.
    pub activities: Vec<ActivityState>,
    /// Current Activity. Defined from the first delivery until the session ends.
    pub current: Option<ActivityId>,
    /// Suspended Activity.
    pub suspended: Option<ActivityId>,
    /// Counts the attempts begun on all activities; orders what was recorded when.
    pub attempts_begun: u64,
}

impl State {
    /// Nothing attempted, nothing known.
    pub fn new(tree: &ActivityTree) -> Self {
        let fresh = |id| ActivityState::new(tree.definition(id).objectives.len());
        Self {
            activities: tree.ids().map(fresh).collect(),
            current: None,
            suspended: None,
            attempts_begun: 0,
        }
    }

    /// Does the state belong to a tree of this shape?
    ///
    /// A restored state is data from outside: every id and every count is checked.
    pub fn fits(&self, tree: &ActivityTree) -> bool {
        let known = |id: ActivityId| id.index() < tree.len();
        self.activities.len() == tree.len()
            && self.current.is_none_or(known)
            && self.suspended.is_none_or(known)
            && tree.ids().zip(&self.activities).all(|(id, state)| {
                state.objectives.len() == tree.definition(id).objectives.len()
                    && state.available_children.as_ref().is_none_or(|available| {
                        let mut seen = std::collections::HashSet::new();
                        available.iter().all(|child| {
                            known(*child) && tree.parent(*child) == Some(id) && seen.insert(*child)
                        })
                    })
            })
    }
}

/// State and tracking of one activity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActivityState {
    /// Activity Is Active.
    pub active: bool,
    /// Activity Is Suspended.
    pub suspended: bool,
    /// Available Children, where selection or randomization changed them; else all of them.
    pub available_children: Option<Vec<ActivityId>>,
    /// Selection and randomization have been applied for the next attempt.
    pub children_prepared: bool,
    /// Attempt Count. Activity Progress Status is true from the first attempt on.
    pub attempt_count: u32,
    /// Objective progress of the present attempt; the primary objective first. The completion
    /// status and progress measure of the primary one are the attempt's.
    pub objectives: Vec<ObjectiveProgress>,
    /// [`State::attempts_begun`] when the present attempt began.
    pub attempt_began: u64,
    /// [`State::attempts_begun`] when the objective information was recorded last.
    pub objective_recorded: u64,
    /// [`State::attempts_begun`] when the completion information was recorded last.
    pub progress_recorded: u64,
    /// The content itself reported its success status as unknown: no automatic satisfaction.
    pub reported_success_unknown: bool,
    /// The content itself reported its completion status as unknown: no automatic completion.
    pub reported_completion_unknown: bool,
    /// SCORM 1.2: the last lesson status, which outlives the attempt.
    pub lesson_status: Option<LessonStatus>,
}

impl ActivityState {
    fn new(objectives: usize) -> Self {
        Self {
            objectives: vec![ObjectiveProgress::default(); objectives],
            ..Self::default()
        }
    }
}

/// What is known about an objective, local or global; `None` is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ObjectiveProgress {
    /// Objective Satisfied Status.
    pub satisfied: Option<bool>,
    /// Objective Normalized Measure, -1 to 1.
    pub measure: Option<f64>,
    /// Raw score (4th Edition).
    pub raw_score: Option<f64>,
    /// Lowest raw score (4th Edition).
    pub min_score: Option<f64>,
    /// Highest raw score (4th Edition).
    pub max_score: Option<f64>,
    /// Completion status (4th Edition).
    pub completed: Option<bool>,
    /// Progress measure, 0 to 1 (4th Edition).
    pub progress: Option<f64>,
}
