//! How a course is launched: the options that three tools share.

use std::path::PathBuf;

use greenroom_browser::DialogPolicy;
use schemars::JsonSchema;
use scorm_runtime::Edition;
use scorm_session::LessonMode;
use serde::{Deserialize, Serialize};

use super::circumstances::Circumstances;
use super::viewport::ViewportParams;

/// Options of a launch.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct LaunchOptions {
    /// Size of the frame; 1024x768 if absent
    #[serde(default)]
    pub viewport: Option<ViewportParams>,
    /// Access to the web
    #[serde(default)]
    pub execution: Option<Execution>,
    /// Without location too
    #[serde(default)]
    pub allow_resume_without_location: Option<bool>,
    /// Saved-state file to resume from
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    pub saved_state: Option<PathBuf>,
    /// cmi.mode
    #[serde(default)]
    pub launch_mode: LaunchMode,
    /// Item to start at
    #[serde(default)]
    pub activity: Option<String>,
    /// That item only counts where nothing is resumed.
    #[serde(skip)]
    pub activity_unless_resumed: bool,
    /// cmi.learner_id and name
    #[serde(default)]
    pub learner: Option<LearnerParams>,
    /// LMS to play in, such as moodle
    #[serde(default = "generic")]
    pub lms_profile: String,
    /// Answer to alert and the like
    #[serde(default)]
    pub dialogs: Dialogs,
    /// For a silent SCO
    #[serde(default = "yes")]
    pub auto_initialize: bool,
    /// In a window of its own
    #[serde(default)]
    pub popup: bool,
    /// cmi.credit in normal mode
    #[serde(default)]
    pub credit: CreditParam,
    /// SCORM 2004 edition to run as, not the declared one
    #[serde(default)]
    pub treat_as_edition: Option<EditionParam>,
    /// Chance and clock of the content come from this.
    #[serde(skip)]
    pub seed: Option<u64>,
    /// What differs for those who try out how a course is left.
    #[serde(skip)]
    pub circumstances: Circumstances,
}

fn generic() -> String {
    "generic".to_owned()
}

fn yes() -> bool {
    true
}

impl Default for LaunchOptions {
    fn default() -> Self {
        Self {
            viewport: None,
            execution: None,
            allow_resume_without_location: None,
            saved_state: None,
            launch_mode: LaunchMode::default(),
            activity: None,
            activity_unless_resumed: false,
            learner: None,
            lms_profile: generic(),
            dialogs: Dialogs::default(),
            auto_initialize: yes(),
            popup: false,
            credit: CreditParam::default(),
            treat_as_edition: None,
            seed: None,
            circumstances: Circumstances::default(),
        }
    }
}

/// Options of a launch that replace those of an earlier one; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct LaunchChanges {
    /// Size of the frame
    #[serde(default)]
    viewport: Option<ViewportParams>,
    /// Access to the web
    #[serde(default)]
    execution: Option<Execution>,
    /// Without location too
    #[serde(default)]
    allow_resume_without_location: Option<bool>,
    /// cmi.mode
    #[serde(default)]
    launch_mode: Option<LaunchMode>,
    /// Item to start at
    #[serde(default)]
    activity: Option<String>,
    /// cmi.learner_id and name
    #[serde(default)]
    learner: Option<LearnerParams>,
    /// LMS to play in, such as moodle
    #[serde(default)]
    lms_profile: Option<String>,
    /// Answer to alert and the like
    #[serde(default)]
    dialogs: Option<Dialogs>,
    /// For a silent SCO
    #[serde(default)]
    auto_initialize: Option<bool>,
    /// In a window of its own
    #[serde(default)]
    popup: Option<bool>,
    /// cmi.credit in normal mode
    #[serde(default)]
    credit: Option<CreditParam>,
    /// SCORM 2004 edition to run as, not the declared one
    #[serde(default)]
    treat_as_edition: Option<EditionParam>,
}

impl LaunchChanges {
    /// The options of the next launch. `allowed_network` is what the earlier session allowed.
    pub fn over(self, earlier: LaunchOptions, allowed_network: bool) -> LaunchOptions {
        LaunchOptions {
            viewport: self.viewport.or(earlier.viewport),
            execution: self.execution.or(earlier.execution).or(Some(Execution {
                allow_network: allowed_network,
            })),
            allow_resume_without_location: self
                .allow_resume_without_location
                .or(earlier.allow_resume_without_location),
            // What was played since lies in the course's own file.
            saved_state: None,
            launch_mode: self.launch_mode.unwrap_or(earlier.launch_mode),
            activity_unless_resumed: self.activity.is_none() && earlier.activity_unless_resumed,
            activity: self.activity.or(earlier.activity),
            learner: self.learner.or(earlier.learner),
            lms_profile: self.lms_profile.unwrap_or(earlier.lms_profile),
            dialogs: self.dialogs.unwrap_or(earlier.dialogs),
            auto_initialize: self.auto_initialize.unwrap_or(earlier.auto_initialize),
            popup: self.popup.unwrap_or(earlier.popup),
            credit: self.credit.unwrap_or(earlier.credit),
            treat_as_edition: self.treat_as_edition.or(earlier.treat_as_edition),
            seed: earlier.seed,
            circumstances: earlier.circumstances,
        }
    }
}

/// What the page may reach.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Execution {
    #[serde(default)]
    pub allow_network: bool,
}

/// Who takes the course.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LearnerParams {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LaunchMode {
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CreditParam {
    #[default]
    Credit,
    NoCredit,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
pub enum EditionParam {
    #[serde(rename = "2nd")]
    Second,
    #[serde(rename = "3rd")]
    Third,
    #[serde(rename = "4th")]
    Fourth,
}

impl From<EditionParam> for Edition {
    fn from(edition: EditionParam) -> Self {
        match edition {
            EditionParam::Second => Self::Second,
            EditionParam::Third => Self::Third,
            EditionParam::Fourth => Self::Fourth,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Dialogs {
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
