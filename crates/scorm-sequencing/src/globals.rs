//! Global objectives: what activities, and courses, tell each other about a learner.

use std::collections::BTreeMap;

use crate::state::ObjectiveProgress;
use crate::tree::{ActivityTree, GlobalId};

/// Global objectives by name, as kept for a learner between courses.
pub type GlobalObjectives = BTreeMap<String, ObjectiveProgress>;

/// The global objectives of one course, by the ids of its tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Globals(Vec<ObjectiveProgress>);

impl Globals {
    pub(crate) fn new(tree: &ActivityTree) -> Self {
        Self(vec![ObjectiveProgress::default(); tree.globals().len()])
    }

    pub(crate) fn get(&self, global: GlobalId) -> &ObjectiveProgress {
        &self.0[global.index()]
    }

    pub(crate) fn get_mut(&mut self, global: GlobalId) -> &mut ObjectiveProgress {
        &mut self.0[global.index()]
    }

    /// Takes over those of the learner's objectives that the course maps to.
    pub(crate) fn import(&mut self, tree: &ActivityTree, learner: &GlobalObjectives) {
        for (name, progress) in tree.globals().iter().zip(&mut self.0) {
            if let Some(known) = learner.get(name) {
                *progress = *known;
            }
        }
    }

    pub(crate) fn export(&self, tree: &ActivityTree) -> GlobalObjectives {
        let mut globals = GlobalObjectives::new();
        globals.extend(tree.globals().iter().cloned().zip(self.0.iter().copied()));
        globals
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(ObjectiveProgress::default());
    }
}
