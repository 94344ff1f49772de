//! What rules ask about LMSs: a view of the profiles of `scorm-lms`.
//!
//! A value without a source is left out, and rules say nothing about it.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

use scorm_lms::profile::{Played, Profile, SequencingExtent};
use scorm_package::{Edition, ScormVersion};
use serde::{Deserialize, Serialize};

pub use scorm_lms::Sourced;

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
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<Cow<'static, str>>,
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
            aliases: Vec::new(),
            title: Cow::Owned(title),
            versions: None,
            sequencing: None,
            suspend_data_12: None,
            suspend_data_2004: None,
            package_mb: None,
            refused_file_types: None,
        }
    }

    /// Is this the standard itself?
    pub fn is_standard(&self) -> bool {
        self.is_called(STANDARD)
    }

    /// Is it called so?
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
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

/// The name of the standard itself.
const STANDARD: &str = "standard";

/// The profiles that are shipped.
pub static PROFILES: LazyLock<Vec<LmsProfile>> =
    LazyLock::new(|| scorm_lms::PROFILES.iter().map(LmsProfile::from).collect());

impl From<&Profile> for LmsProfile {
    fn from(profile: &Profile) -> Self {
        let import = profile.import.as_ref();
        let of_import = |source: &Cow<'static, str>| source.clone();
        Self {
            name: profile.name.clone(),
            aliases: profile
                .aliases
                .iter()
                .map(|alias| Cow::Borrowed(*alias))
                .collect(),
            title: profile.title.clone(),
            versions: profile.versions.as_ref().map(|versions| Sourced {
                value: PlayedVersions {
                    fully: played(&versions.value.fully),
                    partly: played(&versions.value.partly),
                },
                source: versions.source.clone(),
            }),
            sequencing: profile.sequencing.as_ref().map(|sequencing| Sourced {
                value: sequencing.value.extent == SequencingExtent::Full,
                source: sequencing.source.clone(),
            }),
            suspend_data_12: profile.suspend_data[0].clone(),
            suspend_data_2004: profile.suspend_data[1].clone(),
            package_mb: import.and_then(|import| {
                import.value.package_mb.map(|value| Sourced {
                    value,
                    source: of_import(&import.source),
                })
            }),
            refused_file_types: import
                .filter(|import| !import.value.refused_file_types.is_empty())
                .map(|import| Sourced {
                    value: import.value.refused_file_types.clone(),
                    source: of_import(&import.source),
                }),
        }
    }
}

fn played(versions: &[Played]) -> Cow<'static, [ScormVersion]> {
    let version = |played: &Played| match played {
        Played::Scorm12 => ScormVersion::Scorm12,
        Played::Second => ScormVersion::Scorm2004(Edition::Second),
        Played::Third => ScormVersion::Scorm2004(Edition::Third),
        Played::Fourth => ScormVersion::Scorm2004(Edition::Fourth),
    };
    versions.iter().map(version).collect()
}

/// What is known of each LMS, with the sources, for the documentation.
pub(crate) fn profiles_md() -> String {
    let mut text =
        "## LMS profiles\n\nWhat has no source is not listed, and not judged. Settings files add \
        profiles and replace these.\n"
            .to_owned();
    for profile in PROFILES.iter() {
        let _ = write!(text, "\n### {} (`{}`)\n\n", profile.title, profile.name);
        if !profile.aliases.is_empty() {
            let _ = writeln!(text, "- also called `{}`", profile.aliases.join("`, `"));
        }
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
        if !played.value.fully.is_empty() {
            facts.push((
                format!("plays {}", names(&played.value.fully)),
                &played.source,
            ));
        }
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
