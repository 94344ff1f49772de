//! What can be done at one place: acts, each made of deeds with real input.

use scorm_session::LearnerRequest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What an act is for. The order is that of preference: what opens on the page before what leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Purpose {
    /// Closes a dialog that lies over the page.
    Dismiss,
    /// Opens something in place.
    Reveal,
    /// Lets films and sounds end.
    Media,
    /// Answers questions and hands them in.
    Answer,
    /// Hands something in.
    Submit,
    /// Goes on within the content.
    Forward,
    /// Anything else that reacts on the page.
    Hotspot,
    /// An entry of the content's own menu, or a link.
    Menu,
    /// The LMS's own Continue.
    Continue,
    /// An activity picked from the LMS's menu.
    Choice,
    /// Begins again.
    Retry,
    /// Goes back within the content.
    Back,
    /// Ends the course.
    Exit,
}

impl Purpose {
    /// A learner needs it to get through the course.
    pub(crate) fn is_needed(self) -> bool {
        matches!(
            self,
            Self::Dismiss | Self::Answer | Self::Submit | Self::Forward | Self::Continue
        )
    }

    /// How long it counts as done in a run: for the state, the page, or the whole activity.
    pub(crate) fn scope(self) -> Scope {
        match self {
            Self::Dismiss
            | Self::Answer
            | Self::Submit
            | Self::Forward
            | Self::Continue
            | Self::Retry
            | Self::Exit => Scope::State,
            Self::Reveal | Self::Media | Self::Hotspot | Self::Back => Scope::Page,
            Self::Menu | Self::Choice => Scope::Activity,
        }
    }
}

/// Where an act counts as done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    State,
    Page,
    Activity,
}

/// One act, as a person would tell it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Act {
    pub(crate) purpose: Purpose,
    /// `click "Next"`
    pub(crate) words: String,
    pub(crate) deeds: Vec<Deed>,
    /// The answers that it gives.
    pub(crate) answers: Vec<(u64, crate::candidate::Candidate)>,
}

impl Act {
    pub(crate) fn click(purpose: Purpose, label: &str, selector: &str) -> Self {
        let name = if label.is_empty() { selector } else { label };
        Self {
            purpose,
            words: format!("click {name:?}"),
            deeds: vec![Deed::Click(selector.to_owned())],
            answers: Vec::new(),
        }
    }

    /// The same act has the same key wherever it is offered.
    pub(crate) fn key(&self) -> u64 {
        crate::state::hash(&(
            self.purpose,
            &self.words,
            format!("{:?}", self.deeds.first()),
        ))
    }
}

/// One step of an act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Deed {
    Click(String),
    Fill(String, String),
    Check(String, bool),
    Drag(String, String),
    PlayOut,
    Navigate(LearnerRequest),
    /// Lets the content's automation API take an answer and check it.
    Automate(String, Value),
}

impl Deed {
    /// The element that it clicks.
    pub(crate) fn clicked(&self) -> Option<&str> {
        match self {
            Self::Click(selector) => Some(selector),
            _ => None,
        }
    }
}

/// Something that is there and cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Barred {
    pub(crate) purpose: Purpose,
    pub(crate) label: String,
    pub(crate) selector: String,
    pub(crate) why: String,
}
