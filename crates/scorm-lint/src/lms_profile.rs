//! What is known about LMSs: declared data with a source for every value.
//!
//! A value without a source is left out, and rules say nothing about it.

use std::borrow::Cow;
use std::fmt::Write as _;

use scorm_package::{Edition, ScormVersion};
use serde::{Deserialize, Serialize};

use crate::rule::{ALL, SCORM_12, SCORM_2004};

/// A value and where it is from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Document or file that says so.
    pub source: Cow<'static, str>,
}

const fn sourced<T>(value: T, source: &'static str) -> Sourced<T> {
    Sourced {
        value,
        source: Cow::Borrowed(source),
    }
}

/// The versions of SCORM that an LMS plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedVersions {
    /// Whole.
    pub fully: Cow<'static, [ScormVersion]>,
    /// It imports them and knows only parts of their API.
    pub partly: Cow<'static, [ScormVersion]>,
}

/// One LMS.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LmsProfile {
    /// As settings write it.
    pub name: Cow<'static, str>,
    /// As people call it.
    pub title: Cow<'static, str>,
    /// The versions it plays.
    pub versions: Option<Sourced<PlayedVersions>>,
    /// Does it follow the sequencing of a package?
    pub sequencing: Option<Sourced<bool>>,
    /// Characters of `cmi.suspend_data` in SCORM 1.2.
    pub suspend_data_12: Option<Sourced<usize>>,
    /// Characters of `cmi.suspend_data` in SCORM 2004.
    pub suspend_data_2004: Option<Sourced<usize>>,
    /// Megabytes of the largest package it takes.
    pub package_mb: Option<Sourced<f64>>,
    /// Extensions of files that it refuses, in lower case.
    pub refused_file_types: Option<Sourced<Cow<'static, [Cow<'static, str>]>>>,
}

impl LmsProfile {
    /// A profile of which nothing is known yet.
    pub fn new(name: String, title: String) -> Self {
        Self {
            name: Cow::Owned(name),
            title: Cow::Owned(title),
            versions: None,
            sequencing: None,
            suspend_data_12: None,
            suspend_data_2004: None,
            package_mb: None,
            refused_file_types: None,
        }
    }

    /// The characters of `cmi.suspend_data` that it keeps.
    pub fn suspend_data(&self, version: ScormVersion) -> Option<&Sourced<usize>> {
        if version == ScormVersion::Scorm12 {
            self.suspend_data_12.as_ref()
        } else {
            self.suspend_data_2004.as_ref()
        }
    }
}

const RTE_12: &str = "SCORM 1.2 RTE 3.4.4, CMIString4096";
const RTE_2004: &str = "SCORM 2004 3rd and 4th Edition RTE 4.2.22";
const MOODLE_LIMITS: &str =
    "Moodle source, mod/scorm/datamodels/scorm_12.php with scormstandard off, its default";
const MOODLE_FAQ: &str = "Moodle documentation, SCORM FAQ, Supported versions";
const DOCEBO: &str =
    "Docebo help, Uploading and managing SCORM as training material (article 360020128479)";
const RUSTICI: &str = "Rustici Engine, package property SuspendDataMaxLength";
const LITMOS: &str = "Litmos documentation, Creating and editing modules";

const SCORM_2004_3RD: ScormVersion = ScormVersion::Scorm2004(Edition::Third);
const NO_VERSIONS: &[ScormVersion] = &[];

/// The profiles that come with the linter.
pub static PROFILES: &[LmsProfile] = &[
    LmsProfile {
        name: Cow::Borrowed("generic"),
        title: Cow::Borrowed("the standard"),
        versions: Some(sourced(
            PlayedVersions {
                fully: Cow::Borrowed(ALL),
                partly: Cow::Borrowed(NO_VERSIONS),
            },
            "SCORM",
        )),
        suspend_data_12: Some(sourced(4096, RTE_12)),
        suspend_data_2004: Some(sourced(64_000, RTE_2004)),
        sequencing: None,
        package_mb: None,
        refused_file_types: None,
    },
    LmsProfile {
        name: Cow::Borrowed("scorm_cloud"),
        title: Cow::Borrowed("SCORM Cloud"),
        suspend_data_12: Some(sourced(64_000, RUSTICI)),
        suspend_data_2004: Some(sourced(64_000, RUSTICI)),
        versions: None,
        sequencing: None,
        package_mb: None,
        refused_file_types: None,
    },
    LmsProfile {
        name: Cow::Borrowed("moodle"),
        title: Cow::Borrowed("Moodle"),
        versions: Some(sourced(
            PlayedVersions {
                fully: Cow::Borrowed(SCORM_12),
                partly: Cow::Borrowed(SCORM_2004),
            },
            MOODLE_FAQ,
        )),
        sequencing: Some(sourced(false, MOODLE_FAQ)),
        suspend_data_12: Some(sourced(64_000, MOODLE_LIMITS)),
        suspend_data_2004: Some(sourced(
            64_000,
            "Moodle source, mod/scorm/datamodels/scorm_13.js",
        )),
        package_mb: None,
        refused_file_types: None,
    },
    LmsProfile {
        name: Cow::Borrowed("litmos"),
        title: Cow::Borrowed("Litmos"),
        package_mb: Some(sourced(1000.0, LITMOS)),
        versions: None,
        sequencing: None,
        suspend_data_12: None,
        suspend_data_2004: None,
        refused_file_types: None,
    },
    LmsProfile {
        name: Cow::Borrowed("docebo"),
        title: Cow::Borrowed("Docebo"),
        versions: Some(sourced(
            PlayedVersions {
                fully: Cow::Borrowed(&[ScormVersion::Scorm12, SCORM_2004_3RD]),
                partly: Cow::Borrowed(NO_VERSIONS),
            },
            DOCEBO,
        )),
        sequencing: Some(sourced(false, DOCEBO)),
        suspend_data_12: Some(sourced(4096, DOCEBO)),
        suspend_data_2004: Some(sourced(64_000, DOCEBO)),
        refused_file_types: Some(sourced(
            Cow::Borrowed(&[
                Cow::Borrowed("htaccess"),
                Cow::Borrowed("phps"),
                Cow::Borrowed("php5"),
                Cow::Borrowed("php4"),
                Cow::Borrowed("ph3"),
                Cow::Borrowed("php"),
                Cow::Borrowed("cgi"),
                Cow::Borrowed("sh"),
                Cow::Borrowed("shtml"),
                Cow::Borrowed("asp"),
                Cow::Borrowed("aspx"),
                Cow::Borrowed("jsp"),
                Cow::Borrowed("py"),
                Cow::Borrowed("rb"),
                Cow::Borrowed("pl"),
            ]),
            DOCEBO,
        )),
        package_mb: None,
    },
];

/// What is known of each LMS, with the sources, for the documentation.
pub(crate) fn profiles_md() -> String {
    let mut text =
        "## LMS profiles\n\nWhat has no source is not listed, and not judged. Settings files add \
        profiles and replace these.\n"
            .to_owned();
    for profile in PROFILES {
        let _ = write!(text, "\n### {} (`{}`)\n\n", profile.title, profile.name);
        for (fact, source) in facts(profile) {
            let _ = writeln!(text, "- {fact} ({source})");
        }
    }
    text
}

fn facts(profile: &LmsProfile) -> Vec<(String, &str)> {
    let mut facts: Vec<(String, &str)> = Vec::new();
    let names = |versions: &[ScormVersion]| {
        let names: Vec<&str> = versions.iter().map(|version| version.as_str()).collect();
        names.join(", ")
    };
    if let Some(played) = &profile.versions {
        facts.push((
            format!("plays {}", names(&played.value.fully)),
            &played.source,
        ));
        if !played.value.partly.is_empty() {
            let partly = format!("plays parts of {}", names(&played.value.partly));
            facts.push((partly, &played.source));
        }
    }
    if let Some(sequencing) = &profile.sequencing {
        let word = if sequencing.value {
            "follows"
        } else {
            "does not follow"
        };
        facts.push((format!("{word} sequencing"), &sequencing.source));
    }
    for (version, limit) in [
        ("SCORM 1.2", &profile.suspend_data_12),
        ("SCORM 2004", &profile.suspend_data_2004),
    ] {
        if let Some(limit) = limit {
            let fact = format!("{version}: {} characters of suspend_data", limit.value);
            facts.push((fact, &limit.source));
        }
    }
    if let Some(size) = &profile.package_mb {
        facts.push((format!("takes {} MB", size.value), &size.source));
    }
    if let Some(types) = &profile.refused_file_types {
        facts.push((
            format!("refuses files of type {}", types.value.join(", ")),
            &types.source,
        ));
    }
    facts
}
