//! How a session behaves where the standard gives room.

use scorm_runtime::{ContentRequest, Credit, Mode, Profile};
use serde::{Deserialize, Serialize};

/// How a session behaves. Part of what decides its outcome, so it belongs to its opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Options {
    /// `cmi.mode`. In browse and review nothing reaches the tracking.
    pub mode: LessonMode,
    /// The course is taken for credit; browse and review never are.
    pub for_credit: bool,
    /// The LMS that is played.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "serde_json::Map<String, serde_json::Value>")
    )]
    pub profile: Profile,
    /// The words of `adl.nav.request` that are carried out; all of them if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard_requests: Option<Vec<String>>,
    /// Tell every change of the data model as an effect. The state does not depend on it.
    pub report_changes: bool,
    /// Tell the steps of the sequencing processes as effects. The state does not depend on it.
    pub trace: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: LessonMode::Normal,
            for_credit: true,
            profile: Profile::default(),
            heard_requests: None,
            report_changes: true,
            trace: false,
        }
    }
}

impl Options {
    /// Whether a request of the content is carried out.
    pub(crate) fn hears(&self, request: ContentRequest<'_>) -> bool {
        let Some(heard) = &self.heard_requests else {
            return true;
        };
        let word = match request {
            ContentRequest::Continue => "continue",
            ContentRequest::Previous => "previous",
            ContentRequest::Choice(_) => "choice",
            ContentRequest::Jump(_) => "jump",
            ContentRequest::Exit => "exit",
            ContentRequest::ExitAll => "exitAll",
            ContentRequest::Abandon => "abandon",
            ContentRequest::AbandonAll => "abandonAll",
            ContentRequest::SuspendAll => "suspendAll",
        };
        heard.iter().any(|known| known == word)
    }

    /// `cmi.credit`.
    pub fn credit(&self) -> Credit {
        let credit = self.for_credit && self.mode == LessonMode::Normal;
        if credit {
            Credit::Credit
        } else {
            Credit::NoCredit
        }
    }
}

/// How the learner takes the course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LessonMode {
    /// To learn.
    Normal,
    /// To look around.
    Browse,
    /// To look again at what was done.
    Review,
}

impl From<LessonMode> for Mode {
    fn from(mode: LessonMode) -> Self {
        match mode {
            LessonMode::Normal => Self::Normal,
            LessonMode::Browse => Self::Browse,
            LessonMode::Review => Self::Review,
        }
    }
}
