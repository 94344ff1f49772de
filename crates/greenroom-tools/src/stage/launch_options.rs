//! How a course is launched: the options that three tools share (contract, section 7.1).

use greenroom_browser::DialogPolicy;
use schemars::JsonSchema;
use scorm_session::LessonMode;
use serde::{Deserialize, Serialize};

use super::viewport::ViewportParams;

/// Options of a launch.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct LaunchOptions {
    /// Size of the frame; 1024x768 if absent
    #[serde(default)]
    pub(crate) viewport: Option<ViewportParams>,
    /// What the page may reach
    #[serde(default)]
    pub(crate) execution: Option<Execution>,
    /// Resume without a location
    #[serde(default)]
    pub(crate) allow_resume_without_location: bool,
    /// cmi.mode of the launch
    #[serde(default)]
    pub(crate) launch_mode: LaunchMode,
    /// Item to start at
    #[serde(default)]
    pub(crate) activity: Option<String>,
    /// Who takes the course
    #[serde(default)]
    pub(crate) learner: Option<LearnerParams>,
    /// LMS whose limits apply
    #[serde(default)]
    pub(crate) lms_profile: LmsProfile,
    /// Answer to alert, confirm, prompt
    #[serde(default)]
    pub(crate) dialogs: Dialogs,
    /// Initialize for a silent SCO
    #[serde(default = "yes")]
    pub(crate) auto_initialize: bool,
}

fn yes() -> bool {
    true
}

/// What the page may reach.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Execution {
    /// Let pages reach the web
    #[serde(default)]
    pub(crate) allow_network: bool,
}

/// Who takes the course.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LearnerParams {
    /// cmi.learner_id
    pub(crate) id: String,
    /// cmi.learner_name
    pub(crate) name: String,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LaunchMode {
    #[default]
    Normal,
    Browse,
    Review,
}

impl From<LaunchMode> for LessonMode {
    fn from(mode: LaunchMode) -> Self {
        match mode {
            LaunchMode::Normal => Self::Normal,
            LaunchMode::Browse => Self::Browse,
            LaunchMode::Review => Self::Review,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Dialogs {
    #[default]
    Accept,
    Dismiss,
}

impl From<Dialogs> for DialogPolicy {
    fn from(dialogs: Dialogs) -> Self {
        match dialogs {
            Dialogs::Accept => Self::Accept,
            Dialogs::Dismiss => Self::Dismiss,
        }
    }
}

/// The LMSs that ship with Greenroom.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LmsProfile {
    #[default]
    Generic,
    ScormCloud,
    Moodle,
    Litmos,
}
