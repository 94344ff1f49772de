//! Short ways to write lists of declarations.

use std::borrow::Cow;

use crate::profile::{
    Api, Attempts, FrameEnd, Launched, Leave, Placement, Played, PlayedVersions, ReviewWrites,
    Sequencing, SequencingExtent, Version,
};

pub(super) const ALL: &[Played] = &[
    Played::Scorm12,
    Played::Second,
    Played::Third,
    Played::Fourth,
];
pub(super) const ALL_2004: &[Played] = &[Played::Second, Played::Third, Played::Fourth];
pub(super) const ONLY_12: &[Played] = &[Played::Scorm12];

/// A list of words.
pub(super) fn words(list: &[&'static str]) -> Cow<'static, [Cow<'static, str>]> {
    list.iter().map(|word| Cow::Borrowed(*word)).collect()
}

pub(super) const fn played(fully: &'static [Played], partly: &'static [Played]) -> PlayedVersions {
    PlayedVersions {
        fully: Cow::Borrowed(fully),
        partly: Cow::Borrowed(partly),
    }
}

/// One object, by the package's version, in a parent window.
pub(super) const fn api(versions: &'static [Version]) -> Api {
    Api {
        versions: Cow::Borrowed(versions),
        at_once: false,
        placement: Placement::Parent,
        opener_null: false,
        foreign_ancestor: false,
        extra_names: Cow::Borrowed(&[]),
    }
}

pub(super) const BOTH: &[Version] = &[Version::Scorm12, Version::Scorm2004];

/// The frame or page goes elsewhere, with no time for the content.
pub(super) const fn leave(how: FrameEnd) -> Leave {
    Leave {
        how,
        grace_ms: 0,
        next_sco_ms: 0,
        beforeunload: true,
        reloads_opener: false,
    }
}

/// No sequencing, and a menu that lets the learner choose.
pub(super) fn sequencing(extent: SequencingExtent, requests: &[&'static str]) -> Sequencing {
    Sequencing {
        extent,
        prerequisites: false,
        requests: words(requests),
        hides_ui: false,
        menu_visible: true,
        buttons_visible: true,
        first_only: false,
        shared_data: false,
    }
}

/// A launch after the course is done is like any other.
pub(super) fn always_normal() -> Attempts {
    Attempts {
        after_done: Launched::Normal,
        done: words(&[]),
        review_writes: ReviewWrites::Stored,
    }
}
