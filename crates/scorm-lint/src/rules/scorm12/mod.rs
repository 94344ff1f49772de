//! What only SCORM 1.2 has.

pub(crate) mod blank_setting;
pub(crate) mod circular_prerequisites;
pub(crate) mod invalid_mastery_score;
pub(crate) mod invalid_max_time_allowed;
pub(crate) mod invalid_prerequisites;
pub(crate) mod launch_data_too_long;
pub(crate) mod mastery_score_as_fraction;
pub(crate) mod prerequisites;
pub(crate) mod sequencing_in_scorm12;
pub(crate) mod time_limit_action_without_time;
pub(crate) mod unknown_prerequisite;
