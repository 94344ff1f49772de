//! The standard itself, as the engine keeps it.

use std::borrow::Cow;

use crate::profile::{Played, PlayedVersions, Profile, sourced};

const ALL: &[Played] = &[
    Played::Scorm12,
    Played::Second,
    Played::Third,
    Played::Fourth,
];
const RTE_12: &str = "SCORM 1.2 RTE 3.4.4, CMIString4096";
const RTE_2004: &str = "SCORM 2004 3rd and 4th Edition RTE 4.2.22";

/// Our engine by the book.
pub(super) fn standard() -> Profile {
    Profile {
        aliases: &["generic"],
        partial: false,
        versions: Some(sourced(
            PlayedVersions {
                fully: Cow::Borrowed(ALL),
                partly: Cow::Borrowed(&[]),
            },
            "SCORM",
        )),
        suspend_data: [Some(sourced(4096, RTE_12)), Some(sourced(64_000, RTE_2004))],
        ..Profile::unknown("standard", "the standard")
    }
}

/// The engine, which refuses what is longer than the least that the standard promises.
pub(super) fn strict() -> Profile {
    Profile {
        aliases: &[],
        partial: false,
        versions: Some(sourced(
            PlayedVersions {
                fully: Cow::Borrowed(ALL),
                partly: Cow::Borrowed(&[]),
            },
            "SCORM",
        )),
        suspend_data: [Some(sourced(4096, RTE_12)), Some(sourced(64_000, RTE_2004))],
        ..Profile::unknown("strict", "the standard's least lengths")
    }
}
