//! How a session behaves where the standard gives room.

use scorm_runtime::{ContentRequest, Credit, Mode, Profile};
use serde::{Deserialize, Serialize};

/// The words of `adl.nav.request`, in the order of their bits.
const REQUESTS: [&str; 9] = [
    "continue",
    "previous",
    "choice",
    "jump",
    "exit",
    "exitAll",
    "abandon",
    "abandonAll",
    "suspendAll",
];

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_zero(bits: &u16) -> bool {
    *bits == 0
}

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
    /// The requests of content that are not carried out, one bit for each; see [`Options::unheard_but`].
    /// A number, since every launch of the player loads the code that reads it.
    #[serde(skip_serializing_if = "is_zero")]
    pub unheard_requests: u16,
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
            unheard_requests: 0,
            report_changes: true,
            trace: false,
        }
    }
}

impl Options {
    /// The bits of all requests but these words of `adl.nav.request`.
    pub fn unheard_but(heard: &[String]) -> u16 {
        let words = REQUESTS.iter().enumerate();
        let unheard = words.filter(|(_, word)| !heard.iter().any(|known| known == *word));
        unheard.fold(0, |bits, (index, _)| bits | 1 << index)
    }

    /// Whether a request of the content is carried out.
    pub(crate) fn hears(&self, request: ContentRequest<'_>) -> bool {
        let index = match request {
            ContentRequest::Continue => 0,
            ContentRequest::Previous => 1,
            ContentRequest::Choice(_) => 2,
            ContentRequest::Jump(_) => 3,
            ContentRequest::Exit => 4,
            ContentRequest::ExitAll => 5,
            ContentRequest::Abandon => 6,
            ContentRequest::AbandonAll => 7,
            ContentRequest::SuspendAll => 8,
        };
        self.unheard_requests & (1 << index) == 0
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
