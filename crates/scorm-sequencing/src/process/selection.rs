//! Selection and randomization (SR).

use crate::definition::Timing;
use crate::draws::Draws;
use crate::sequencer::Sequencer;
use crate::trace::{Process, TraceOutcome};
use crate::tree::ActivityId;

impl Sequencer {
    /// Gives every cluster that awaits its next attempt its available children.
    ///
    /// [`Sequencer::navigate`] does so too. Before the first request it is worth a call only if a
    /// menu is to be shown, since it would list children that selection then leaves out.
    pub fn prepare_children(&mut self, draws: &mut Draws) {
        let tree = std::sync::Arc::clone(&self.tree);
        for cluster in tree.shuffled_clusters() {
            let state = self.activity_state(*cluster);
            // Never inside an attempt.
            if !state.children_prepared && !state.active && !state.suspended {
                self.select_children(*cluster, draws);
                self.randomize_children(*cluster, draws);
                self.at_mut(*cluster).children_prepared = true;
            }
        }
    }

    /// Must the children be prepared again when an attempt has ended?
    pub(super) fn prepares_each_attempt(&self, cluster: ActivityId) -> bool {
        self.tree
            .definition(cluster)
            .randomization
            .randomization_timing
            == Timing::OnEachNewAttempt
    }

    /// Select Children Process [SR.1].
    fn select_children(&mut self, cluster: ActivityId, draws: &mut Draws) {
        let controls = &self.tree.definition(cluster).randomization;
        // 3 to 5: `onEachNewAttempt` is undefined for selection in this version.
        if controls.selection_timing != Timing::Once {
            return;
        }
        let Some(count) = controls.select_count else {
            return;
        };
        let state = self.activity_state(cluster);
        let first_attempt = state.attempt_count == 0 && state.available_children.is_none();
        if !first_attempt {
            return;
        }
        let children = &self.tree.activity(cluster).children;
        let selected = draws.select(children, count as usize);
        self.at_mut(cluster).available_children = Some(selected);
        self.trace.step(
            Process::SR_1,
            "4",
            cluster,
            TraceOutcome::Action("selected"),
        );
    }

    /// Randomize Children Process [SR.2].
    fn randomize_children(&mut self, cluster: ActivityId, draws: &mut Draws) {
        let controls = &self.tree.definition(cluster).randomization;
        let due = match controls.randomization_timing {
            Timing::Never => false,
            Timing::Once => self.activity_state(cluster).attempt_count == 0,
            Timing::OnEachNewAttempt => true,
        };
        if !due || !controls.reorder_children {
            return;
        }
        let mut order = self.available_children(cluster).to_vec();
        draws.shuffle(&mut order);
        self.at_mut(cluster).available_children = Some(order);
        self.trace.step(
            Process::SR_2,
            "4",
            cluster,
            TraceOutcome::Action("reordered"),
        );
    }
}
