//! What is known about LMSs: declared data with a source for every value.

use scorm_package::ScormVersion;

use crate::LintCx;
use crate::rule::{ALL, SCORM_12};

/// A value and where it is from.
#[derive(Debug)]
pub(crate) struct Sourced<T> {
    pub(crate) value: T,
    pub(crate) source: &'static str,
}

const fn sourced<T>(value: T, source: &'static str) -> Sourced<T> {
    Sourced { value, source }
}

/// One LMS.
#[derive(Debug)]
pub(crate) struct LmsProfile {
    /// As settings write it.
    pub(crate) name: &'static str,
    /// As people call it.
    pub(crate) title: &'static str,
    /// The versions it plays.
    pub(crate) versions: Sourced<&'static [ScormVersion]>,
    /// Characters of `cmi.suspend_data` in SCORM 1.2.
    pub(crate) suspend_data_12: Sourced<usize>,
    /// Characters of `cmi.suspend_data` in SCORM 2004.
    pub(crate) suspend_data_2004: Sourced<usize>,
}

const RTE_12: &str = "SCORM 1.2 RTE 3.4.4, CMIString4096";
const RTE_2004: &str = "SCORM 2004 3rd and 4th Edition RTE 4.2.22";

/// The profiles that come with the linter.
pub(crate) static PROFILES: &[LmsProfile] = &[
    LmsProfile {
        name: "generic",
        title: "the standard",
        versions: sourced(ALL, "SCORM"),
        suspend_data_12: sourced(4096, RTE_12),
        suspend_data_2004: sourced(64_000, RTE_2004),
    },
    LmsProfile {
        name: "scorm_cloud",
        title: "SCORM Cloud",
        versions: sourced(ALL, "SCORM Cloud, supported standards"),
        suspend_data_12: sourced(64_000, "Rustici Engine, SuspendDataMaxLength"),
        suspend_data_2004: sourced(64_000, RTE_2004),
    },
    LmsProfile {
        name: "moodle",
        title: "Moodle",
        versions: sourced(SCORM_12, "Moodle documentation, SCORM FAQ"),
        suspend_data_12: sourced(
            4096,
            "Moodle, mod/scorm/datamodels/scorm_12.php in standard mode",
        ),
        suspend_data_2004: sourced(64_000, RTE_2004),
    },
    LmsProfile {
        name: "litmos",
        title: "Litmos",
        versions: sourced(ALL, "Litmos help, SCORM 1.2 and 2004"),
        suspend_data_12: sourced(4096, RTE_12),
        suspend_data_2004: sourced(64_000, RTE_2004),
    },
];

/// The profiles that the settings choose.
pub(crate) fn chosen(cx: &LintCx<'_>) -> impl Iterator<Item = &'static LmsProfile> {
    let names = &cx.settings.lms_profiles;
    PROFILES
        .iter()
        .filter(move |profile| names.iter().any(|name| name == profile.name))
}
