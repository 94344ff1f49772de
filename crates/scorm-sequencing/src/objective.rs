//! Objectives through their maps: reading is a view, writing goes to every mapped global at once.

use crate::definition::{MapItem, Objective};
use crate::sequencer::Sequencer;
use crate::state::ObjectiveProgress;
use crate::trace::Process;
use crate::tree::ActivityId;

/// From when on information counts; what was recorded before is unknown.
///
/// Rollup of a cluster with `useCurrentAttempt…Info` looks only at the cluster's present attempt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    pub(crate) objective: u64,
    pub(crate) progress: u64,
}

impl Horizon {
    /// Everything counts.
    pub(crate) const NONE: Self = Self {
        objective: 0,
        progress: 0,
    };
}

/// Index of the primary objective.
pub(crate) const PRIMARY: usize = 0;

impl Sequencer {
    pub(crate) fn objective(&self, activity: ActivityId, objective: usize) -> &Objective {
        &self.tree.definition(activity).objectives[objective]
    }

    fn local(&self, activity: ActivityId, objective: usize) -> &ObjectiveProgress {
        &self.activity_state(activity).objectives[objective]
    }

    fn local_mut(&mut self, activity: ActivityId, objective: usize) -> &mut ObjectiveProgress {
        &mut self.at_mut(activity).objectives[objective]
    }

    /// The measure as rules and rollup see it: from the global if there is a read map, even if
    /// that one is unknown.
    pub(crate) fn measure(
        &self,
        activity: ActivityId,
        objective: usize,
        since: Horizon,
    ) -> Option<f64> {
        match self
            .objective(activity, objective)
            .read
            .get(MapItem::NormalizedMeasure)
        {
            Some(global) => self.globals.get(global).measure,
            None if self.activity_state(activity).objective_recorded < since.objective => None,
            None => self.local(activity, objective).measure,
        }
    }

    /// The satisfied status as rules and rollup see it. With satisfiedByMeasure it follows from
    /// the measure at the time of reading.
    pub(crate) fn satisfied(
        &self,
        activity: ActivityId,
        objective: usize,
        since: Horizon,
    ) -> Option<bool> {
        let definition = self.objective(activity, objective);
        if definition.satisfied_by_measure {
            if objective == PRIMARY && self.awaits_end_of_attempt(activity) {
                return None;
            }
            let measure = self.measure(activity, objective, since)?;
            return Some(measure >= definition.min_normalized_measure);
        }
        match definition.read.get(MapItem::SatisfiedStatus) {
            Some(global) => self.globals.get(global).satisfied,
            None if self.activity_state(activity).objective_recorded < since.objective => None,
            None => self.local(activity, objective).satisfied,
        }
    }

    /// The progress measure; an unknown global does not hide the local one.
    pub(crate) fn progress(
        &self,
        activity: ActivityId,
        objective: usize,
        since: Horizon,
    ) -> Option<f64> {
        let map = self
            .objective(activity, objective)
            .read
            .get(MapItem::ProgressMeasure);
        let mapped = map.and_then(|global| self.globals.get(global).progress);
        let stale = self.activity_state(activity).progress_recorded < since.progress;
        let local = self.local(activity, objective).progress;
        mapped.or(if stale { None } else { local })
    }

    /// The completion status; an unknown global does not hide the local one. That of the primary
    /// objective is the attempt's, and with completedByMeasure follows from the progress measure.
    pub(crate) fn completed(
        &self,
        activity: ActivityId,
        objective: usize,
        since: Horizon,
    ) -> Option<bool> {
        let threshold = &self.tree.definition(activity).completion_threshold;
        if objective == PRIMARY && threshold.completed_by_measure {
            if self.awaits_end_of_attempt(activity) {
                return None;
            }
            let progress = self.progress(activity, objective, since)?;
            return Some(progress >= threshold.min_progress_measure);
        }
        let map = self
            .objective(activity, objective)
            .read
            .get(MapItem::CompletionStatus);
        let mapped = map.and_then(|global| self.globals.get(global).completed);
        let stale = self.activity_state(activity).progress_recorded < since.progress;
        let local = self.local(activity, objective).completed;
        mapped.or(if stale { None } else { local })
    }

    /// An objective as the content sees it at launch, untracked activities included.
    pub(crate) fn objective_view(
        &self,
        activity: ActivityId,
        objective: usize,
    ) -> ObjectiveProgress {
        let definition = self.objective(activity, objective);
        let local = self.local(activity, objective);
        let score = |item, own: Option<f64>, of: fn(&ObjectiveProgress) -> Option<f64>| {
            definition
                .read
                .get(item)
                .map_or(own, |global| of(self.globals.get(global)))
        };
        let measure = self.measure(activity, objective, Horizon::NONE);
        // While it runs, content is shown what its measure amounts to.
        let satisfied = if definition.satisfied_by_measure {
            measure.map(|measure| measure >= definition.min_normalized_measure)
        } else {
            self.satisfied(activity, objective, Horizon::NONE)
        };
        let progress = self.progress(activity, objective, Horizon::NONE);
        // A completion status that another activity wrote is shown as written; completedByMeasure
        // decides only about the activity's own.
        let map = definition.read.get(MapItem::CompletionStatus);
        let mapped = map.and_then(|global| self.globals.get(global).completed);
        let threshold = &self.tree.definition(activity).completion_threshold;
        let completed = if objective == PRIMARY && threshold.completed_by_measure {
            mapped.or(progress.map(|progress| progress >= threshold.min_progress_measure))
        } else {
            mapped.or(local.completed)
        };
        ObjectiveProgress {
            satisfied,
            measure,
            raw_score: score(MapItem::RawScore, local.raw_score, |global| {
                global.raw_score
            }),
            min_score: score(MapItem::MinScore, local.min_score, |global| {
                global.min_score
            }),
            max_score: score(MapItem::MaxScore, local.max_score, |global| {
                global.max_score
            }),
            completed,
            progress,
        }
    }

    /// measureSatisfactionIfActive=false: a measure decides nothing before the attempt has ended.
    fn awaits_end_of_attempt(&self, activity: ActivityId) -> bool {
        let considerations = &self.tree.definition(activity).rollup.considerations;
        !considerations.measure_satisfaction_if_active && self.is_active(activity)
    }

    /// Sets the satisfied status and writes it through.
    pub(crate) fn record_satisfied(
        &mut self,
        activity: ActivityId,
        objective: usize,
        value: Option<bool>,
    ) {
        self.stamp_objective(activity);
        let satisfied = &mut self.local_mut(activity, objective).satisfied;
        if std::mem::replace(satisfied, value) != value {
            self.trace
                .step(Process::TM_1_1, "satisfied", activity, value);
        }
        self.write_through(activity, objective, MapItem::SatisfiedStatus);
    }

    /// Sets the measure, writes it through, and with it the status that follows from it.
    pub(crate) fn record_measure(
        &mut self,
        activity: ActivityId,
        objective: usize,
        value: Option<f64>,
    ) {
        let before = std::mem::replace(&mut self.local_mut(activity, objective).measure, value);
        if before != value {
            self.trace.step(Process::TM_1_1, "measure", activity, value);
        }
        if value.is_some() || before.is_some() {
            self.write_through(activity, objective, MapItem::NormalizedMeasure);
        }
        self.derive_satisfied(activity, objective);
    }

    /// Writes the status that follows from the measure. The local status keeps what was derived
    /// last, so that "unknown" is only written where something was known.
    pub(crate) fn derive_satisfied(&mut self, activity: ActivityId, objective: usize) {
        if !self.objective(activity, objective).satisfied_by_measure {
            return;
        }
        let derived = self.satisfied(activity, objective, Horizon::NONE);
        if derived.is_some() || self.local(activity, objective).satisfied.is_some() {
            self.record_satisfied(activity, objective, derived);
        }
    }

    /// Sets the completion status and writes it through.
    pub(crate) fn record_completed(
        &mut self,
        activity: ActivityId,
        objective: usize,
        value: Option<bool>,
    ) {
        self.stamp_progress(activity);
        let completed = &mut self.local_mut(activity, objective).completed;
        if std::mem::replace(completed, value) != value {
            self.trace
                .step(Process::TM_1_2_2, "completed", activity, value);
        }
        self.write_through(activity, objective, MapItem::CompletionStatus);
    }

    /// Sets the progress measure, writes it through, and with it the completion that follows.
    pub(crate) fn record_progress(
        &mut self,
        activity: ActivityId,
        objective: usize,
        value: Option<f64>,
    ) {
        let before = std::mem::replace(&mut self.local_mut(activity, objective).progress, value);
        if before != value {
            self.trace
                .step(Process::TM_1_2_2, "progress", activity, value);
        }
        if value.is_some() || before.is_some() {
            self.write_through(activity, objective, MapItem::ProgressMeasure);
        }
        if objective == PRIMARY {
            self.derive_completed(activity);
        }
    }

    /// Writes the completion that follows from the progress measure.
    pub(crate) fn derive_completed(&mut self, activity: ActivityId) {
        if !self
            .tree
            .definition(activity)
            .completion_threshold
            .completed_by_measure
        {
            return;
        }
        let derived = self.completed(activity, PRIMARY, Horizon::NONE);
        if derived.is_some() || self.local(activity, PRIMARY).completed.is_some() {
            self.record_completed(activity, PRIMARY, derived);
        }
    }

    /// Sets the raw, lowest or highest score and writes it through.
    pub(crate) fn record_score(
        &mut self,
        activity: ActivityId,
        objective: usize,
        item: MapItem,
        value: Option<f64>,
    ) {
        let local = self.local_mut(activity, objective);
        match item {
            MapItem::RawScore => local.raw_score = value,
            MapItem::MinScore => local.min_score = value,
            MapItem::MaxScore => local.max_score = value,
            _ => return,
        }
        self.write_through(activity, objective, item);
    }

    fn write_through(&mut self, activity: ActivityId, objective: usize, item: MapItem) {
        let local = *self.local(activity, objective);
        for written in self.tree.definition(activity).objectives[objective]
            .write
            .get(item)
        {
            let global = self.globals.get_mut(written);
            match item {
                MapItem::SatisfiedStatus => global.satisfied = local.satisfied,
                MapItem::NormalizedMeasure => global.measure = local.measure,
                MapItem::RawScore => global.raw_score = local.raw_score,
                MapItem::MinScore => global.min_score = local.min_score,
                MapItem::MaxScore => global.max_score = local.max_score,
                MapItem::CompletionStatus => global.completed = local.completed,
                MapItem::ProgressMeasure => global.progress = local.progress,
            }
        }
    }

    fn stamp_objective(&mut self, activity: ActivityId) {
        self.at_mut(activity).objective_recorded = self.state.attempts_begun;
    }

    fn stamp_progress(&mut self, activity: ActivityId) {
        self.at_mut(activity).progress_recorded = self.state.attempts_begun;
    }
}
