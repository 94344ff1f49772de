//! The parameters of an LMS, as types.

pub mod dialect;
pub mod element;
mod environment;
mod keeping;
mod sourced;

pub use dialect::Dialect;
pub use element::Element;
pub use environment::{
    Api, Attempts, FileLookup, Frame, FrameEnd, Import, Launched, Leave, Placement, Played,
    PlayedVersions, ReviewWrites, Rules, Score, Sequencing, SequencingExtent, StatusRule, TimeRule,
    Transport,
};
pub use sourced::{Sourced, sourced};

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Which API object a course uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Version {
    /// SCORM 1.2: `API`.
    #[serde(rename = "1.2")]
    Scorm12,
    /// SCORM 2004: `API_1484_11`.
    #[serde(rename = "2004")]
    Scorm2004,
}

impl Version {
    /// As measurements and settings write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scorm12 => "1.2",
            Self::Scorm2004 => "2004",
        }
    }

    /// The element with the time of all sessions.
    pub const fn total_time_element(self) -> &'static str {
        match self {
            Self::Scorm12 => "cmi.core.total_time",
            Self::Scorm2004 => "cmi.total_time",
        }
    }

    /// The element with the time of this session.
    pub const fn session_time_element(self) -> &'static str {
        match self {
            Self::Scorm12 => "cmi.core.session_time",
            Self::Scorm2004 => "cmi.session_time",
        }
    }
}

/// One LMS.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// As settings write it.
    pub name: Cow<'static, str>,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// As people call it.
    pub title: Cow<'static, str>,
    /// Only parts of it are known; the rest is as the standard says.
    pub partial: bool,
    /// The versions it plays.
    pub versions: Option<Sourced<PlayedVersions>>,
    /// How it answers: SCORM 1.2, SCORM 2004. None answers by the book.
    pub answers: [Option<&'static Dialect>; 2],
    /// Characters of `cmi.suspend_data`: SCORM 1.2, SCORM 2004.
    pub suspend_data: [Option<Sourced<usize>>; 2],
    /// Where a course finds its API.
    pub api: Option<Sourced<Api>>,
    /// The frame or window that content is in.
    pub frame: Option<Sourced<Frame>>,
    /// How content is taken away.
    pub leave: Option<Sourced<Leave>>,
    /// Limits and time-outs of its saves.
    pub transport: Option<Sourced<Transport>>,
    /// What its server makes of what arrives: SCORM 1.2, SCORM 2004.
    pub rules: [Option<Sourced<Rules>>; 2],
    /// What follows after an attempt.
    pub attempts: Option<Sourced<Attempts>>,
    /// Sequencing and navigation.
    pub sequencing: Option<Sourced<Sequencing>>,
    /// What it takes at import.
    pub import: Option<Sourced<Import>>,
    /// A length of suspend data that a user's own profile sets: SCORM 1.2, SCORM 2004.
    pub own_suspend_data: [Option<usize>; 2],
    /// Differences from the measurements that remain, and why.
    pub remaining: &'static [&'static str],
    /// What is known of it, and does not happen where a course is played in it.
    pub unplayed: &'static [&'static str],
}

impl Profile {
    /// A profile of which nothing is known yet.
    pub const fn unknown(name: &'static str, title: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            aliases: &[],
            title: Cow::Borrowed(title),
            partial: true,
            versions: None,
            answers: [None, None],
            suspend_data: [None, None],
            api: None,
            frame: None,
            leave: None,
            transport: None,
            rules: [None, None],
            attempts: None,
            sequencing: None,
            import: None,
            own_suspend_data: [None, None],
            remaining: &[],
            unplayed: &[],
        }
    }

    /// How it answers courses of this version; none answers by the book.
    pub fn dialect(&self, version: Version) -> Option<&'static Dialect> {
        self.answers[version as usize]
    }

    /// What its server makes of what arrives.
    pub fn rules(&self, version: Version) -> Option<&Sourced<Rules>> {
        self.rules[version as usize].as_ref()
    }

    /// The characters of `cmi.suspend_data` that it keeps.
    pub fn suspend_data(&self, version: Version) -> Option<&Sourced<usize>> {
        self.suspend_data[version as usize].as_ref()
    }

    /// Is it called so?
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}
