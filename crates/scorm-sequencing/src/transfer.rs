//! What content reported, on its way into the tracking model.

use crate::definition::MapItem;
use crate::objective::PRIMARY;
use crate::sequencer::Sequencer;
use crate::tree::ActivityId;

/// One item of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Report<T> {
    /// The content set nothing: tracking stays as it is.
    #[default]
    NotSet,
    /// The content said "unknown" itself; of a measure or score, that there is none any more.
    Unknown,
    /// A value.
    Known(T),
}

impl<T> Report<T> {
    /// A value, or nothing set.
    pub fn known_or_not_set(value: Option<T>) -> Self {
        value.map_or(Self::NotSet, Self::Known)
    }

    fn value(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::NotSet | Self::Unknown => None,
        }
    }
}

/// What content reported about one objective.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ObjectiveReport {
    /// passed or failed. Without effect where satisfiedByMeasure decides.
    pub satisfied: Report<bool>,
    /// Scaled score.
    pub measure: Report<f64>,
    /// Raw score.
    pub raw_score: Report<f64>,
    /// Lowest raw score.
    pub min_score: Report<f64>,
    /// Highest raw score.
    pub max_score: Report<f64>,
    /// completed, or incomplete (which `not attempted` counts as).
    pub completed: Report<bool>,
    /// Progress measure.
    pub progress: Report<f64>,
}

/// What content reported about its activity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrackingReport {
    /// The primary objective: success, score, completion and progress of the activity, already
    /// decided between `cmi.*` and the primary's record in `cmi.objectives`.
    pub primary: ObjectiveReport,
    /// The other objectives by id. An id that the activity does not define is run-time data only.
    pub objectives: Vec<(String, ObjectiveReport)>,
}

impl Sequencer {
    /// Brings a report into the tracking model and, through write maps, into global objectives.
    ///
    /// Before [`Sequencer::navigate`], with the content still the current activity. Nothing is
    /// recorded for an untracked activity. May also be called at Commit: the attempt goes on, and
    /// look-ahead sees the new status.
    pub fn transfer_in(&mut self, activity: ActivityId, report: &TrackingReport) {
        if !self.is_tracked(activity) {
            return;
        }
        let state = self.at_mut(activity);
        state.reported_success_unknown = report.primary.satisfied == Report::Unknown;
        state.reported_completion_unknown = report.primary.completed == Report::Unknown;
        for (id, objective) in &report.objectives {
            match self.tree.definition(activity).objectives.find(id) {
                Some(PRIMARY) | None => {}
                Some(index) => self.record_objective(activity, index, objective),
            }
        }
        self.record_objective(activity, PRIMARY, &report.primary);
    }

    /// Says whether the attempt on the activity is kept for a later delivery: `cmi.exit` is
    /// suspend or logout, or suspendAll was asked for.
    pub fn set_suspended(&mut self, activity: ActivityId, suspended: bool) {
        self.at_mut(activity).suspended = suspended;
    }

    fn record_objective(
        &mut self,
        activity: ActivityId,
        objective: usize,
        report: &ObjectiveReport,
    ) {
        let by_measure = self.objective(activity, objective).satisfied_by_measure;
        if report.satisfied != Report::NotSet && !by_measure {
            self.record_satisfied(activity, objective, report.satisfied.value());
        }
        if report.measure != Report::NotSet {
            self.record_measure(activity, objective, report.measure.value());
        }
        for (item, score) in [
            (MapItem::RawScore, report.raw_score),
            (MapItem::MinScore, report.min_score),
            (MapItem::MaxScore, report.max_score),
        ] {
            if score != Report::NotSet {
                self.record_score(activity, objective, item, score.value());
            }
        }
        let threshold = &self.tree.definition(activity).completion_threshold;
        let by_progress = objective == PRIMARY && threshold.completed_by_measure;
        if report.completed != Report::NotSet && !by_progress {
            self.record_completed(activity, objective, report.completed.value());
        }
        if report.progress != Report::NotSet {
            self.record_progress(activity, objective, report.progress.value());
        }
    }
}
