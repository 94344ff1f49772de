//! The sequencing definition model of one activity (SN 3), ready to be evaluated.
//!
//! It differs from the manifest's model in what is resolved: referenced objectives are indexes,
//! targets of maps are ids of global objectives, the maps of `imsss` and `adlseq` are one.

use scorm_package::manifest::HideLmsUi;
pub use scorm_package::manifest::SharedDataMap;
pub use scorm_package::manifest::sequencing::{
    Combination, ConstrainedChoice, ControlMode, DeliveryControls, PostConditionAction,
    PreConditionAction, RandomizationControls, Required, RollupAction, RollupConsiderations,
    Timing,
};

use crate::prerequisites::Prerequisites;
use crate::tree::GlobalId;

/// Everything that the manifest says about the sequencing of an activity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definition {
    /// `imsss:controlMode`.
    pub control_mode: ControlMode,
    /// `adlseq:constrainedChoiceConsiderations`.
    pub constrained_choice: ConstrainedChoice,
    /// Precondition rules in document order.
    pub pre_condition_rules: Vec<SequencingRule<PreConditionAction>>,
    /// Conditions of the exit rules; their only action is exit.
    pub exit_condition_rules: Vec<RuleConditions>,
    /// Postcondition rules in document order.
    pub post_condition_rules: Vec<SequencingRule<PostConditionAction>>,
    /// `imsss:limitConditions/@attemptLimit`.
    pub attempt_limit: Option<u32>,
    /// `imsss:limitConditions/@attemptAbsoluteDurationLimit`, for `cmi.max_time_allowed`.
    pub attempt_absolute_duration_limit: Option<String>,
    /// What the activity contributes to its parent, and its own rules.
    pub rollup: Rollup,
    /// The primary objective first, then the others in document order.
    pub objectives: Objectives,
    /// `imsss:randomizationControls`.
    pub randomization: RandomizationControls,
    /// `imsss:deliveryControls`.
    pub delivery_controls: DeliveryControls,
    /// `adlcp:completionThreshold`.
    pub completion_threshold: CompletionThreshold,
    /// The value of `cmi.completion_threshold`, if it has one.
    pub run_time_threshold: Option<f64>,
    /// Controls that the LMS hides while this activity is delivered.
    pub hide_lms_ui: Vec<HideLmsUi>,
    /// Stores of `adl.data`, in document order.
    pub shared_data: Vec<SharedDataMap>,
    /// SCORM 1.2: condition for entering the activity.
    pub prerequisites: Option<Prerequisites>,
}

impl Definition {
    /// Whether the activity's tracking can decide where a request leads.
    pub(crate) fn depends_on_tracking(&self) -> bool {
        !self.pre_condition_rules.is_empty()
            || !self.exit_condition_rules.is_empty()
            || !self.post_condition_rules.is_empty()
            || self.attempt_limit.is_some()
            || self.prerequisites.is_some()
    }
}

/// A sequencing rule: if its conditions are true, its action is taken.
#[derive(Clone, Debug, PartialEq)]
pub struct SequencingRule<Action> {
    /// When.
    pub conditions: RuleConditions,
    /// What.
    pub action: Action,
}

/// Conditions with their combination.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleConditions {
    /// Must all be true, or is one enough?
    pub combination: Combination,
    /// The conditions.
    pub conditions: Vec<RuleCondition>,
}

/// One condition of a sequencing or rollup rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleCondition {
    /// What is asked.
    pub condition: Condition,
    /// `operator="not"`.
    pub negated: bool,
    /// Index into [`Objectives`]; 0 is the primary objective.
    pub objective: usize,
}

/// What a condition asks of an activity.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the standard's vocabulary")]
pub enum Condition {
    Satisfied,
    ObjectiveStatusKnown,
    ObjectiveMeasureKnown,
    ObjectiveMeasureGreaterThan(f64),
    ObjectiveMeasureLessThan(f64),
    Completed,
    ActivityProgressKnown,
    Attempted,
    AttemptLimitExceeded,
    TimeLimitExceeded,
    OutsideAvailableTimeRange,
    Always,
}

/// Rollup: contribution to the parent, and rules over the children.
#[derive(Clone, Debug, PartialEq)]
pub struct Rollup {
    /// `rollupObjectiveSatisfied`.
    pub objective_satisfied: bool,
    /// `rollupProgressCompletion`.
    pub progress_completion: bool,
    /// `objectiveMeasureWeight`.
    pub objective_measure_weight: f64,
    /// The activity's own rules in document order.
    pub rules: Vec<RollupRule>,
    /// `adlseq:rollupConsiderations`.
    pub considerations: RollupConsiderations,
}

impl Default for Rollup {
    fn default() -> Self {
        Self {
            objective_satisfied: true,
            progress_completion: true,
            objective_measure_weight: 1.0,
            rules: Vec::new(),
            considerations: RollupConsiderations::default(),
        }
    }
}

impl Rollup {
    /// When the activity counts for this action of its parent.
    pub const fn required_for(&self, action: RollupAction) -> Required {
        match action {
            RollupAction::Satisfied => self.considerations.required_for_satisfied,
            RollupAction::NotSatisfied => self.considerations.required_for_not_satisfied,
            RollupAction::Completed => self.considerations.required_for_completed,
            RollupAction::Incomplete => self.considerations.required_for_incomplete,
        }
    }
}

/// One rollup rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RollupRule {
    /// How many children must fulfil the conditions.
    pub child_activity_set: ChildActivitySet,
    /// The conditions on a child; `objective` is 0 in all of them.
    pub conditions: RuleConditions,
    /// The status that results.
    pub action: RollupAction,
}

/// `childActivitySet` with the number that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the standard's vocabulary")]
pub enum ChildActivitySet {
    All,
    Any,
    None,
    AtLeastCount(u32),
    /// A fraction from 0 to 1.
    AtLeastPercent(f64),
}

/// The objectives of an activity; there is always a primary one, at index 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Objectives(Vec<Objective>);

impl Objectives {
    /// The primary objective and the others.
    pub fn new(primary: Objective, others: impl IntoIterator<Item = Objective>) -> Self {
        Self(std::iter::once(primary).chain(others).collect())
    }

    /// Index of the objective with this id.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.0
            .iter()
            .position(|objective| objective.id.as_deref() == Some(id))
    }
}

impl Default for Objectives {
    fn default() -> Self {
        Self(vec![Objective::default()])
    }
}

impl std::ops::Deref for Objectives {
    type Target = [Objective];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// One objective with its maps.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// Its id; the anonymous primary objective has none.
    pub id: Option<String>,
    /// `satisfiedByMeasure`.
    pub satisfied_by_measure: bool,
    /// `minNormalizedMeasure`.
    pub min_normalized_measure: f64,
    /// Where each item is read from, if not from the activity itself.
    pub read: ReadMaps,
    /// Where each item is written to besides the activity itself.
    pub write: WriteMaps,
}

impl Default for Objective {
    fn default() -> Self {
        Self {
            id: None,
            satisfied_by_measure: false,
            min_normalized_measure: 1.0,
            read: ReadMaps::default(),
            write: WriteMaps::default(),
        }
    }
}

/// The items of an objective that maps can share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's vocabulary")]
pub enum MapItem {
    SatisfiedStatus,
    NormalizedMeasure,
    RawScore,
    MinScore,
    MaxScore,
    CompletionStatus,
    ProgressMeasure,
}

impl MapItem {
    /// All items.
    pub const ALL: [Self; 7] = [
        Self::SatisfiedStatus,
        Self::NormalizedMeasure,
        Self::RawScore,
        Self::MinScore,
        Self::MaxScore,
        Self::CompletionStatus,
        Self::ProgressMeasure,
    ];
}

/// At most one read map per item.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReadMaps([Option<GlobalId>; 7]);

impl ReadMaps {
    /// The global objective that an item is read from.
    pub const fn get(&self, item: MapItem) -> Option<GlobalId> {
        self.0[item as usize]
    }

    /// Adds a map; the first one of an item counts. False if there was one already.
    pub fn add(&mut self, item: MapItem, global: GlobalId) -> bool {
        let slot = &mut self.0[item as usize];
        let free = slot.is_none();
        if free {
            *slot = Some(global);
        }
        free
    }

    pub(crate) fn globals(&self) -> impl Iterator<Item = GlobalId> + '_ {
        self.0.iter().flatten().copied()
    }
}

/// Any number of write maps per item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WriteMaps(Vec<(MapItem, GlobalId)>);

impl WriteMaps {
    /// The global objectives that an item is written to.
    pub fn get(&self, item: MapItem) -> impl Iterator<Item = GlobalId> + '_ {
        self.0
            .iter()
            .filter(move |(of, _)| *of == item)
            .map(|(_, global)| *global)
    }

    /// Adds a map.
    pub fn add(&mut self, item: MapItem, global: GlobalId) {
        if !self.0.contains(&(item, global)) {
            self.0.push((item, global));
        }
    }

    pub(crate) fn globals(&self) -> impl Iterator<Item = GlobalId> + '_ {
        self.0.iter().map(|(_, global)| *global)
    }
}

/// `adlcp:completionThreshold`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompletionThreshold {
    /// Completion follows from the progress measure.
    pub completed_by_measure: bool,
    /// From here on it counts as completed.
    pub min_progress_measure: f64,
    /// Weight in the parent's completion measure.
    pub progress_weight: f64,
}

impl Default for CompletionThreshold {
    fn default() -> Self {
        Self {
            completed_by_measure: false,
            min_progress_measure: 1.0,
            progress_weight: 1.0,
        }
    }
}
