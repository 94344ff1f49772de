//! What the LMS knows when it launches a SCO.

use crate::snapshot::RunTimeData;
use crate::vocabulary::{CompletionStatus, Credit, Entry, Mode, SuccessStatus};

/// Everything the LMS gives to a SCO at launch.
///
/// Numbers that come from a manifest are text, because a SCO reads them as they were written.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LmsData {
    /// `cmi.learner_id`, `cmi.core.student_id`.
    pub learner_id: String,
    /// `cmi.learner_name`, `cmi.core.student_name`.
    pub learner_name: String,
    /// `cmi.credit`.
    pub credit: Credit,
    /// `cmi.mode`, `cmi.core.lesson_mode`.
    pub mode: Mode,
    /// `cmi.entry`.
    pub entry: Entry,
    /// `cmi.launch_data`.
    pub launch_data: Option<String>,
    /// `cmi.max_time_allowed`, `cmi.student_data.max_time_allowed`.
    pub max_time_allowed: Option<String>,
    /// `cmi.time_limit_action`, `cmi.student_data.time_limit_action`.
    pub time_limit_action: Option<String>,
    /// `cmi.scaled_passing_score`: only for a primary objective satisfied by measure.
    pub scaled_passing_score: Option<String>,
    /// `cmi.completion_threshold`: only for an activity completed by measure.
    pub completion_threshold: Option<String>,
    /// `cmi.student_data.mastery_score` of SCORM 1.2.
    pub mastery_score: Option<String>,
    /// The data of the attempt that is resumed; `None` for a new attempt.
    pub prior: Option<RunTimeData>,
    /// The activity's objectives with what its read maps give. On resume, records with the same
    /// id are refreshed and the others added.
    pub objectives: Vec<ObjectiveSeed>,
    /// `cmi.comments_from_lms`; in SCORM 1.2 the comments are joined.
    pub comments_from_lms: Vec<LmsComment>,
    /// `adl.data`: one bucket per map of the item.
    pub shared_data: Vec<SharedData>,
    /// The learner's profile; values of a resumed attempt win.
    pub preferences: Preferences,
}

/// An objective of the activity, as the sequencer knows it at launch.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObjectiveSeed {
    /// The objectiveID.
    pub id: String,
    /// `success_status`, when known.
    pub success_status: Option<SuccessStatus>,
    /// `completion_status`, when known.
    pub completion_status: Option<CompletionStatus>,
    /// `score.scaled`, `score.raw`, `score.min`, `score.max`, when known.
    pub score: Score,
    /// `progress_measure`, when known.
    pub progress_measure: Option<f64>,
}

/// The four numbers of a score.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score {
    /// `score.scaled`
    pub scaled: Option<f64>,
    /// `score.raw`
    pub raw: Option<f64>,
    /// `score.min`
    pub min: Option<f64>,
    /// `score.max`
    pub max: Option<f64>,
}

/// A record of `cmi.comments_from_lms`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LmsComment {
    /// `comment`
    pub comment: String,
    /// `location`
    pub location: Option<String>,
    /// `timestamp`
    pub timestamp: Option<String>,
}

/// A bucket of `adl.data`, and what the item's map allows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SharedData {
    /// The map's `targetID`.
    pub id: String,
    /// The value; `None` when nothing was stored.
    pub store: Option<String>,
    /// `readSharedData`; a missing attribute means true.
    pub read: bool,
    /// `writeSharedData`; a missing attribute means true.
    pub write: bool,
}

/// The learner's preferences; `None` gives the standard's initial value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Preferences {
    /// `audio_level`, `audio`
    pub audio: Option<String>,
    /// `language`
    pub language: Option<String>,
    /// `delivery_speed`, `speed`
    pub speed: Option<String>,
    /// `audio_captioning`, `text`
    pub captioning: Option<String>,
}
