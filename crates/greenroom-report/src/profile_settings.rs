//! LMS profiles that a settings file adds.

use std::borrow::Cow;

use schemars::JsonSchema;
use scorm_lint::{LmsProfile, PlayedVersions, Sourced};
use scorm_lms::profile::{Api, Frame, SequencingExtent};
use scorm_package::ScormVersion;
use serde::Deserialize;

use super::setting_names::VersionName;

/// One LMS as a settings file describes it. What is absent is as in `base`, and without a base not
/// judged.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ProfileSettings {
    /// The shipped profile that it is like, such as moodle
    #[schemars(with = "Option<String>")]
    base: Option<BaseProfile>,
    /// As people call it
    title: Option<String>,
    /// Where the values are from
    source: Option<String>,
    /// SCORM versions that it plays
    versions: Option<Vec<VersionName>>,
    /// Whether it sequences SCORM 2004 courses
    sequencing: Option<bool>,
    /// Characters of suspend_data in SCORM 1.2
    suspend_data_12: Option<usize>,
    /// Characters of suspend_data in SCORM 2004
    suspend_data_2004: Option<usize>,
    /// Megabytes of a package
    package_mb: Option<f64>,
    /// Extensions that it refuses
    refused_file_types: Option<Vec<String>>,
    /// Whether a permissions policy forbids unload handlers
    unload_denied: Option<bool>,
    /// Whether a portal of another origin holds it in a frame
    foreign_ancestor: Option<bool>,
}

impl ProfileSettings {
    /// The profile of this name.
    pub fn profile(&self, name: &str) -> LmsProfile {
        let source = self.source.clone();
        let source = source.unwrap_or_else(|| "settings file".to_owned());
        let played = self.versions.as_ref().map(|names| PlayedVersions {
            fully: names
                .iter()
                .filter_map(|name| Option::<ScormVersion>::from(*name))
                .collect(),
            partly: Cow::Borrowed(&[]),
        });
        let refused = self.refused_file_types.as_ref().map(|types| {
            let types = types.iter();
            types
                .map(|word| Cow::Owned(word.trim_start_matches('.').to_ascii_lowercase()))
                .collect()
        });
        let base = self
            .base
            .as_ref()
            .map(|base| LmsProfile::from(base.profile()));
        let title = self.title.clone().unwrap_or_else(|| name.to_owned());
        let base = base.unwrap_or_else(|| LmsProfile::new(name.to_owned(), title.clone()));
        LmsProfile {
            name: Cow::Owned(name.to_owned()),
            aliases: Vec::new(),
            title: Cow::Owned(title),
            versions: sourced(played, &source).or(base.versions),
            sequencing: sourced(self.sequencing, &source).or(base.sequencing),
            suspend_data_12: sourced(self.suspend_data_12, &source).or(base.suspend_data_12),
            suspend_data_2004: sourced(self.suspend_data_2004, &source).or(base.suspend_data_2004),
            package_mb: sourced(self.package_mb, &source).or(base.package_mb),
            refused_file_types: sourced(refused, &source).or(base.refused_file_types),
        }
    }

    /// The same profile, as courses are played in it: its base with what the file sets.
    pub fn played_as(&self, name: &str) -> scorm_lms::Profile {
        let base = self.base.as_ref().map(BaseProfile::profile);
        let mut profile = base
            .or_else(|| scorm_lms::find("standard"))
            .cloned()
            .unwrap_or_else(|| scorm_lms::Profile::unknown("", ""));
        profile.name = Cow::Owned(name.to_owned());
        profile.aliases = &[];
        profile.title = Cow::Owned(self.title.clone().unwrap_or_else(|| name.to_owned()));
        let source = self
            .source
            .clone()
            .unwrap_or_else(|| "settings file".to_owned());
        let lengths = [self.suspend_data_12, self.suspend_data_2004];
        for (version, length) in lengths.into_iter().enumerate() {
            if let Some(length) = length {
                profile.suspend_data[version] = sourced(Some(length), &source);
                profile.own_suspend_data[version] = Some(length);
            }
        }
        if let Some(follows) = self.sequencing
            && let Some(sequencing) = &mut profile.sequencing
        {
            sequencing.value.extent = if follows {
                SequencingExtent::Full
            } else {
                SequencingExtent::None
            };
            sequencing.source = Cow::Owned(source.clone());
        }
        if let Some(denied) = self.unload_denied {
            let frame = profile.frame.get_or_insert_with(|| scorm_lms::Sourced {
                value: Frame::default(),
                source: Cow::Owned(source.clone()),
            });
            frame.value.unload_denied = denied;
        }
        if let Some(held) = self.foreign_ancestor {
            let api = profile.api.get_or_insert_with(|| scorm_lms::Sourced {
                value: Api::default(),
                source: Cow::Owned(source),
            });
            api.value.foreign_ancestor = held;
        }
        profile
    }
}

/// The name of a shipped profile.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct BaseProfile(String);

impl BaseProfile {
    fn profile(&self) -> &'static scorm_lms::Profile {
        // The name was checked when it was read.
        scorm_lms::find(&self.0).unwrap_or(&scorm_lms::PROFILES[0])
    }
}

impl TryFrom<String> for BaseProfile {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        if scorm_lms::find(&name).is_some() {
            return Ok(Self(name));
        }
        let known = scorm_lms::PROFILES.iter();
        let known: Vec<&str> = known.map(|profile| profile.name.as_ref()).collect();
        Err(format!(
            "base: no shipped profile is called {name}; there are {}",
            known.join(", ")
        ))
    }
}

fn sourced<T>(value: Option<T>, source: &str) -> Option<Sourced<T>> {
    value.map(|value| Sourced {
        value,
        source: Cow::Owned(source.to_owned()),
    })
}
