//! The standard itself, as the engine keeps it.

use super::words::{ALL, played};
use crate::profile::{Profile, sourced};

const RTE_12: &str = "SCORM 1.2 RTE 3.4.4, CMIString4096";
const RTE_2004: &str = "SCORM 2004 3rd and 4th Edition RTE 4.2.22";

/// Our engine by the book.
pub(super) fn standard() -> Profile {
    Profile {
        aliases: &["generic"],
        partial: false,
        versions: Some(sourced(played(ALL, &[]), "SCORM")),
        suspend_data: [Some(sourced(4096, RTE_12)), Some(sourced(64_000, RTE_2004))],
        remaining: &[
            "04-initial-2: the order of names in _children is not the standard's business",
            "04-objectives-values: the reference cuts {lang=en} off; the standard keeps a string \
             as it was set",
            "04-scaled-exp: the reference takes exponents; real (10,7) has none",
        ],
        ..Profile::unknown("standard", "the standard")
    }
}

/// The engine, which refuses what is longer than the least that the standard promises.
pub(super) fn strict() -> Profile {
    Profile {
        aliases: &[],
        partial: false,
        versions: Some(sourced(played(ALL, &[]), "SCORM")),
        suspend_data: [Some(sourced(4096, RTE_12)), Some(sourced(64_000, RTE_2004))],
        ..Profile::unknown("strict", "the standard's least lengths")
    }
}
