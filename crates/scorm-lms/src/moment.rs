//! When a call happens, and what happens to the LMS's own page.

use serde::{Deserialize, Serialize};

/// The time of a call, and what the page that calls is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Milliseconds since the launch.
    pub at_ms: u64,
    /// The event of the content's page in which the call is made.
    pub phase: Phase,
}

/// The event of the content's page in which a call is made. LMSs choose their transport by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// None that matters.
    #[default]
    Normal,
    /// A click of the learner.
    Click,
    /// `beforeunload`
    Beforeunload,
    /// `pagehide`
    Pagehide,
    /// `unload`
    Unload,
    /// `visibilitychange` to hidden.
    Hidden,
}

impl Phase {
    /// Is the page going away, so that browsers forbid synchronous requests?
    pub fn is_dismissal(self) -> bool {
        matches!(self, Self::Beforeunload | Self::Pagehide | Self::Unload)
    }
}

/// What happens to the LMS's page around the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageEvent {
    /// Its own `beforeunload`.
    Beforeunload,
    /// Its own `pagehide`.
    Pagehide,
    /// Its own `visibilitychange` to hidden.
    Hidden,
    /// The learner uses the LMS's own navigation: next, previous, menu, exit.
    Leave,
}
