//! LMS profiles that a settings file adds.

use std::borrow::Cow;

use schemars::JsonSchema;
use scorm_lint::{LmsProfile, PlayedVersions, Sourced};
use scorm_package::ScormVersion;
use serde::Deserialize;

use super::setting_names::VersionName;

/// One LMS as a settings file describes it. What is absent is not judged.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ProfileSettings {
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
        let title = self.title.clone();
        LmsProfile {
            versions: sourced(played, &source),
            sequencing: sourced(self.sequencing, &source),
            suspend_data_12: sourced(self.suspend_data_12, &source),
            suspend_data_2004: sourced(self.suspend_data_2004, &source),
            package_mb: sourced(self.package_mb, &source),
            refused_file_types: sourced(refused, &source),
            ..LmsProfile::new(name.to_owned(), title.unwrap_or_else(|| name.to_owned()))
        }
    }
}

fn sourced<T>(value: Option<T>, source: &str) -> Option<Sourced<T>> {
    value.map(|value| Sourced {
        value,
        source: Cow::Owned(source.to_owned()),
    })
}
