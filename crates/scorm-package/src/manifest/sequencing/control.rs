//! Control modes, constrained choice, limits, randomization and delivery controls.

use crate::manifest::reader::{Reader, tokens};
use crate::xml::Node;

/// `imsss:controlMode`: how the learner may move among the children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlMode {
    /// Children may be chosen. Default true.
    pub choice: bool,
    /// The activity may be left by choice. Default true.
    pub choice_exit: bool,
    /// Continue and previous move through the children. Default false.
    pub flow: bool,
    /// No way back. Default false.
    pub forward_only: bool,
    /// Rollup looks at objectives of the current attempt only. Default true.
    pub use_current_attempt_objective_info: bool,
    /// Rollup looks at progress of the current attempt only. Default true.
    pub use_current_attempt_progress_info: bool,
}

impl Default for ControlMode {
    fn default() -> Self {
        Self {
            choice: true,
            choice_exit: true,
            flow: false,
            forward_only: false,
            use_current_attempt_objective_info: true,
            use_current_attempt_progress_info: true,
        }
    }
}

/// `adlseq:constrainedChoiceConsiderations`; all false by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConstrainedChoice {
    /// A choice from outside may not start this cluster.
    pub prevent_activation: bool,
    /// From inside, choice reaches only the neighbours.
    pub constrain_choice: bool,
}

/// `imsss:limitConditions`. Durations and times are kept as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LimitConditions {
    /// Most attempts; 0 means that it can never be delivered.
    pub attempt_limit: Option<u32>,
    /// Becomes `cmi.max_time_allowed`.
    pub attempt_absolute_duration_limit: Option<String>,
    /// Not used by SCORM.
    pub attempt_experienced_duration_limit: Option<String>,
    /// Not used by SCORM.
    pub activity_absolute_duration_limit: Option<String>,
    /// Not used by SCORM.
    pub activity_experienced_duration_limit: Option<String>,
    /// Not used by SCORM.
    pub begin_time_limit: Option<String>,
    /// Not used by SCORM.
    pub end_time_limit: Option<String>,
}

tokens! {
    /// When children are selected or put in random order.
    Timing {
        /// Never.
        Never = "never",
        /// Before the first attempt.
        Once = "once",
        /// Before every attempt.
        OnEachNewAttempt = "onEachNewAttempt",
    }
}

/// `imsss:randomizationControls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomizationControls {
    /// Default never.
    pub randomization_timing: Timing,
    /// How many children are selected; more than there are means all.
    pub select_count: Option<u32>,
    /// Default false.
    pub reorder_children: bool,
    /// Default never.
    pub selection_timing: Timing,
}

impl Default for RandomizationControls {
    fn default() -> Self {
        Self {
            randomization_timing: Timing::Never,
            select_count: None,
            reorder_children: false,
            selection_timing: Timing::Never,
        }
    }
}

/// `imsss:deliveryControls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryControls {
    /// Default true.
    pub tracked: bool,
    /// Default false.
    pub completion_set_by_content: bool,
    /// Default false.
    pub objective_set_by_content: bool,
}

impl Default for DeliveryControls {
    fn default() -> Self {
        Self {
            tracked: true,
            completion_set_by_content: false,
            objective_set_by_content: false,
        }
    }
}

pub(super) fn read_control_mode(reader: &mut Reader<'_>, node: Node<'_>) -> ControlMode {
    let default = ControlMode::default();
    let mut flag = |name, default| reader.boolean(node, name, default);
    ControlMode {
        choice: flag("choice", default.choice),
        choice_exit: flag("choiceExit", default.choice_exit),
        flow: flag("flow", default.flow),
        forward_only: flag("forwardOnly", default.forward_only),
        use_current_attempt_objective_info: flag(
            "useCurrentAttemptObjectiveInfo",
            default.use_current_attempt_objective_info,
        ),
        use_current_attempt_progress_info: flag(
            "useCurrentAttemptProgressInfo",
            default.use_current_attempt_progress_info,
        ),
    }
}

pub(super) fn read_constrained_choice(
    reader: &mut Reader<'_>,
    node: Node<'_>,
) -> ConstrainedChoice {
    ConstrainedChoice {
        prevent_activation: reader.boolean(node, "preventActivation", false),
        constrain_choice: reader.boolean(node, "constrainChoice", false),
    }
}

pub(super) fn read_limit_conditions(reader: &mut Reader<'_>, node: Node<'_>) -> LimitConditions {
    LimitConditions {
        attempt_limit: reader.count(node, "attemptLimit"),
        attempt_absolute_duration_limit: reader.id(node, "attemptAbsoluteDurationLimit"),
        attempt_experienced_duration_limit: reader.id(node, "attemptExperiencedDurationLimit"),
        activity_absolute_duration_limit: reader.id(node, "activityAbsoluteDurationLimit"),
        activity_experienced_duration_limit: reader.id(node, "activityExperiencedDurationLimit"),
        begin_time_limit: reader.id(node, "beginTimeLimit"),
        end_time_limit: reader.id(node, "endTimeLimit"),
    }
}

pub(super) fn read_randomization(reader: &mut Reader<'_>, node: Node<'_>) -> RandomizationControls {
    RandomizationControls {
        randomization_timing: reader
            .token(node, "randomizationTiming")
            .unwrap_or(Timing::Never),
        select_count: reader.count(node, "selectCount"),
        reorder_children: reader.boolean(node, "reorderChildren", false),
        selection_timing: reader
            .token(node, "selectionTiming")
            .unwrap_or(Timing::Never),
    }
}

pub(super) fn read_delivery(reader: &mut Reader<'_>, node: Node<'_>) -> DeliveryControls {
    DeliveryControls {
        tracked: reader.boolean(node, "tracked", true),
        completion_set_by_content: reader.boolean(node, "completionSetByContent", false),
        objective_set_by_content: reader.boolean(node, "objectiveSetByContent", false),
    }
}
