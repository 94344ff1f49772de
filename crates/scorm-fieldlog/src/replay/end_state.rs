//! How a course stands when the log ends.

use std::collections::BTreeMap;

use scorm_runtime::State as ApiState;
use scorm_session::DataModelElement;
use scorm_session::rehearsal::format::SessionAfter;

use super::stage::Stage;

/// How the course stands after the last call.
#[derive(Debug, Clone, PartialEq)]
pub struct EndState {
    /// The activity whose data these are.
    pub activity: Option<String>,
    /// `not_initialized`, `running` or `terminated`; nothing without content.
    pub api: Option<&'static str>,
    /// How the sequencing session stands.
    pub session: SessionAfter,
    /// `cmi.completion_status`; in SCORM 1.2 `cmi.core.lesson_status`.
    pub completion: Option<String>,
    /// `cmi.success_status`; nothing in SCORM 1.2.
    pub success: Option<String>,
    /// `raw`, `min`, `max` and `scaled`, as far as they are set.
    pub score: BTreeMap<String, String>,
    /// Values that the content set, and those that it got back.
    pub data: BTreeMap<String, String>,
    /// What is tracked of the activity, as if it ended now.
    pub tracked: Tracked,
}

impl EndState {
    /// Before anything was played.
    pub(super) fn unknown() -> Self {
        Self {
            activity: None,
            api: None,
            session: SessionAfter::ActiveNoContent,
            completion: None,
            success: None,
            score: BTreeMap::new(),
            data: BTreeMap::new(),
            tracked: Tracked::default(),
        }
    }
}

/// What is tracked of an activity; nothing is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tracked {
    /// Completion Status.
    pub completed: Option<bool>,
    /// Objective Satisfied Status.
    pub satisfied: Option<bool>,
    /// Objective Normalized Measure.
    pub measure: Option<f64>,
}

/// Elements that count even if the content did not set them in this session.
const ALWAYS: [&str; 9] = [
    "cmi.suspend_data",
    "cmi.core.lesson_location",
    "cmi.location",
    "cmi.core.lesson_status",
    "cmi.completion_status",
    "cmi.success_status",
    "cmi.core.exit",
    "cmi.exit",
    "cmi.progress_measure",
];

pub(super) fn end_state(stage: &Stage, activity: Option<&str>) -> EndState {
    let models = stage.session.data_models();
    let elements = models
        .into_iter()
        .find(|(identifier, _)| Some(identifier.as_str()) == activity)
        .map(|(_, elements)| elements)
        .unwrap_or_default();
    let data = kept(elements);
    let of = |names: [&str; 2]| names.iter().find_map(|name| data.get(*name).cloned());
    let mut score = BTreeMap::new();
    for part in ["raw", "min", "max", "scaled"] {
        let names = [
            format!("cmi.core.score.{part}"),
            format!("cmi.score.{part}"),
        ];
        if let Some(value) = names.iter().find_map(|name| data.get(name)) {
            score.insert(part.to_owned(), value.clone());
        }
    }
    let overview = stage.session.overview();
    let mut activities = overview.activities.iter();
    let tracked = activities
        .find(|it| Some(it.identifier.as_str()) == activity)
        .map_or_else(Tracked::default, |activity| Tracked {
            completed: activity.status.completed,
            satisfied: activity.status.satisfied,
            measure: activity.status.measure,
        });
    let session = match (stage.ended, &stage.delivered) {
        (Some(true), _) => SessionAfter::Suspended,
        (Some(false), _) => SessionAfter::Ended,
        (None, Some(_)) => SessionAfter::Active,
        (None, None) => SessionAfter::ActiveNoContent,
    };
    EndState {
        activity: activity.map(str::to_owned),
        api: stage.api_state().map(|state| match state {
            ApiState::NotInitialized => "not_initialized",
            ApiState::Running => "running",
            ApiState::Terminated => "terminated",
        }),
        session,
        completion: of(["cmi.core.lesson_status", "cmi.completion_status"]),
        success: of(["cmi.success_status", "cmi.success_status"]),
        score,
        data,
        tracked,
    }
}

/// Values of elements that content may set.
pub(super) fn kept(elements: Vec<DataModelElement>) -> BTreeMap<String, String> {
    let elements = elements.into_iter();
    let kept = elements.filter(|element| {
        let always = ALWAYS.contains(&element.element.as_str());
        let score = element.element.starts_with("cmi.score.")
            || element.element.starts_with("cmi.core.score.");
        element.access != "ro" && (element.by_sco || always || score)
    });
    kept.filter_map(|element| Some((element.element, element.value?)))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}
